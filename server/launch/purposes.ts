import type { Purpose } from '#contract/owner/launch.ts';
import type { Interest } from '#contract/subscribe.ts';

/** What differs between the launch and the announcement of a book. */
type PurposeRules = {
  /** The book that is announced, or null. */
  book: Interest | null;
  /** It opens the site, and undoing it closes the site again. */
  opensSite: boolean;
};

export const PURPOSES: Readonly<Record<Purpose, PurposeRules>> = {
  launch: { book: null, opensSite: true },
  'book:seo': ofBook('seo'),
  'book:ads': ofBook('ads'),
};

function ofBook(book: Interest): PurposeRules {
  return { book, opensSite: false };
}

export function isPurpose(text: string | undefined): text is Purpose {
  return text !== undefined && Object.hasOwn(PURPOSES, text);
}
