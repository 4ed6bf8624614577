export const footerEn = {
  pages: 'Pages',
  follow: 'Follow us',
  /** Required of businesses in Portugal: an official form for complaints. */
  complaints: 'Complaints book (Livro de Reclamações)',
  rights: '© {entity}',
};

export type FooterText = typeof footerEn;
