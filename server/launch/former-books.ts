import type { Kysely } from '#kysely';
import { bookOf, type BookId } from '#contract/books.ts';
import { factsOf } from '#contract/content/own-facts.ts';
import { inEach, LANGUAGES } from '#contract/language.ts';
import type { BookTitle } from '#contract/owner/launch.ts';
import type { Build } from '#server/base/build.ts';
import { bookTitles } from '#server/books/titles.ts';
import { editionBefore } from '#server/content/editions.ts';
import { booksAskedAbout } from '#server/list/export.ts';
import type { Tables } from '#server/store/schema.ts';
import { createMemos } from './memo.ts';

/** Editions that are searched for the title of a book that the site has no more. */
const MOST_EDITIONS = 200;

const memosOf = createMemos();

/** The titles of the books that the site has, then of those that people asked for or were emailed about before. */
export async function readTitles({
  read,
  build,
}: {
  read: Kysely<Tables>;
  build: Build;
}): Promise<BookTitle[]> {
  const shown = bookTitles(build);
  const asked = await memosOf(read).value('books asked for', () => askedBooks(read));
  const former = asked.filter((book) => shown.every((one) => one.book !== book));
  const titles = await memosOf(read).value(`titles of ${former.join()}`, () => formerTitles(read, former));
  return [...shown, ...titles];
}

async function askedBooks(read: Kysely<Tables>): Promise<BookId[]> {
  const announced = await read.selectFrom('announcement').select('purpose').execute();
  const books = [...(await booksAskedAbout(read)), ...announced.map(({ purpose }) => bookOf(purpose))];
  return [...new Set(books.filter((book) => book !== null))].sort();
}

/** As they were called last; by its id where no edition is left that has it. */
async function formerTitles(read: Kysely<Tables>, former: readonly BookId[]): Promise<BookTitle[]> {
  const found = new Map<BookId, BookTitle>();
  if (former.length === 0) return [];
  // Few sites need them.
  const { readableContent } = await import('#contract/content/check.ts');
  const { programWords } = await import('#server/publish/program-words.ts');
  const words = await programWords();
  let before = Number.MAX_SAFE_INTEGER;
  for (let n = 0; n < MOST_EDITIONS && found.size < former.length; n += 1) {
    const edition = await editionBefore(read, before);
    if (edition === null) break;
    before = edition.number;
    const content = readableContent(edition.content, words);
    const wordAt = (key: string) => String(content[key] ?? words.get(key)?.own ?? '');
    for (const { id, place } of factsOf(content).books) {
      if (found.has(id) || !former.includes(id)) continue;
      const said = (part: string, language: string) =>
        [language, ...LANGUAGES]
          .map((one) => wordAt(`text.products.items.${place}.${part}.${one}`))
          .find(Boolean);
      const title = inEach((language) => {
        const parts = [said('name', language) ?? id, said('subtitle', language)];
        return parts.filter(Boolean).join(': ');
      });
      found.set(id, { book: id, title });
    }
  }
  return former.map((book) => found.get(book) ?? { book, title: inEach(() => book) });
}
