import type { ServicesText } from '../en/services.ts';

export const services: ServicesText = {
  title: 'Quatro formas de\u00a0avançar.',
  lead: 'Escolha uma, ou todas num só plano.',
  includes: 'Inclui',
  items: [
    {
      name: 'Consultoria',
      text: 'Uma leitura clara da posição da marca, e um plano que cabe numa página.',
      includes: ['Auditoria de marca e mercado', 'Posicionamento', 'Plano de canais', 'Métricas'],
    },
    {
      name: 'Branding',
      text: 'Um nome, uma voz e uma imagem que se reconhecem antes de se ver o logótipo.',
      includes: ['Nome e voz', 'Identidade visual', 'Manual de marca', 'Design do site'],
    },
    {
      name: 'Marketing',
      text: 'Pesquisa, anúncios e e-\u2060mail que trabalham juntos e se medem pelos resultados.',
      includes: ['SEO', 'Anúncios na pesquisa e nas redes sociais', 'E-mail', 'Relatórios'],
    },
    {
      name: 'Redes sociais',
      text: 'Menos publicações, melhores, a um ritmo que se consegue manter.',
      includes: ['Calendário editorial', 'Conteúdo e design', 'Gestão de comunidade', 'Revisão mensal'],
    },
  ],
  closing: 'Não sabe por onde começar?',
  closingLead: 'Conte-nos onde está e onde gostaria de estar. Respondemos pessoalmente.',
  closingCta: 'Pergunte-nos',
};
