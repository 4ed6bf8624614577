import { letterOf } from '#contract/announcement.ts';
import { type BookId, bookOf } from '#contract/books.ts';
import type { MailName } from '#contract/mails.ts';
import type { Purpose } from '#contract/owner/launch.ts';
import type { Kysely } from '#kysely';
import type { MailList } from '#server/deliver/message.ts';
import type { Tables } from '#server/store/schema.ts';

export function isPurpose(text: string | undefined): text is Purpose {
  if (text === undefined) return false;
  return text === 'launch' || letterOf(text) !== null || (text.startsWith('book:') && bookOf(text) !== null);
}

/** The purposes of those under way that only another version knows. */
export async function foreignPurposes(query: Kysely<Tables>): Promise<string[]> {
  const rows = await query
    .selectFrom('announcement')
    .select('purpose')
    .where('state', 'in', ['scheduled', 'undo', 'sending'])
    .execute();
  return rows.map(({ purpose }) => purpose).filter((purpose) => !isPurpose(purpose));
}

type Rules = {
  template: Extract<MailName, 'announcement' | 'announcement-book' | 'letter'>;
  /** Opens the site when it begins; the others need one that is live. */
  opensSite: boolean;
  /** The book that it hands out. */
  book: BookId | null;
  list: MailList;
};

/** What differs between announcements. Who gets one: recipients.ts. */
export function rulesOf(purpose: Purpose): Rules {
  const book = bookOf(purpose);
  if (book !== null) return { template: 'announcement-book', opensSite: false, book, list: 'books' };
  if (letterOf(purpose) !== null) return { template: 'letter', opensSite: false, book, list: 'newsletter' };
  return { template: 'announcement', opensSite: true, book, list: 'launch' };
}
