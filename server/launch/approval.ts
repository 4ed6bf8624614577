import type { Purpose } from '#contract/owner/launch.ts';
import { createHash } from 'node:crypto';
import type { Kysely, Transaction } from '#kysely';
import {
  ANNOUNCEMENT_PARTS,
  type AnnouncementWords,
  letterOf,
  wordsIn,
  writtenIn,
} from '#contract/announcement.ts';
import { LANGUAGES } from '#contract/language.ts';
import type { MailRoute } from '#server/base/config.ts';
import type { BookId } from '#contract/books.ts';
import type { Tables } from '#server/store/schema.ts';
import { isLetter } from '#server/list/announced.ts';
import { rulesOf } from './purposes.ts';
import { countAudience } from './recipients.ts';
import type { Announcement } from './rows.ts';

/** What the person who opens it has seen. */
export type Approval = {
  /** Version of the words (`versionOf`). */
  version: string;
  /** The number of recipients. */
  people: number;
  /** The stored time, null: as soon as it is confirmed. Absent: it opens now, whatever is stored. */
  opensAt?: number | null;
  /**
   * Result of the launch check; null: it has not finished. `isOld`: words, settings or pages have changed
   * since. `unseen`: warnings that nobody has seen.
   */
  check: { isOld: boolean; problems: number; unseen: number } | null;
  /** The books that are available. */
  books: readonly BookId[];
};

/** Why it may not be opened yet. */
export type OpenProblem =
  | 'mail-server'
  | 'book-missing'
  | 'not-live'
  | 'under-way'
  | 'no-language'
  | 'words-changed'
  | 'check-required'
  | 'check-old'
  | 'problems'
  | 'warnings-unseen'
  | 'people-changed'
  | 'time-changed'
  | 'time-past';

/** Returns a version that changes with the words. */
export function versionOf(words: AnnouncementWords): string {
  const texts = LANGUAGES.map((language) => ANNOUNCEMENT_PARTS.map((part) => words[language][part]));
  return createHash('sha256')
    .update(JSON.stringify([texts, words.picture?.file]))
    .digest('hex')
    .slice(0, 16);
}

/**
 * Refuses to open without a way for mails to leave, what was not checked in its current form, or if the owner has seen another number of
 * recipients or another time. `opensAt` null: it opens at once.
 */
export async function whyNotOpen(
  query: Kysely<Tables>,
  { purpose, words, opens_at }: Pick<Announcement, 'purpose' | 'words' | 'opens_at'>,
  { version, people, opensAt: seenAt = opens_at, check, books }: Approval,
  {
    opensAt,
    mailRoute,
    isLive,
    now,
  }: { opensAt: number | null; mailRoute: MailRoute; isLive: boolean; now: number },
): Promise<OpenProblem | null> {
  if (mailRoute.is === 'none') return 'mail-server';
  const { book } = rulesOf(purpose);
  if (book !== null && !books.includes(book)) return 'book-missing';
  if (letterOf(purpose) !== null) {
    if (!isLive) return 'not-live';
    if ((await letterUnderWay(query, purpose)) !== null) return 'under-way';
    if (writtenIn(words).length === 0) return 'no-language';
  }
  if (versionOf(words) !== version) return 'words-changed';
  if (check === null) return 'check-required';
  if (check.isOld) return 'check-old';
  if (check.problems > 0) return 'problems';
  if (check.unseen > 0) return 'warnings-unseen';
  if ((await countAudience(query, { purpose, words })) !== people) return 'people-changed';
  if (seenAt !== opens_at) return 'time-changed';
  return opensAt !== null && opensAt <= now ? 'time-past' : null;
}

/** One newsletter is under way at a time: until the transaction ends no other one is opened. Take it before the lock of one row. */
export async function lockLetters(trx: Transaction<Tables>): Promise<void> {
  await trx
    .updateTable('announcement')
    .set((row) => ({ state: row.ref('state') }))
    .where(isLetter('announcement'))
    .execute();
}

/** The words of another newsletter that is scheduled, or is being sent; null: none. */
export async function letterUnderWay(
  query: Kysely<Tables>,
  purpose: Purpose,
): Promise<AnnouncementWords | null> {
  const row = await query
    .selectFrom('announcement')
    .select('words')
    .where(isLetter('announcement'))
    .where('purpose', '!=', purpose)
    .where('state', 'in', ['scheduled', 'undo', 'sending', 'paused'])
    .executeTakeFirst();
  return row === undefined ? null : wordsIn(row.words);
}
