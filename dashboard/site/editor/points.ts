import { inEach, type Language, LANGUAGES } from '#contract/language.ts';

/** A point in each language. */
export type Point = { id: number } & Record<Language, string>;
export type Points = readonly Point[];

/** As many as the longer list has. Ids of the points before stay where their words do. */
export function pointsOf(lists: Record<Language, readonly string[]>, before: Points = []): Points {
  const length = Math.max(...LANGUAGES.map((language) => lists[language].length));
  const free = [...before];
  const next = Math.max(-1, ...before.map(({ id }) => id)) + 1;
  return Array.from({ length }, (_, n) => {
    const words = inEach((one) => lists[one][n] ?? '');
    const at = free.findIndex((one) =>
      LANGUAGES.some((language) => one[language] !== '' && one[language] === words[language]),
    );
    const [known] = at === -1 ? [] : free.splice(at, 1);
    return { id: known?.id ?? next + n, ...words };
  });
}

/** What a list of these points says. It ends with its last words; a point in between that lacks them stays empty. */
export function listOf(points: Points, language: Language): string[] {
  const all = points.filter(hasWords).map((one) => one[language]);
  return all.slice(0, all.findLastIndex((one) => one.trim() !== '') + 1);
}

function hasWords(point: Point): boolean {
  return LANGUAGES.some((language) => point[language].trim() !== '');
}

export function added(points: Points): Points {
  const id = Math.max(-1, ...points.map((one) => one.id)) + 1;
  return [...points, { id, ...inEach(() => '') }];
}

export function movedTo(points: Points, from: number, to: number): Points {
  const at = Math.min(Math.max(to, 0), points.length - 1);
  const [point] = points.slice(from, from + 1);
  return point === undefined ? points : points.toSpliced(from, 1).toSpliced(at, 0, point);
}

/** Whether both say the same; points without any words yet do not count. */
export function isSamePoints(one: Points, other: Points): boolean {
  return LANGUAGES.every(
    (language) => JSON.stringify(listOf(one, language)) === JSON.stringify(listOf(other, language)),
  );
}
