import type { messagesEn } from './messages.en.ts';
import type { Words } from './words.ts';

export const messagesPt: Words<typeof messagesEn> = {
  title: 'Mensagens',
  tabs: {
    all: 'Todas',
    unread: 'Por ler',
    held: 'Retidas',
  },
  answer: 'Responder por e-mail',
  answerHint: 'Abre o seu programa de e-mail, com a mensagem citada.',
  markRead: 'Marcar como lida',
  markUnread: 'Marcar como não lida',
  release: 'Libertar',
  releaseText: 'Retida porque parece de um robô. Liberte-a se foi uma pessoa que a escreveu.',
  released: 'Libertada. Também está no seu e-mail.',
  releasedOnly: 'Libertada.',
  delete: 'Eliminar',
  deleteTitle: 'Eliminar esta mensagem?',
  deleteText: 'Não se pode recuperar.',
  deleted: 'Eliminada.',
  fields: {
    name: 'Nome',
    company: 'Empresa',
    email: 'E-mail',
    phone: 'Telefone',
    website: 'Site',
  },
  received: 'Recebida',
  language: 'Escreveu em',
  linkWarning: 'O que um desconhecido escreveu aparece como texto. Os links não abrem sozinhos.',
  pick: 'Escolha uma mensagem à esquerda.',
  emptyTitle: 'Ainda não há mensagens.',
  emptyText: 'Chegam da página de contacto depois da abertura, ao seu e-mail e aqui.',
  emptyUnread: 'Está tudo lido.',
  emptyHeld: 'Nada retido.',
};
