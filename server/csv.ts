/**
 * Characters that make a spreadsheet take a cell for a formula, or drop them and then do so
 * (https://owasp.org/www-community/attacks/CSV_Injection); the full-width ones count in East Asian settings.
 */
const FORMULA_START = '=+\\-@\\t\\r\\n\\0\uFF1D\uFF0B\uFF0D\uFF20';
const NEEDS_GUARD = new RegExp(`^'*[${FORMULA_START}]`);
const GUARDED = new RegExp(`^'+[${FORMULA_START}]`);
/**
 * Within a cell, where a spreadsheet set to another separator than the comma, as in Portugal and Brazil, begins the next one:
 * it knows a quote only at a cell's beginning.
 */
const INNER_START = `(["']*[=+\\-@\uFF1D\uFF0B\uFF0D\uFF20])`;
const NEEDS_INNER_GUARD = new RegExp(`([;\\t\\r\\n])${INNER_START}`, 'g');
const INNER_GUARDED = new RegExp(`([;\\t\\r\\n])'${INNER_START}`, 'g');
const NEEDS_QUOTES = /[",;\t\r\n]|^\s|\s$/;

/** Tells spreadsheets that the file is UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

/**
 * One record of RFC 4180 with its line end. What could be a formula gets an apostrophe in front, and one more when it has
 * such apostrophes already: taking one away gives every cell back as it was.
 */
export function csvRecord(cells: readonly (string | null)[]): string {
  return `${cells.map((cell) => quoted(guarded(cell ?? ''))).join(',')}\r\n`;
}

function guarded(cell: string): string {
  const inner = cell.replace(NEEDS_INNER_GUARD, "$1'$2");
  return NEEDS_GUARD.test(cell) ? `'${inner}` : inner;
}

/** Gives back what `csvRecord` has guarded. */
export function unguarded(cell: string): string {
  const outer = GUARDED.test(cell) ? cell.slice(1) : cell;
  return outer.replace(INNER_GUARDED, '$1$2');
}

function quoted(cell: string): string {
  return NEEDS_QUOTES.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
