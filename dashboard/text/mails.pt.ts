import type { mailsEn } from './mails.en.ts';
import type { Words } from './words.ts';

export const mailsPt: Words<typeof mailsEn> = {
  title: 'E-mails',
  lead: 'O que não passou. Tudo o resto vai a caminho ou já chegou.',
  groups: {
    failed: 'Recusados',
    failedText: 'Tentados durante três dias, ou recusados de vez.',
    held: 'Retidos',
    heldText: 'À espera da sua decisão.',
    unknown: 'Sem certeza',
    unknownText: 'Podem ter chegado. Tentar outra vez pode duplicar.',
  },
  columns: {
    who: 'Para',
    what: 'E-mail',
    why: 'Porquê',
    when: 'Quando',
  },
  kinds: {
    'sign-in': 'Link de acesso',
    confirm: 'Confirmação',
    message: 'Mensagem para si',
    alarm: 'Alarme',
    monday: 'Carta de segunda-feira',
    book: 'Livro',
    forward: 'Serviço de formulários',
  },
  why: {
    noMailbox: 'A caixa de correio não existe.',
    full: 'A caixa de correio está cheia.',
    noDomain: 'Não há ninguém em {domain}: um engano a escrever?',
    blocked: '{provider} não reconheceu o remetente.',
    size: 'Grande demais para {provider}.',
    time: '{provider} não respondeu durante três dias.',
    broke: 'A ligação caiu depois de o e-mail ser entregue.',
    crash: 'O servidor parou nesse momento.',
    restored: 'Estava por enviar quando a cópia foi feita.',
    noOwner: 'Falta o endereço do responsável.',
    other: 'O servidor de e-mail diz: «{words}»',
  },
  words: 'As palavras do servidor',
  retry: 'Tentar outra vez',
  retryAll: {
    one: 'Tentar outra vez',
    other: 'Tentar os {n} outra vez',
  },
  release: 'Libertar',
  releaseAll: {
    one: 'Libertar',
    other: 'Libertar os {n}',
  },
  leave: 'Deixar',
  twiceTitle: 'Enviar outra vez?',
  twiceText: '{address} pode recebê-lo duas vezes.',
  retried: 'De novo na fila.',
  releasedDone: {
    one: '{n} libertado.',
    other: '{n} libertados.',
  },
  wellTitle: 'Está tudo bem.',
  wellText: 'O último e-mail saiu {when} e foi aceite ao fim de {time}.',
  toYou: 'si',
  mailServer: 'O servidor de e-mail',
  leftOut: {
    one: 'Não enviado: há um mais recente para a mesma pessoa, ou ninguém que o receba.',
    other: 'Não enviados: há mais recentes para as mesmas pessoas, ou ninguém que os receba.',
  },
  releaseTitle: {
    one: 'Libertar {n} e-mail?',
    other: 'Libertar os {n} e-mails?',
  },
  releaseText:
    'O que ficou retido ao repor uma cópia pode já ter sido enviado: esses e-mails chegam duas vezes.',
  launch: 'O que não chegou de um anúncio está junto dele:',
  wellNone: 'Ainda não saiu nenhum e-mail.',
  forget: 'Os recusados são esquecidos ao fim de 35 dias.',
};
