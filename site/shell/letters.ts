/** Between two, a word is set as if it had the letters of the larger one. */
const STEPS = [8, 10, 12, 14, 17, 21, 25, 30];

/**
 * For `data-letters` of a title: the letters of its longest word, by which ui/base.css sets it small enough for the
 * word to stand on one line. None where every word is short.
 */
export function lettersIn(title: string): number | undefined {
  const most = Math.max(...title.split(/[ \n\u00AD\u200B-]/).map(widthOf));
  return most < 8 ? undefined : (STEPS.find((step) => step >= most) ?? STEPS.at(-1));
}

/** In letters of the usual width. */
function widthOf(word: string): number {
  const letters = word.match(/[\p{L}\p{N}\p{P}]/gu) ?? [];
  return letters.length + letters.filter((letter) => /[mw]/i.test(letter)).length / 2;
}
