import { join } from 'node:path';
import type { BookKind, BookId } from '#contract/books.ts';
import { FALLBACK_LANGUAGE, LANGUAGES, type Language } from '#contract/language.ts';
import type { Build } from '#server/base/build.ts';

/** A file of a book. */
export type BookFile = {
  /** Absolute path. */
  path: string;
  kind: BookKind;
  language: Language;
  /** The title in the language of the file, e.g. `SEO: Be found`. */
  title: string;
};

/** The available books. */
export type BookFileStore = {
  books: readonly BookId[];
  /** The file for a reader of `language`, or in another language. Null: the book is not available. */
  fileFor(book: BookId, language: Language): BookFile | null;
};

/** The books of a build. */
export function createBookFiles({ manifest, dist }: Pick<Build, 'manifest' | 'dist'>): BookFileStore {
  const { books, words } = manifest;
  return {
    books: books.map(({ book }) => book),
    fileFor(wanted, reader) {
      const files = books.find(({ book }) => book === wanted)?.files ?? {};
      const language = [reader, FALLBACK_LANGUAGE, ...LANGUAGES].find((one) => files[one]);
      const found = language && files[language];
      if (!found) return null;
      const { file, kind } = found;
      return { path: join(dist, file), kind, language, title: words[language].books[wanted] ?? wanted };
    },
  };
}
