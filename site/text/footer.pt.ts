import type { FooterText } from './footer.en.ts';

export const footerPt: FooterText = {
  pages: 'Páginas',
  complaints: 'Livro de Reclamações',
  rights: '© {entity}',
};
