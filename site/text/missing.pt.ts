import type { MissingText } from './missing.en.ts';

export const missingPt: MissingText = {
  title: 'Não é aqui.',
  lead: 'Não há nenhuma página neste endereço. Mudou de lugar, ou perdeu-se uma parte do link pelo caminho.',
  home: 'Voltar ao início',
  contact: 'Escreva-nos',
};
