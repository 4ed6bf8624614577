import type { HomeText } from './home.en.ts';

export const homePt: HomeText = {
  title: 'Boas marcas são uma questão de\u00a0tempo.',
  lead: 'Ajudamos empresas a dizer a coisa certa, no lugar certo, na hora certa.',
  ctaPrimary: 'Vamos conversar',
  ctaSecondary: 'Ver os serviços',
  servicesTitle: 'O que fazemos',
  methodTitle: 'Tudo o que dura tem um\u00a0ritmo.',
  method: [
    {
      name: 'Pausa',
      text: 'Primeiro ouvimos. O mercado, o público, os números e o que torna a sua marca diferente.',
    },
    { name: 'Impulso', text: 'Identidade, site, conteúdo e campanhas, todos na mesma direção.' },
    { name: 'Retorno', text: 'Todo movimento deixa uma marca. Lemos essa marca e ajustamos o próximo.' },
  ],
  productsTitle: 'Livros breves',
  productsLead: 'Dois e-books curtos, sem enchimento. Uma noite para cada um.',
  productsCta: 'Ver os livros',
  coverSeo: 'Capa do e-book SEO',
  coverAds: 'Capa do e-book Ads',
  closingTitle: 'Chegou a hora?',
  closingCta: 'Escreva-nos',
};
