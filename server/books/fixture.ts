import type { BuiltBook } from '#contract/books.ts';

/** One book in both languages, and one that there is in English alone. */
export const BOOKS: BuiltBook[] = [
  {
    book: 'seo',
    files: {
      en: { file: '.build/books/seo.en.pdf', kind: 'pdf' },
      pt: { file: '.build/books/seo.pt.pdf', kind: 'pdf' },
    },
  },
  {
    book: 'ads',
    files: { en: { file: '.build/books/ads.en.epub', kind: 'epub' } },
  },
];
