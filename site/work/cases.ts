import { LANGUAGES, type Language } from '#contract/language.ts';
import type { ShownCase } from '#contract/site.ts';
import { values } from '../values.ts';

/** The cases that are told in a language, in their order. */
export function casesIn(language: Language): ShownCase[] {
  return values.cases.filter(({ client }) => client[language] !== '');
}

/** Slugs of those that stand alone on the home page: it says more of them. */
export function loneCases(): string[] {
  const lone = LANGUAGES.map(casesIn).filter((cases) => cases.length === 1);
  return lone.flat().map(({ slug }) => slug);
}
