import type { emptyToday as english } from '../en/empty-today.ts';
import type { Translated } from '../words.ts';

export const emptyToday: Translated<typeof english> = {
  title: 'Ainda sem subscrições.',
  lead: 'Três passos para a primeira subscrição:',
  test: 'Faça a primeira subscrição',
  testText: 'Vê o que os visitantes veem e confirma que o e-mail chega.',
  testButton: 'Abrir a página',
  share: 'Partilhe o endereço',
  shareText: 'Numa publicação, na assinatura do e-mail, no cartão de visita.',
  shareButton: 'Copiar',
  tag: 'Identifique os seus links',
  tagText: 'Com {tail} no fim, as Estatísticas mostram de onde veio cada pessoa.',
  tagButton: 'Copiar o link',
  counting: 'A contagem começa agora. Ainda não há páginas vistas.',
};
