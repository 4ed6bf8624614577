import type { OfferText } from '../en/offer.ts';

export const offer: OfferText = {
  status: 'Já disponível',
  format: 'E-book, {kinds}',
  notify: 'Receber o livro',
  note: '{name} envia o livro para este endereço e avisa quando houver uma nova edição. Saia quando quiser.',
  label: 'Livros',
  notice: 'Se pedir um livro, enviamo-lo para o seu endereço e avisamos quando houver uma nova edição.',
  thanks: 'Obrigado! O livro segue por e-\u2060mail.',
};
