import { filled } from '#contract/words.ts';
import type { Language } from '#contract/language.ts';
import type { DocumentName } from '#contract/pages.ts';
import { wording } from '../text/wording.ts';
import { values } from '../values.ts';

/** A document's title and description, for search engines, shared links and the tab. */
type Meta = { title: string; description: string };

const texts = wording(
  import.meta.glob<Record<DocumentName, Meta>>('/site/text/*/meta.ts', { eager: true, import: 'meta' }),
);

export function pageMeta(page: DocumentName, language: Language): Meta {
  const { title, description } = texts[language][page];
  return { title: filled(title, values.brand), description };
}
