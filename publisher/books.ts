import { chmod, copyFile, mkdir } from 'node:fs/promises';
import { extname, join } from 'node:path';
import {
  BOOK_KINDS,
  type BookId,
  type BookKind,
  type BookOffer,
  type BuiltBook,
  type GivenBook,
} from '#contract/books.ts';
import type { Facts } from '#contract/content/facts.ts';
import { capital, languageNames, LANGUAGES, localeOf, type Language } from '#contract/language.ts';
import { OWN_ENDPOINT, type SiteSettings } from '#contract/site.ts';

/** The books that visitors are given. Only the collector serves books: with a foreign form service there are none. */
export function givenBooks(facts: Facts, { subscribeEndpoint }: SiteSettings): GivenBook[] {
  if (subscribeEndpoint !== OWN_ENDPOINT) return [];
  return facts.books.map(({ id, place }) => ({ book: id, files: facts[`books.${place}`] }));
}

/** One file of a book. `file`: its name. */
type Named = { book: BookId; language: Language; file: string };

function named(books: readonly GivenBook[]): Named[] {
  return books.flatMap(({ book, files }) =>
    LANGUAGES.flatMap((language) => {
      const file = files?.[language]?.file;
      return file === undefined ? [] : [{ book, language, file }];
    }),
  );
}

function kindOf(file: string): BookKind {
  return BOOK_KINDS.find((kind) => extname(file) === `.${kind}`) ?? 'pdf';
}

/** The words that pages need about the available books; null if there are none. */
export function offerOf(books: readonly GivenBook[]): BookOffer | null {
  const out = books.flatMap(({ book }) => {
    const files = named(books).filter((one) => one.book === book);
    if (files.length === 0) return [];
    const kinds = BOOK_KINDS.filter((kind) => files.some(({ file }) => kindOf(file) === kind));
    const said = LANGUAGES.map((language) => {
      const there = files.map((file) => file.language);
      const own = [...there.filter((one) => one === language), ...there.filter((one) => one !== language)];
      const names = languageNames(language);
      return [
        language,
        {
          kinds: list(
            language,
            kinds.map((kind) => kind.toUpperCase()),
          ),
          languages: capital(
            list(
              language,
              own.map((one) => names[one]),
            ),
            language,
          ),
        },
      ];
    });
    return [[book, Object.fromEntries(said)]];
  });
  return out.length === 0 ? null : (Object.fromEntries(out) as BookOffer);
}

function list(language: Language, words: string[]): string {
  return new Intl.ListFormat(localeOf(language), { type: 'conjunction' }).format(words);
}

/** The list for the server, with file names as `copyBooks` writes them. */
export function builtBooks(books: readonly GivenBook[]): BuiltBook[] {
  const out = books.map(({ book }) => book).filter((book) => named(books).some((one) => one.book === book));
  return out.map((book) => ({
    book,
    files: Object.fromEntries(
      named(books)
        .filter((one) => one.book === book)
        .map((one) => [one.language, { file: target(one), kind: kindOf(one.file) }]),
    ) as BuiltBook['files'],
  }));
}

/** Copies the files into `.build/`, which no host serves: only the server reads them. */
export async function copyBooks(books: readonly GivenBook[], files: string, out: string): Promise<void> {
  for (const one of named(books)) {
    await mkdir(join(out, FOLDER), { recursive: true });
    const copy = join(out, target(one));
    await copyFile(join(files, one.file), copy);
    // The copy inherits the file's mode; the server may be another user.
    await chmod(copy, 0o644);
  }
}

const FOLDER = '.build/books';

function target({ book, language, file }: Named): string {
  return `${FOLDER}/${book}.${language}.${kindOf(file)}`;
}
