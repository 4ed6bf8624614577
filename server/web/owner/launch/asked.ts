import { bookOf } from '#contract/books.ts';
import type { Purpose } from '#contract/owner/launch.ts';
import type { OwnerParts } from '../route.ts';

/** Whether the purpose is a book that is unavailable: then there is no mail. */
export function isBookMissing(purpose: Purpose, { build }: OwnerParts): boolean {
  const book = bookOf(purpose);
  return book !== null && !build.manifest.books.some((one) => one.book === book);
}
