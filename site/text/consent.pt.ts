import type { ConsentText } from './consent.en.ts';

export const consentPt: ConsentText = {
  label: 'Estatísticas de visita',
  notice: 'As visitas só são contadas pelo Google onde houver a sua concordância.',
  question: 'Podemos contar as visitas com o Google? Só se concordar; pode mudar de ideia abaixo.',
  accept: 'Concordar',
  decline: 'Recusar',
};
