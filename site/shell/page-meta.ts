import { filled } from '#contract/words.ts';
import type { Language } from '#contract/language.ts';
import type { DocumentName } from '#contract/pages.ts';
import { metaEn } from '../text/meta.en.ts';
import { metaPt } from '../text/meta.pt.ts';
import { wording } from '../text/wording.ts';
import { values } from '../values.ts';

/** A document's title and description, for search engines, shared links and the tab. */
type Meta = { title: string; description: string };

const texts = wording<Record<DocumentName, Meta>>('meta', { en: metaEn, pt: metaPt });

export function pageMeta(page: DocumentName, language: Language): Meta {
  const { title, description } = texts[language][page];
  return { title: filled(title, values.brand), description };
}
