import type { PlanText } from '../en/plan.ts';

export const plan: PlanText = {
  title: 'Cabe numa página.',
  lead: 'O que leva da consultoria: uma folha, em palavras simples, que toda a equipa consegue seguir.',
  sheet: 'O plano',
  example: 'Exemplo',
  parts: [
    { name: 'Objetivo', text: 'A mudança que mais importa, numa frase que qualquer pessoa consiga repetir.' },
    { name: 'Público', text: 'Quem decide, o que precisa de saber e onde o procura.' },
    { name: 'Mensagem', text: 'O que dizer primeiro, com as palavras que o público já usa.' },
    { name: 'Canais', text: 'Os poucos lugares onde estar, e os que ficam de fora de propósito.' },
    { name: 'Medição', text: 'O que vai mostrar que resulta, e o dia em que o verificamos.' },
  ],
  days: 'Primeiros 90 dias',
  steps: [
    { name: 'Dias 1 a 30', text: 'Ouvir: clientes, números, a mensagem.' },
    { name: 'Dias 31 a 60', text: 'Construir: dizê-lo onde se procura primeiro.' },
    { name: 'Dias 61 a 90', text: 'Comparar: manter o que resulta, parar o resto.' },
  ],
};
