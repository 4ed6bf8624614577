import type { FooterText } from '../en/footer.ts';

export const footer: FooterText = {
  pages: 'Páginas',
  complaints: 'Livro de Reclamações',
  rights: '© {entity}',
};
