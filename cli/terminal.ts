/** Longer cells would wrap anyway. */
const WIDEST_CELL = 60;

/** Formats a table for a terminal. Strips line breaks and escape sequences from untrusted text. */
export function tableLines(
  columns: readonly string[],
  rows: readonly (readonly (string | number | null)[])[],
): string[] {
  const cells = [columns, ...rows].map((row) => row.map((cell) => shown(cell)));
  const widths = columns.map((_, place) => Math.max(...cells.map((row) => row[place]?.length ?? 0)));
  return cells.map((row) =>
    row
      .map((cell, place) => cell.padEnd(widths[place] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

function shown(cell: string | number | null): string {
  if (cell === null || cell === '') return '-';
  const text = String(cell)
    .slice(0, 2 * WIDEST_CELL)
    .replace(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
  return text.length > WIDEST_CELL ? `${text.slice(0, WIDEST_CELL - 1)}…` : text;
}

/** UTC, to the minute. */
export function shortTime(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString().slice(0, 16).replace('T', ' ');
}
