import { filled } from '#contract/words.ts';
import type { Language } from '#contract/language.ts';
import type { DocumentName } from '#contract/pages.ts';
import { wording } from '../text/wording.ts';
import type { ShownCase } from '#contract/site.ts';
import { values } from '../values.ts';
import { caseOf, spokenIn } from '../work/cases.ts';

/** A document's title and description, for search engines, shared links and the tab. */
type Meta = { title: string; description: string };

const texts = wording(
  import.meta.glob<Record<Exclude<DocumentName, 'work'>, Meta>>('/site/text/*/meta.ts', {
    eager: true,
    import: 'meta',
  }),
);

/** `slug`: of a case. */
export function pageMeta(page: DocumentName, language: Language, slug: string | null): Meta {
  if (page === 'work') return caseMeta(caseOf(slug), language);
  const { title, description } = texts[language][page];
  return { title: filled(title, values.brand), description };
}

/** In the language in which it is shown. */
function caseMeta(one: ShownCase | null, language: Language): Meta {
  const spoken = one === null ? language : spokenIn(one, language);
  const client = one?.client[spoken] ?? '';
  return { title: `${client} · ${values.brand.name}`, description: one?.line[spoken] || client };
}
