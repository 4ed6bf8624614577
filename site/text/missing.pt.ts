import type { MissingText } from './missing.en.ts';

export const missingPt: MissingText = {
  title: 'Não é aqui.',
  lead: 'Não há nenhuma página neste endereço. Pode ter mudado de lugar, ou perdeu-\u2060se parte do link.',
  home: 'Voltar ao início',
  contact: 'Escreva-nos',
};
