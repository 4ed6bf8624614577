import { capitalNames } from '#contract/language.ts';
import type { SubscriptionText } from '../en/subscription.ts';

export const subscription: SubscriptionText = {
  confirm: {
    title: 'Só falta um passo',
    text: 'Confirme que %ADDRESS% é o seu e-\u2060mail e avisamos quando chegar a hora. Se não fez este pedido, basta fechar a página.',
    asked: 'Pediu: %WHAT%.',
    things: {
      launch: 'o aviso da abertura',
      first: 'o aviso do primeiro livro',
      news: 'a nossa newsletter',
    },
    book: '«%BOOK%»',
    button: 'Confirmar o meu e-\u2060mail',
    once: 'Prima mais uma vez para confirmar.',
  },
  unsubscribe: {
    title: 'Sair da lista',
    text: 'Carregue no botão e %ADDRESS% deixa de receber e-\u2060mails nossos. Serve também se foi outra pessoa a deixar aqui o seu endereço.',
    button: 'Cancelar a subscrição',
    choice: 'O que deve deixar de chegar a %ADDRESS%?',
    news: 'Só a newsletter',
    newsText: 'Os outros avisos que pediu continuam a chegar.',
    all: 'Tudo',
    allText: 'Mais nenhum e-\u2060mail nosso.',
  },
  news: {
    confirmed: 'O seu e-\u2060mail está confirmado.',
    title: 'Continuamos em contacto?',
    text: 'Quer receber a nossa newsletter em %ADDRESS%? {often} Se não quiser, basta fechar a página.',
    often: {
      monthly: 'Um e-\u2060mail por mês, no máximo.',
      twiceMonthly: 'Dois e-\u2060mails por mês, no máximo.',
      weekly: 'Um e-\u2060mail por semana, no máximo.',
    },
    note: '{name} usa o seu endereço só para isto. Não contamos quem lê. Saia quando quiser.',
    button: 'Sim, quero a newsletter',
    once: 'Prima mais uma vez para subscrever.',
  },
  me: {
    title: 'Os seus dados',
    text: 'Estes são os dados que guardamos. Livros e mensagens aparecem aqui só em número; o ficheiro traz tudo.',
    facts: {
      ADDRESS: 'E-mail',
      STATE: 'Subscrição',
      LANGUAGE: 'Idioma',
      SINCE: 'Desde',
      SOURCE: 'Como nos encontrou',
      BOOKS: 'Livros que pediu',
      MESSAGES: 'Mensagens que nos enviou',
      CONSENT: 'O que aceitou',
    },
    gets: 'O que recebe',
    news: 'Newsletter',
    newsText: 'Desde %NEWS%. {often}',
    stop: 'Deixar de receber',
    export: 'Descarregar em JSON',
    eraseText:
      'Apagar é definitivo. Fica apenas um código que não revela o seu endereço e impede que uma lista antiga o traga de volta.',
    erase: 'Apagar tudo',
    once: 'Prima «Apagar tudo» mais uma vez para apagar.',
  },
  confirmed: {
    title: 'Já está na lista',
    text: 'Obrigado! O seu e-\u2060mail está confirmado. Avisamos quando chegar a hora.',
    link: 'Ir para a página inicial',
  },
  unsubscribed: {
    title: 'Já não está na lista',
    text: 'Não volta a receber e-\u2060mails nossos.',
    link: 'Ir para a página inicial',
  },
  joined: {
    title: 'Subscrição feita',
    text: 'A próxima newsletter chega ao seu e-\u2060mail. Pode sair a partir de qualquer uma, com um clique.',
    link: 'Ir para a página inicial',
  },
  stopped: {
    title: 'Já não recebe a newsletter',
    text: 'Os outros avisos que pediu continuam a chegar.',
    link: 'Ir para a página inicial',
  },
  erased: {
    title: 'Tudo foi apagado',
    text: 'O seu endereço e tudo o que guardávamos com ele foram apagados.',
    link: 'Ir para a página inicial',
  },
  expired: {
    title: 'Este link já não funciona',
    text: 'É demasiado antigo, ou perdeu-\u2060se parte dele. Pode deixar o seu e-\u2060mail outra vez.',
    rights: 'Queria sair da lista, ou ver ou apagar os seus dados? Escreva-nos e tratamos disso:',
    link: 'Subscrever de novo',
  },
  'book-expired': {
    title: 'Este link já não funciona',
    text: 'É demasiado antigo, ou perdeu-\u2060se parte dele. Pode pedir o livro outra vez.',
    link: 'Ver os livros',
  },
  /** In a draft that a link shows: above each page, and after a form. */
  draft: {
    line: 'Rascunho para %WHO%, de %WHEN%. Não é público. Acaba a %DAY%.',
    sent: 'É um rascunho: nada foi enviado.',
  },
  states: {
    pending: 'Por confirmar',
    confirmed: 'Confirmada',
    unsubscribed: 'Cancelada',
    suppressed: 'Bloqueada: não enviamos nada',
    undeliverable: 'E-mails devolvidos: não enviamos nada',
  },
  announcement: {
    launch: {
      subject: 'Já abrimos',
      preheader: 'Pediu para saber quando abríssemos. Aqui estamos.',
      heading: 'Em breve é agora.',
      body: 'Pediu para saber quando o nosso site abrisse. Já abriu.\n\nMostra o que fazemos, como trabalhamos e onde nos encontrar.',
      button: 'Ver o site',
    },
    book: {
      subject: '«%BOOK%» já saiu',
      preheader: 'Pediu para saber quando saísse. Aqui está.',
      heading: 'O livro já saiu.',
      body: 'Pediu para saber quando «%BOOK%» saísse. É curto o bastante para uma noite.',
      button: 'Descarregar o livro',
    },
  },
  pauses: {
    owner: 'Alguém com acesso pôs o envio em pausa.',
    late: 'A hora agendada passou com o servidor desligado.',
    clock: 'O relógio do servidor foi alterado.',
    moved: 'A lista foi reposta ou copiada.',
    failed: 'Demasiados e-\u2060mails foram recusados.',
    unknown: 'Demasiados e-mails têm entrega incerta.',
    book: 'O livro não está disponível neste servidor.',
    page: 'A página não respondeu em cinco minutos.',
    refused:
      'Um fornecedor de e-\u2060mail recusa os nossos e-\u2060mails por causa da configuração do envio.',
    'mail-server': 'Falta o servidor de e-mail, ou não é possível abrir a conta.',
    'locked-out': 'O servidor de e-mail não aceita os nossos envios.',
  },
  languages: capitalNames('pt'),
};
