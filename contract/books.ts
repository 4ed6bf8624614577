import type { FileRef } from './content/content.ts';
import type { Language } from './language.ts';
import { INTERESTS, type Interest } from './subscribe.ts';

/**
 * A PDF or EPUB file for each book and language; null until the book is out. A reader whose language is missing gets
 * the file of another one.
 */
export type BookFiles = Record<Interest, Partial<Record<Language, FileRef>> | null>;

export const BOOK_KINDS = ['pdf', 'epub'] as const;
export type BookKind = (typeof BOOK_KINDS)[number];

/** How the pages describe the available books, in each language: `PDF and EPUB`, `English`. */
export type BookOffer = Partial<Record<Interest, Record<Language, { kinds: string; languages: string }>>>;

/** An available book on the server; each `file` is in `dist/.build/`, which no route serves. */
export type BuiltBook = {
  book: Interest;
  files: Partial<Record<Language, { file: string; kind: BookKind }>>;
};

/** The purpose of a download link, and its parameter: `/soon?book-seo=TOKEN`. */
export type BookLink = `book-${Interest}`;
export const BOOK_LINKS = INTERESTS.map((book): BookLink => `book-${book}`);

export function bookLink(book: Interest): BookLink {
  return `book-${book}`;
}
