import type { Purpose } from '#contract/owner/launch.ts';
import { rulesOf } from '#server/launch/purposes.ts';
import type { OwnerParts } from '../route.ts';

/** Whether the purpose is a book that is unavailable: then there is no mail. */
export function isBookMissing(purpose: Purpose, { build }: OwnerParts): boolean {
  const { book } = rulesOf(purpose);
  return book !== null && !build.manifest.books.some((one) => one.book === book);
}
