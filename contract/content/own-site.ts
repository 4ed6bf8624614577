import type { ShownBook } from '#contract/books.ts';

/** What the program says about its owner: placeholders, until the owner does. Pages hold it, so it has no more. */
export const OWN_SITE = {
  brand: { name: 'embreve', markAt: 4, ground: '#0b1012' },
  /** Shown under the built-in name alone. */
  profiles: [
    {
      network: 'Instagram',
      href: 'https://www.instagram.com/embreve',
      icon: 'M8 4h8a4 4 0 0 1 4 4v8a4 4 0 0 1-4 4H8a4 4 0 0 1-4-4V8a4 4 0 0 1 4-4M16 12a4 4 0 0 1-8 0a4 4 0 0 1 8 0M17 7v.01',
    },
    {
      network: 'LinkedIn',
      href: 'https://www.linkedin.com/company/embreve',
      icon: 'M5 10v9M5 6v.01M11 19v-9m0 5a4 4 0 0 1 8 0v4',
    },
  ],
  /** Places of `items` in the text of the services. */
  services: [0, 1, 2, 3],
  /** Their places in the same way. */
  books: [
    { id: 'seo', place: 0 },
    { id: 'ads', place: 1 },
  ] satisfies ShownBook[] as ShownBook[],
  legal: {
    entity: 'embreve',
    email: 'privacy@embreve.example',
    formService: null,
    retentionMonths: 12,
    complaintsBook: null,
  },
};
