import { chmod, copyFile, mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { BOOK_KINDS, type BookFiles, type BookKind, type BuiltBook, type Offer } from '#contract/books.ts';
import { isLanguage, LANGUAGES, localeOf, type Language } from '#contract/language.ts';
import { INTERESTS, isInterest, type Interest } from '#contract/subscribe.ts';
import type { Config } from '#server/config.ts';
import { OWN_ENDPOINT } from '#server/setting.ts';
import { ROOT } from './root.ts';
import { fileProblem, headOf, isRecord, type FileRule } from './values.ts';

const BOOK: FileRule = {
  // More is too much to download on a phone.
  megabytes: 50,
  kinds: 'a PDF or an EPUB',
  isKind: (head) => kindIn(head) !== null,
};

export const NO_BOOKS: BookFiles = { seo: null, ads: null };

/** Only the collector serves books: with a foreign form service there are none. */
export function givenBooks(
  { subscribeEndpoint }: Pick<Config, 'subscribeEndpoint'>,
  books: BookFiles,
): BookFiles {
  return subscribeEndpoint === OWN_ENDPOINT ? books : NO_BOOKS;
}

/** One book file named in `site.config.ts`. */
type Named = { book: Interest; language: Language; path: string };

/** The problems of `books` in `site.config.ts`, one per line. Reads the files. */
export function bookProblems(books: BookFiles): string[] {
  if (!isRecord(books)) return [`books must be { seo: null, ads: null }, not ${JSON.stringify(books)}`];
  return [...new Set([...INTERESTS, ...Object.keys(books)])].flatMap((book) => {
    const files: unknown = books[book as Interest];
    if (!isInterest(book))
      return [`books.${book} must be left out: the books are ${INTERESTS.join(' and ')}`];
    if (files === null) return [];
    if (!isRecord(files) || Object.keys(files).length === 0)
      return [`books.${book} must be null, or a file by language, not ${JSON.stringify(files)}`];
    return Object.entries(files).flatMap(([language, path]) => {
      const place = `books.${book}.${language}`;
      if (!isLanguage(language))
        return [`${place} must be left out: the languages are ${LANGUAGES.join(', ')}`];
      const wanted = fileProblem(path, BOOK);
      return wanted === null ? [] : [`${place} must be ${wanted}, not ${JSON.stringify(path)}`];
    });
  });
}

/** Detected by the first bytes of the file. */
function kindIn(head: string): BookKind | null {
  if (head.startsWith('%PDF-')) return 'pdf';
  // The first archive entry, uncompressed (EPUB 3.3, 4.2.2).
  return head.startsWith('PK\x03\x04') && head.startsWith('mimetypeapplication/epub+zip', 30) ? 'epub' : null;
}

function kindOf(file: string): BookKind | null {
  return kindIn(headOf(file));
}

/** All files of `books`, which must have been checked. */
function named(books: BookFiles): Named[] {
  return INTERESTS.flatMap((book) =>
    LANGUAGES.flatMap((language) => {
      const path = books[book]?.[language];
      return path === undefined ? [] : [{ book, language, path: resolve(ROOT, path) }];
    }),
  );
}

/** The book files, whose contents tell the build whether one has changed. */
export function bookSources(books: BookFiles): string[] {
  return named(books).map(({ path }) => path);
}

/** The words that pages need about the available books; null if there are none. */
export function offerOf(books: BookFiles): Offer | null {
  const out = INTERESTS.flatMap((book) => {
    const files = named(books).filter((file) => file.book === book);
    if (files.length === 0) return [];
    const kinds = BOOK_KINDS.filter((kind) => files.some(({ path }) => kindOf(path) === kind));
    const said = LANGUAGES.map((language) => {
      const there = files.map((file) => file.language);
      const own = [...there.filter((one) => one === language), ...there.filter((one) => one !== language)];
      const names = new Intl.DisplayNames(localeOf(language), { type: 'language' });
      return [
        language,
        {
          kinds: list(
            language,
            kinds.map((kind) => kind.toUpperCase()),
          ),
          languages: sentence(
            list(
              language,
              own.map((one) => names.of(one) ?? one),
            ),
          ),
        },
      ];
    });
    return [[book, Object.fromEntries(said)]];
  });
  return out.length === 0 ? null : (Object.fromEntries(out) as Offer);
}

function list(language: Language, words: string[]): string {
  return new Intl.ListFormat(localeOf(language), { type: 'conjunction' }).format(words);
}

function sentence(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The list for the server, with file names as `copyBooks` writes them. */
export function builtBooks(books: BookFiles): BuiltBook[] {
  const out = INTERESTS.filter((book) => named(books).some((file) => file.book === book));
  return out.map((book) => ({
    book,
    files: Object.fromEntries(
      named(books)
        .filter((file) => file.book === book)
        .map((file) => [file.language, { file: target(file), kind: kindOf(file.path) }]),
    ) as BuiltBook['files'],
  }));
}

/** Copies the files into `.build/`, which no host serves: only the server reads them. */
export async function copyBooks(books: BookFiles, out: string): Promise<void> {
  for (const file of named(books)) {
    await mkdir(join(out, FOLDER), { recursive: true });
    const copy = join(out, target(file));
    await copyFile(file.path, copy);
    // The copy inherits the file's mode, which may allow only its uploader; the server is another user.
    await chmod(copy, 0o644);
  }
}

const FOLDER = '.build/books';

function target({ book, language, path }: Named): string {
  return `${FOLDER}/${book}.${language}.${kindOf(path)}`;
}
