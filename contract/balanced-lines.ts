/**
 * Breaks text into as few lines as fit the width, and balances them like `text-wrap: balance`. `widthOf`: of a line, in
 * the unit of `width`.
 */
export function balancedLines(text: string, width: number, widthOf: (line: string) => number): string[] {
  const lines = linesIn(text, width, widthOf);
  let [tooNarrow, enough] = [0, width];
  while (enough - tooNarrow > 1) {
    const middle = (tooNarrow + enough) / 2;
    if (linesIn(text, middle, widthOf).length > lines.length) tooNarrow = middle;
    else enough = middle;
  }
  return linesIn(text, enough, widthOf);
}

function linesIn(text: string, width: number, widthOf: (line: string) => number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && widthOf(longer) <= width) lines.splice(-1, 1, longer);
    else lines.push(word);
  }
  return lines;
}
