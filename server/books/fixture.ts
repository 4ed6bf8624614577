import type { BuiltBook } from '#contract/books.ts';
import { LANGUAGES } from '#contract/language.ts';

/** In every other language as in English. */
export function titlesOf(en: string, pt: string): BuiltBook['titles'] {
  const titles = LANGUAGES.map((language) => [language, language === 'pt' ? pt : en]);
  return Object.fromEntries(titles) as BuiltBook['titles'];
}

/** One book in both languages, and one that there is in English alone. */
export const BOOKS: BuiltBook[] = [
  {
    book: 'seo',
    titles: titlesOf('SEO: Be found', 'SEO: Ser encontrado'),
    files: {
      en: { file: '.build/books/seo.en.pdf', kind: 'pdf' },
      pt: { file: '.build/books/seo.pt.pdf', kind: 'pdf' },
    },
  },
  {
    book: 'ads',
    titles: titlesOf('Ads: Be seen', 'Anúncios: Ser visto'),
    files: { en: { file: '.build/books/ads.en.epub', kind: 'epub' } },
  },
];
