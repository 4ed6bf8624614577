/** What the program says about its owner: placeholders, until the owner does. Pages hold it, so it has no more. */
export const OWN_SITE = {
  brand: { name: 'embreve', markAt: 4, ground: '#0b1012' },
  social: {
    instagram: 'https://www.instagram.com/embreve',
    linkedin: 'https://www.linkedin.com/company/embreve',
  },
  legal: {
    entity: 'embreve',
    email: 'privacy@embreve.example',
    formService: null,
    retentionMonths: 12,
    complaintsBook: null,
  },
};
