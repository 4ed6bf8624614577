import type { ConsentText } from './consent.en.ts';

export const consentPt: ConsentText = {
  label: 'Estatísticas de visita',
  notice: 'O Google só conta as visitas se tiver concordado com isso.',
  question:
    'Podemos contar as visitas com o Google? Só se concordar. Pode mudar de ideias em «Cookies», no rodapé.',
  accept: 'Concordar',
  decline: 'Recusar',
};
