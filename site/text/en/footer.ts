export const footer = {
  pages: 'Pages',
  newsletter: 'Newsletter',
  feed: 'Feed',
  /** Businesses in Portugal must link to this official complaints form. */
  complaints: 'Complaints book (Livro de Reclamações)',
  rights: '© {entity}',
};

export type FooterText = typeof footer;
