import type { ConsentText } from './consent.en.ts';

export const consentPt: ConsentText = {
  label: 'Estatísticas de visita',
  notice: 'O Google só conta as visitas se tiver concordado com isso.',
  question: 'Aceita cookies do Google para contar visitas? Mude de ideias em «Cookies».',
  accept: 'Concordar',
  decline: 'Recusar',
};
