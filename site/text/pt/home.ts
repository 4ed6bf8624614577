import type { HomeText } from '../en/home.ts';

export const home: HomeText = {
  title: 'Boas marcas são uma questão de\u00a0tempo.',
  lead: 'Ajudamos empresas a saber o que dizer, onde o dizer e quando parar.',
  ctaPrimary: 'Escreva-\u2060nos duas linhas',
  ctaSecondary: 'Ver os serviços',
  servicesTitle: 'O que fazemos',
  methodTitle: 'Tudo o que dura tem um\u00a0ritmo.',
  method: [
    {
      name: 'Pausa',
      text: 'Primeiro ouvimos: o mercado, o público, os números e o que torna a sua marca diferente.',
    },
    { name: 'Impulso', text: 'Identidade, site, conteúdo e campanhas, todos na mesma direção.' },
    { name: 'Retorno', text: 'Todo o movimento deixa rasto. Seguimo-\u2060lo e afinamos o próximo.' },
  ],
  caseTitle: 'Trabalhos',
  caseCta: 'Ver como',
  productsTitle: 'Livros breves',
  productsLead: 'E-\u2060books curtos, sem palavras a mais. Uma noite para cada um.',
  productsCta: 'Ver os livros',
  cover: 'Capa do e-book «{book}»',
  closingTitle: 'Chegou a hora?',
  closingCta: 'Escreva-nos',
};
