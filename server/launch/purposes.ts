import { letterOf } from '#contract/announcement.ts';
import { type BookId, bookOf } from '#contract/books.ts';
import type { MailName } from '#contract/mails.ts';
import type { Purpose } from '#contract/owner/launch.ts';
import type { MailList } from '#server/deliver/message.ts';

export function isPurpose(text: string | undefined): text is Purpose {
  if (text === undefined) return false;
  return text === 'launch' || letterOf(text) !== null || (text.startsWith('book:') && bookOf(text) !== null);
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
