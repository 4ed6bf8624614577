import type { MissingText } from '../en/missing.ts';

export const missing: MissingText = {
  title: 'Não é aqui.',
  lead: 'Não há nenhuma página neste endereço. Pode ter mudado de lugar, ou perdeu-\u2060se parte do link.',
  home: 'Voltar ao início',
  contact: 'Escreva-nos',
};
