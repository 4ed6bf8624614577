import type { ConsentText } from '../en/consent.ts';

export const consent: ConsentText = {
  label: 'Estatísticas de visita',
  notice: 'O Google só conta visitas com o seu consentimento.',
  question: 'Aceita cookies da Google para contar visitas? Pode alterar em «Cookies».',
  accept: 'Aceitar',
  decline: 'Recusar',
};
