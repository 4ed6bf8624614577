import { LANGUAGES, type Language } from '#contract/language.ts';

/** What a case has to say in a language to be told in it. */
export const CASE_NEEDS = ['client', 'asked', 'done', 'since'] as const;
type Needed = Record<(typeof CASE_NEEDS)[number], Record<Language, string>>;

/** The words that a case lacks in a language. */
export function lacksIn(one: Needed, language: Language): (keyof Needed)[] {
  return CASE_NEEDS.filter((part) => one[part][language] === '');
}

/** The languages in which a case is told. */
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
  const plain = name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, '-');
  const begin = (length: number) => plain.replace(/^-/, '').slice(0, length).replace(/-$/, '') || 'case';
  const numbered = taken.map((_one, at) => {
    const end = `-${at + 2}`;
    return begin(LONGEST_SLUG - end.length) + end;
  });
  // There are more of them than are taken.
  return [begin(LONGEST_SLUG), ...numbered].find((slug) => !taken.includes(slug)) ?? '';
}
