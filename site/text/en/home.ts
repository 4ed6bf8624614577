/** Titles keep their last two words on one line (\u00a0), and "e-book" stays unbroken (\u2060). */
export const home = {
  title: 'Good brands are a matter of\u00a0time.',
  lead: 'We help companies work out what to say, where to say it, and when to stop.',
  ctaPrimary: 'Send us two lines',
  ctaSecondary: 'See the services',
  servicesTitle: 'What we do',
  methodTitle: 'Everything that lasts has a\u00a0rhythm.',
  method: [
    {
      name: 'Pause',
      text: 'We listen first: to your market, your audience, your numbers, and to what only you can say.',
    },
    { name: 'Swing', text: 'Identity, site, content and campaigns, moving in one direction.' },
    { name: 'Return', text: 'Every swing leaves a trace. We read it and adjust the next.' },
  ],
  caseTitle: 'Work',
  caseCta: 'See how',
  productsTitle: 'Brief books',
  productsLead: 'Short e-\u2060books, no\u00a0filler. One evening each.',
  productsCta: 'See the books',
  cover: 'Cover of the e-book “{book}”',
  closingTitle: 'Is it time?',
  closingCta: 'Write to us',
};

export type HomeText = typeof home;
