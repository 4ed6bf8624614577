import { isBookId, type BookId } from '#contract/books.ts';
import { slugOf } from '#contract/content/slug.ts';

const LONGEST = 32;

/** An id that is free, from the name of a book. */
export function idFor(name: string, isTaken: (id: BookId) => boolean): BookId {
  return slugOf(name, LONGEST, 'book', (id) => isBookId(id) && !isTaken(id));
}
