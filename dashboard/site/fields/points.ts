import { inEach, LANGUAGES, type Language } from '#contract/language.ts';

/** A point in each language. */
export type TranslatedPoint = Record<Language, string>;
export type Points = readonly TranslatedPoint[];

export const NO_POINT: TranslatedPoint = inEach(() => '');

/** As many as the longer list has. */
export function pointsOf(lists: Record<Language, readonly string[]>): Points {
  const length = Math.max(...LANGUAGES.map((language) => lists[language].length));
  return Array.from({ length }, (_, n) => inEach((language) => lists[language][n] ?? ''));
}

/** What a list of these points says. It ends with its last words; a point in between that lacks them stays empty. */
export function listOf(points: Points, language: Language): string[] {
  const all = points.filter(hasWords).map((one) => one[language]);
  return all.slice(0, all.findLastIndex((one) => one.trim() !== '') + 1);
}

function hasWords(point: TranslatedPoint): boolean {
  return LANGUAGES.some((language) => point[language].trim() !== '');
}

/** Whether both say the same; points without any words yet do not count. */
export function isSamePoints(one: Points, other: Points): boolean {
  return LANGUAGES.every(
    (language) => JSON.stringify(listOf(one, language)) === JSON.stringify(listOf(other, language)),
  );
}
