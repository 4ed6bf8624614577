import { BOOK_PLACES } from '#contract/content/limits.ts';
import type { Language } from '#contract/language.ts';
import type { ProductsText } from '../text/en/products.ts';
import { wording } from '../text/wording.ts';
import { values } from '../values.ts';

const BLANK: ProductsText['items'][number] = { name: '', subtitle: '', text: '' };

/** With a place for each book that an owner may add. */
const withBlanks = (text: ProductsText): ProductsText => ({
  ...text,
  items: BOOK_PLACES.map((place) => text.items[place] ?? BLANK),
});

const files = import.meta.glob<ProductsText>('/site/text/*/products.ts', { eager: true, import: 'products' });

export const productsTexts = wording(
  Object.fromEntries(Object.entries(files).map(([path, text]) => [path, withBlanks(text)])),
);

/** The books that are shown, in their order. */
export function booksIn(language: Language) {
  const { items } = productsTexts[language];
  return values.books
    .map((book) => ({ ...book, ...(items[book.place] ?? BLANK) }))
    .filter(({ name }) => name !== '');
}

export type NamedBook = ReturnType<typeof booksIn>[number];
