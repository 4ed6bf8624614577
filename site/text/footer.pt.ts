import type { FooterText } from './footer.en.ts';

export const footerPt: FooterText = {
  pages: 'Páginas',
  follow: 'Siga-nos',
  complaints: 'Livro de Reclamações',
  rights: '© {entity}',
};
