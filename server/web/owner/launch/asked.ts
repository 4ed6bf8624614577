import * as v from 'valibot';
import { ANNOUNCEMENT_PARTS } from '#contract/announcement.ts';
import { LANGUAGES } from '#contract/language.ts';
import type { Purpose } from '#contract/owner/launch.ts';
import { PURPOSES } from '#server/launch/purposes.ts';
import { text } from '../body.ts';
import type { OwnerParts } from '../route.ts';

/** Longer than any part may be: a part that is too long is stored as written, and reported. */
const LONGEST_PART = 8_000;

/** Whether the purpose is a book that is unavailable: then there is no mail. */
export function isBookMissing(purpose: Purpose, { build }: OwnerParts): boolean {
  const { book } = PURPOSES[purpose];
  return book !== null && !build.manifest.books.some((one) => one.book === book);
}

/** As the owner writes them, also unfinished. */
export const WORDS = v.object(
  v.entriesFromList(LANGUAGES, v.object(v.entriesFromList(ANNOUNCEMENT_PARTS, text(LONGEST_PART)))),
);
