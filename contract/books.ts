import type { FileRef } from './content/content.ts';
import type { Language } from './language.ts';

/** Given to a book once, by its name, and to no other one later. */
export type BookId = string;

/** `news` is no book: people who ask for it ask for none. */
export const BOOK_ID = '(?!news(?![a-z\\d-]))[a-z\\d-]{1,32}';
const WHOLE_ID = /* @__PURE__ */ new RegExp(`^${BOOK_ID}$`);

export function isBookId(value: unknown): value is BookId {
  return typeof value === 'string' && WHOLE_ID.test(value);
}

/** The books that the program has words for. */
export const OWN_BOOKS = ['seo', 'ads'] as const;
export type OwnBook = (typeof OWN_BOOKS)[number];

/**
 * A PDF or EPUB file for each book and language; null until the book is out. A reader whose language is missing gets
 * the file of another one.
 */
export type BookFiles = Record<OwnBook, Partial<Record<Language, FileRef>> | null>;

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
