import { LANGUAGES, type Language } from '#contract/language.ts';
import { slugOf } from './slug.ts';

/** What a case has to say in a language to be shown in it. */
export const CASE_NEEDS = ['client', 'asked', 'done', 'since'] as const;
type Needed = Record<(typeof CASE_NEEDS)[number], Record<Language, string>>;

/** The words that a case lacks in a language. */
export function lacksIn(one: Needed, language: Language): (keyof Needed)[] {
  return CASE_NEEDS.filter((part) => one[part][language] === '');
}

/** The languages in which a case is shown. */
export function languagesOf(one: Needed): Language[] {
  return LANGUAGES.filter((language) => lacksIn(one, language).length === 0);
}

/** The client’s name in a language; else in the first in which it is written. */
export function clientOf({ client }: Pick<Needed, 'client'>, spoken?: Language): string {
  const written = LANGUAGES.map((language) => client[language]).find(Boolean) ?? '';
  return (spoken && client[spoken]) || written;
}

/** The last part of a case’s address. */
export const SLUG = /^[a-z\d-]{1,48}$/;
const LONGEST_SLUG = 48;

/** A slug for a name that no other case has: `conservas-ribeira`. */
export function slugFor(name: string, taken: readonly string[]): string {
  return slugOf(name, LONGEST_SLUG, 'case', (slug) => !taken.includes(slug));
}
