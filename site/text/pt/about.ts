import type { AboutText } from '../en/about.ts';

export const about: AboutText = {
  title: 'Pequenos de propósito.',
  lead: 'Somos uma pequena agência de marketing digital e branding. Quem lhe responde é quem faz o trabalho.',
  story:
    'O nosso sinal é a breve, a curva que indica uma vogal curta. É também o arco que um pêndulo desenha na areia. Lembra-\u2060nos duas coisas: dizer em poucas palavras e deixar o tempo fazer a sua parte.',
  valuesTitle: 'Como trabalhamos',
  values: [
    ['Breves', 'Cortamos até ficar só o que é útil.'],
    ['Exatos', 'Dizemos o que sabemos, o que não sabemos e como vamos descobrir.'],
    ['Pacientes', 'Preferimos uma marca que cresce a uma campanha que grita.'],
  ],
  peopleTitle: 'Quem responde',
  closingTitle: 'Chegou a hora?',
  closingLead: 'Conte-nos onde está e onde gostaria de estar. Respondemos pessoalmente.',
  cta: 'Escreva-nos',
};
