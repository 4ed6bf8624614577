/**
 * Characters that start a formula in a spreadsheet, or are dropped in front of one
 * (https://owasp.org/www-community/attacks/CSV_Injection); the full-width ones count in East Asian locales.
 */
const FORMULA_START = '=+\\-@\\t\\r\\n\\0\uFF1D\uFF0B\uFF0D\uFF20';
const NEEDS_GUARD = new RegExp(`^'*[${FORMULA_START}]`);
const GUARDED = new RegExp(`^'+[${FORMULA_START}]`);
/**
 * Inside a cell, where a spreadsheet with another separator than the comma, as in Portugal and Brazil, starts
 * the next cell: it honours quotes only at the beginning of a cell.
 */
const INNER_START = `(["']*[=+\\-@\uFF1D\uFF0B\uFF0D\uFF20])`;
const NEEDS_INNER_GUARD = new RegExp(`([;\\t\\r\\n])${INNER_START}`, 'g');
const INNER_GUARDED = new RegExp(`([;\\t\\r\\n])'${INNER_START}`, 'g');
const NEEDS_QUOTES = /[",;\t\r\n]|^\s|\s$/;

/** Shows spreadsheets that the file is UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

/**
 * One RFC 4180 record with its line end. A possible formula is prefixed with an apostrophe, also if it
 * already starts with apostrophes: removing one restores every cell.
 */
export function csvRecord(cells: readonly (string | null)[]): string {
  return `${cells.map((cell) => quoted(guarded(cell ?? ''))).join(',')}\r\n`;
}

function guarded(cell: string): string {
  const inner = cell.replace(NEEDS_INNER_GUARD, "$1'$2");
  return NEEDS_GUARD.test(cell) ? `'${inner}` : inner;
}

/** Undoes the guard of `csvRecord`. */
export function unguarded(cell: string): string {
  const outer = GUARDED.test(cell) ? cell.slice(1) : cell;
  return outer.replace(INNER_GUARDED, '$1$2');
}

function quoted(cell: string): string {
  return NEEDS_QUOTES.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
