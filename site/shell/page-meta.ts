import { LANGUAGES, type Language } from '#contract/language.ts';
import type { DocumentName } from '#contract/pages.ts';
import { metaEn } from '../text/meta.en.ts';
import { metaPt } from '../text/meta.pt.ts';

/** A document's title and description, for search engines, shared links and the tab. */
type Meta = { title: string; description: string };

const texts: Record<Language, Record<DocumentName, Meta>> = { en: metaEn, pt: metaPt };

function inEachLanguage(name: DocumentName): Record<Language, Meta> {
  const metas = LANGUAGES.map((language) => [language, texts[language][name]]);
  return Object.fromEntries(metas) as Record<Language, Meta>;
}

export const pageMeta = Object.fromEntries(
  (Object.keys(metaEn) as DocumentName[]).map((name) => [name, inEachLanguage(name)]),
) as Record<DocumentName, Record<Language, Meta>>;
