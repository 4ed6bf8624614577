import type { BookId } from '#contract/books.ts';
import type { BookTitle } from '#contract/owner/launch.ts';
import { useOwner } from './api.ts';
import { useWords } from './words.ts';

export type Books = { all: readonly BookTitle[]; titleOf: (book: BookId) => string };

/** The books of the site, those it had after them, and their titles in the owner’s language. */
export function useBooks(): Books {
  const { language } = useWords();
  const { data: all = [] } = useOwner<BookTitle[]>('/books/titles');
  return { all, titleOf: (id) => all.find(({ book }) => book === id)?.title[language] ?? id };
}
