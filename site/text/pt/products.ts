import type { ProductsText } from '../en/products.ts';

export const products: ProductsText = {
  title: 'Livros breves.',
  lead: 'O que mais vezes explicamos, por escrito. Curtos para caber numa noite, práticos para servir na manhã seguinte.',
  status: 'Disponível em breve',
  format: 'E-book, PDF e EPUB',
  languages: 'Português e inglês',
  items: [
    {
      name: 'SEO',
      subtitle: 'Ser encontrado',
      text: 'Como os motores de busca leem uma página, que palavras os seus clientes usam de facto e o que corrigir primeiro.',
    },
    {
      name: 'Ads',
      subtitle: 'Ser visto',
      text: 'Quando compensa pagar, como escrever um anúncio que ninguém ignora e como saber a hora de parar.',
    },
  ],
  firstLead: 'O primeiro está a caminho.',
  first: 'Seja o primeiro a ler.',
  firstNote: '{name} guarda-o só para avisar quando sair. Saia quando quiser.',
  field: 'O seu e-mail',
  notify: 'Avise-me quando sair',
  note: '{name} guarda-o só para avisar quando este livro sair. Saia quando quiser.',
  thanks: 'Obrigado! Avisamos quando sair.',
};
