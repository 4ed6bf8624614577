import type { ConsentText } from './consent.en.ts';

export const consentPt: ConsentText = {
  label: 'Estatísticas de visita',
  notice: 'O Google só conta visitas com o seu consentimento.',
  question: 'Aceita cookies da Google para contar visitas? Pode alterar em «Cookies».',
  accept: 'Aceitar',
  decline: 'Recusar',
};
