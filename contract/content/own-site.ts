/** What the program says about its owner: placeholders, until the owner does. Pages hold it, so it has no more. */
export const OWN_SITE = {
  brand: { name: 'embreve', markAt: 4, ground: '#0b1012' },
  /** Shown under the program’s own name alone. */
  profiles: [
    {
      network: 'Instagram',
      href: 'https://www.instagram.com/embreve',
      icon: 'M8 3.5h8A4.5 4.5 0 0 1 20.5 8v8a4.5 4.5 0 0 1-4.5 4.5H8A4.5 4.5 0 0 1 3.5 16V8A4.5 4.5 0 0 1 8 3.5zM12 8a4 4 0 0 0 0 8a4 4 0 0 0 0-8zM17 7v.01',
    },
    {
      network: 'LinkedIn',
      href: 'https://www.linkedin.com/company/embreve',
      icon: 'M5 10v9.5M5 5.3v.01M10.5 19.5V10M10.5 14.5a4.2 4.2 0 0 1 8.4 0v5',
    },
  ],
  /** Places of `items` in the text of the services. */
  services: [0, 1, 2, 3],
  legal: {
    entity: 'embreve',
    email: 'privacy@embreve.example',
    formService: null,
    retentionMonths: 12,
    complaintsBook: null,
  },
};
