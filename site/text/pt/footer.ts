import type { FooterText } from '../en/footer.ts';

export const footer: FooterText = {
  pages: 'Páginas',
  newsletter: 'Newsletter',
  feed: 'Feed',
  complaints: 'Livro de Reclamações',
  rights: '© {entity}',
};
