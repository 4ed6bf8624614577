import { isBookId, type BookId } from '#contract/books.ts';

const LONGEST = 28;

/** An id that is free, from the name of a book: `gestao-de-crise`, or `gestao-de-crise-2`. */
export function idFor(name: string, isTaken: (id: BookId) => boolean): BookId {
  const words = name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, '-')
    .slice(0, LONGEST)
    .replaceAll(/^-|-$/g, '');
  const base = isBookId(words) ? words : 'book';
  let id = base;
  for (let n = 2; isTaken(id); n += 1) id = `${base}-${n}`;
  return id;
}
