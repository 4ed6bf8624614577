/** In units of the drawing, which is 1200 wide and 1800 high. */
const WIDTH = 1060;
const LARGEST = 540;
/** From the top to the first line, as high as its letters, and where the last one ends. */
const [UNDER_NAME, ABOVE_EDGE] = [312, 1706];
/** What titles have at the top and at the bottom. */
const HEIGHT = 420;
const LEADING = 0.92;
const CAPITAL = 0.7;

/** How wide letters are, in hundredths of the size of the type, less what they are set closer. */
const WIDTHS: [letters: RegExp, width: number][] = [
  [/[MW]/, 93],
  [/[mw@]/, 90],
  [/[IJijlftr.,:;!'’\- ]/, 31],
  [/[BEFLPSTYZ]/, 62],
  [/\p{Lu}/u, 72],
];
const USUAL = 57;

function widthOf(words: string): number {
  const width = (letter: string) => WIDTHS.find(([letters]) => letters.test(letter))?.[1] ?? USUAL;
  return [...words.normalize('NFC')].reduce((sum, letter) => sum + width(letter), 0) / 100;
}

/** A title over our drawing: as large as its words let it be, at the top on paper, or else at the bottom. */
export function linesOf(title: string, atTop: boolean): { line: string; size: number; y: number }[] {
  const layouts = [1, 2, 3, 4].map((count) => {
    const lines = brokenInto(title.split(' '), count);
    const widest = Math.max(...lines.map(widthOf));
    return {
      lines,
      size: Math.min(LARGEST, WIDTH / widest, HEIGHT / (CAPITAL + LEADING * (lines.length - 1))),
    };
  });
  const { lines, size } = layouts.reduce((best, one) => (one.size > best.size ? one : best));
  const first = atTop ? UNDER_NAME + CAPITAL * size : ABOVE_EDGE - LEADING * size * (lines.length - 1);
  return lines.map((line, n) => ({
    line,
    size: Math.round(size),
    y: Math.round(first + n * LEADING * size),
  }));
}

/** Words on so many lines, each as full as the fullest needs to be. */
function brokenInto(words: readonly string[], count: number): string[] {
  const room = words.map(widthOf).reduce((sum, one) => sum + one, 0) / count;
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    const isFull =
      last === undefined ||
      (lines.length < count && widthOf(`${last} ${word}`) > Math.max(room * 1.25, widthOf(word)));
    if (isFull) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}
