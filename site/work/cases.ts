import { LANGUAGES, type Language } from '#contract/language.ts';
import { caseAddress } from '#contract/pages.ts';
import type { CaseStory, ShownCase, SiteValues } from '#contract/site.ts';
import { values, VALUES_ID } from '../values.ts';

/** The cases that are shown in a language, in their order. */
export function casesIn(language: Language): ShownCase[] {
  return values.cases.filter(({ client }) => client[language] !== '');
}

/** Slugs of those that are alone on the home page: it says more of them. */
export function loneCases(): string[] {
  const lone = LANGUAGES.map(casesIn).filter((cases) => cases.length === 1);
  return lone.flat().map(({ slug }) => slug);
}

export function caseOf(slug: string | null): ShownCase | null {
  return values.cases.find((one) => one.slug === slug) ?? null;
}

/** The language in which a case is shown: the visitor’s, or another. */
export function spokenIn({ client }: ShownCase, language: Language): Language {
  return [language, ...LANGUAGES].find((one) => client[one] !== '') ?? language;
}

/** The words of a case’s page; null: they are not here yet. */
export function storyOf(slug: string): CaseStory | null {
  return values.stories[slug] ?? null;
}

const bringing = new Map<string, Promise<void>>();

/** Brings a story from its document: the others, which all pages would carry, are long. */
export function bringStory(slug: string): Promise<void> {
  if (storyOf(slug) !== null) return Promise.resolve();
  const brought = bringing.get(slug) ?? bring(slug);
  bringing.set(slug, brought);
  // The next press tries again.
  brought.catch(() => bringing.delete(slug));
  return brought;
}

/** Of a document as text: parsed, its styles would be held against this page’s policy. */
const VALUES = new RegExp(`<script[^>]* id="${VALUES_ID}"[^>]*>(.*?)</script>`, 's');

async function bring(slug: string): Promise<void> {
  const answer = await fetch(caseAddress(slug));
  const [, json = '{}'] = VALUES.exec(await answer.text()) ?? [];
  const told = JSON.parse(json) as Partial<SiteValues>;
  const story = told.stories?.[slug];
  if (story === undefined) throw new Error(`no story at ${caseAddress(slug)}`);
  values.stories[slug] = story;
}
