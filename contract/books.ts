import type { Language } from './language.ts';
import { INTERESTS, type Interest } from './subscribe.ts';

/**
 * `books` of `site.config.ts`: for each book its file in each language, PDF or EPUB, by a path below the project's
 * folder; null while the book is not out. Where a language is missing, the reader is given the file of another one.
 */
export type BookFiles = Record<Interest, Partial<Record<Language, string>> | null>;

export const BOOK_KINDS = ['pdf', 'epub'] as const;
export type BookKind = (typeof BOOK_KINDS)[number];

/** What the pages say about the books that are out, in each language: `PDF and EPUB`, `English`. */
export type Offer = Partial<Record<Interest, Record<Language, { kinds: string; languages: string }>>>;

/** A book that is out, as the server knows it; each `file` lies in `dist/.build/`, which no route serves. */
export type BuiltBook = {
  book: Interest;
  files: Partial<Record<Language, { file: string; kind: BookKind }>>;
};

/** What a link that gives a book is for, and its parameter: `/soon?book-seo=TOKEN`. */
export type BookLink = `book-${Interest}`;
export const BOOK_LINKS = INTERESTS.map((book): BookLink => `book-${book}`);

export function bookLink(book: Interest): BookLink {
  return `book-${book}`;
}
