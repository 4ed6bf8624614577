/** The page of the books. */
export const products = {
  title: 'Brief books.',
  lead: 'What we explain most often, written down. Short enough for one evening, practical enough for the next morning.',
  status: 'Available soon',
  format: 'E-book, PDF and EPUB',
  languages: 'English and Portuguese',
  items: [
    {
      name: 'SEO',
      subtitle: 'Be found',
      text: 'How search engines read a page, the words your customers actually use, and what to fix first.',
    },
    {
      name: 'Ads',
      subtitle: 'Be seen',
      text: 'When paying makes sense, how to write an ad people don’t skip, and how to know when to stop.',
    },
  ],
  /** Where there is none yet. */
  firstLead: 'The first is being written.',
  first: 'Be the first to read it.',
  firstNote: '{name} keeps it only to tell you when it’s out. Opt out any time.',
  field: 'Your email',
  notify: 'Tell me when it’s out',
  note: '{name} keeps it only to tell you when this book is out. Opt out any time.',
  thanks: 'Thank you! We’ll tell you when it’s out.',
};

export type ProductsText = typeof products;
