import { BOOK_LINKS } from './books.ts';
import { PATHS, TOKEN_STATES } from './pages.ts';

const ALL = addressesOf([...TOKEN_STATES, ...BOOK_LINKS]);
const BOOKS = addressesOf(BOOK_LINKS);

/** Whether an address, as a request names it, is that of a signed link, e.g. `/soon?lang=pt&confirm=…`. */
export function isLink(url: string): boolean {
  return ALL.test(url);
}

/** Whether it is one that gives a book. */
export function isBookLink(url: string): boolean {
  return BOOKS.test(url);
}

function addressesOf(names: readonly string[]): RegExp {
  return new RegExp(`^${PATHS.soon}\\?(?:.*&)?(?:${names.join('|')})=`);
}
