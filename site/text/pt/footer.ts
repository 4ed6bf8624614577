import type { FooterText } from '../en/footer.ts';

export const footer: FooterText = {
  pages: 'Páginas',
  newsletter: 'Newsletter',
  complaints: 'Livro de Reclamações',
  rights: '© {entity}',
};
