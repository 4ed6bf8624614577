import type { Language } from '#contract/language.ts';
import type { DocumentName } from '#contract/pages.ts';
import { metaEn } from '../text/meta.en.ts';
import { metaPt } from '../text/meta.pt.ts';

/** What search engines, sharing and the window's title say about a document. */
export type Meta = { title: string; description: string };

export const pageMeta = Object.fromEntries(
  (Object.keys(metaEn) as DocumentName[]).map((name) => [name, { en: metaEn[name], pt: metaPt[name] }]),
) as Record<DocumentName, Record<Language, Meta>>;
