import type { BookPlace } from './content/limits.ts';
import type { FileRef } from './content/content.ts';
import type { Language } from './language.ts';
import { NEWS } from './newsletter.ts';

/** Given to a book once, by its name, and to no other one later. */
export type BookId = string;

/** What a form names where there is no book yet; no book can have this id. */
export const NO_BOOK = 'no_book';
export const BOOK_ID = `(?!${NEWS}(?![a-z\\d-]))[a-z\\d-]{1,32}`;
const WHOLE_ID = /* @__PURE__ */ new RegExp(`^${BOOK_ID}$`);

export function isBookId(value: unknown): value is BookId {
  return typeof value === 'string' && WHOLE_ID.test(value);
}

/** A book that the site shows, and the place of its words, files and cover. */
export type ShownBook = { id: BookId; place: BookPlace };

/**
 * A book with its PDF or EPUB file in each language; null until it is out. A reader whose language is missing gets the
 * file of another one.
 */
export type GivenBook = { book: BookId; files: Partial<Record<Language, FileRef>> | null };

export const BOOK_KINDS = ['pdf', 'epub'] as const;
export type BookKind = (typeof BOOK_KINDS)[number];

/** How the pages describe the available books, in each language: `PDF and EPUB`, `English`. */
export type BookOffer = Partial<Record<BookId, Record<Language, { kinds: string; languages: string }>>>;

/** An available book on the server; each `file` is in `dist/.build/`, which no route serves. */
export type BuiltBook = {
  book: BookId;
  files: Partial<Record<Language, { file: string; kind: BookKind }>>;
};

/** The purpose of a download link, and its parameter: `/soon?book-seo=TOKEN`. */
export type BookLink = `book-${BookId}`;

export function bookLink(book: BookId): BookLink {
  return `book-${book}`;
}

/** The book of a link `book-seo`, or of an announcement `book:seo`; null: it is for something else. */
export function bookOf(purpose: string): BookId | null {
  const book = purpose.replace(/^book[:-]/, '');
  return book !== purpose && isBookId(book) ? book : null;
}

export function isBookLink(name: string): name is BookLink {
  return name.startsWith('book-') && bookOf(name) !== null;
}
