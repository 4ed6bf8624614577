import { hasNewsletter } from '#contract/documents.ts';
import type { BookId } from '#contract/books.ts';
import type { BookTitle } from '#contract/owner/launch.ts';
import { FALLBACK_LANGUAGE, inEach } from '#contract/language.ts';
import { NEWS } from '#contract/newsletter.ts';
import type { Build } from '#server/base/build.ts';

/** The books that the site has. */
export function bookTitles({ manifest: { words } }: Pick<Build, 'manifest'>): BookTitle[] {
  return Object.keys(words[FALLBACK_LANGUAGE].books).map((book) => ({
    book,
    title: inEach((language) => words[language].books[book] ?? book),
  }));
}

/** What people can ask for, books and the newsletter; the books that are out; whether there is a newsletter now. */
export type AskedBooks = {
  known: ReadonlySet<BookId | typeof NEWS>;
  out: readonly BookId[];
  hasNewsletter: boolean;
};

/** Those of each site that is shown. Pages that are open ask for the books of an earlier one, too. */
export function createAskedBooks(): (build: Pick<Build, 'manifest'>) => AskedBooks {
  const known = new Set<BookId | typeof NEWS>();
  return (build) => {
    for (const { book } of bookTitles(build)) known.add(book);
    const isNewsAsked = hasNewsletter(build.manifest);
    if (isNewsAsked) known.add(NEWS);
    return { known, out: build.manifest.books.map(({ book }) => book), hasNewsletter: isNewsAsked };
  };
}
