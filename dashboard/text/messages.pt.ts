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
  answerHint: 'Abre a sua aplicação de e-mail, com a mensagem citada.',
  markRead: 'Marcar como lida',
  markUnread: 'Marcar como não lida',
  release: 'Libertar',
  releaseText: 'Retida porque parece vir de um robô. Se foi escrita por uma pessoa, liberte-a.',
  released: 'Libertada. Foi também enviada para o seu e-mail.',
  releasedOnly: 'Libertada.',
  delete: 'Apagar',
  deleteTitle: 'Apagar esta mensagem?',
  deleteText: 'Não é possível recuperá-la.',
  deleted: 'Mensagem apagada.',
  fields: {
    name: 'Nome',
    company: 'Empresa',
    email: 'E-mail',
    phone: 'Telefone',
    website: 'Site',
  },
  received: 'Recebida',
  language: 'Idioma',
  linkWarning: 'Por segurança, os links das mensagens aparecem só como texto.',
  pick: 'Escolha uma mensagem à esquerda.',
  emptyTitle: 'Ainda não há mensagens.',
  emptyText: 'Depois do lançamento, as mensagens da página de contacto chegam aqui e ao seu e-mail.',
  emptyUnread: 'Não há mensagens por ler.',
  emptyHeld: 'Não há mensagens retidas.',
};
