import type { signinEn } from './signin.en.ts';
import type { Words } from './words.ts';

export const signinPt: Words<typeof signinEn> = {
  noScript:
    'O painel precisa de JavaScript. Os comandos no servidor fazem o mesmo: npm run embreve -- --help',
  title: 'Entre.',
  lead: 'O painel de {name}, para quem o gere.',
  passkey: 'Entrar com chave de acesso',
  passkeyHint: 'Com a impressão digital, o rosto ou o código deste dispositivo.',
  mailButton: 'Enviar-me um link por e-mail',
  mailLabel: 'O seu e-mail',
  mailSend: 'Enviar o link',
  noMail: 'Este site não tem links por e-mail configurados.',
  helpTitle: 'Nenhum funciona?',
  help: 'Peça um link de entrada a quem cuida do servidor. Este comando cria um; serve uma vez, durante dez minutos:',
  setupTitle: 'Boas-vindas.',
  setupLead:
    'Este é o painel de {name}. É a primeira pessoa a entrar, e mais ninguém entra sem a sua autorização.',
  setupName: 'O seu nome',
  setupNameHint: 'Aparece aos outros responsáveis junto do que fizer.',
  setupButton: 'Entrar',
  setupValid: 'Este link serve uma vez, até às {time}.',
  sentTitle: 'Veja o seu e-mail.',
  sentText:
    'Se {address} for o e-mail de um responsável, vai um link a caminho. Serve uma vez, durante dez minutos, e só neste navegador.',
  sentWait: 'Pode pedir outro daqui a {clock}.',
  sentAgain: 'Enviar outro link',
  sentSpam: 'Não chegou? Veja também na pasta de spam.',
  sentOther: 'Entrar de outra forma',
  linkTitle: 'Só falta um toque.',
  linkButton: 'Entrar',
  offerTitle: 'Da próxima vez, basta um toque.',
  offerText:
    'Com uma chave de acesso, entra com a impressão digital, o rosto ou o código deste dispositivo. Não há nada para decorar, e ninguém a pode roubar de um e-mail.',
  offerNeeded: 'Vai precisar dela também para abrir o site.',
  offerName: 'Que nome tem este dispositivo?',
  offerButton: 'Criar uma chave de acesso',
  offerLater: 'Mais tarde',
  offerSecond:
    'E mais uma, noutro dispositivo, para o caso de perder este? O navegador vai mostrar um código: leia-o com esse dispositivo.',
  offerOther: 'Outro dispositivo',
  offerOtherName: 'Que nome tem o outro dispositivo?',
  offerDone: 'A chave de acesso está criada.',
  signedOut: 'A sessão terminou.',
  idle: 'A sessão terminou ao fim de 30 minutos sem atividade.',
  dayOver: 'A sessão terminou ao fim de doze horas. Entre outra vez.',
  errors: {
    expired: 'Este link já não serve: tem mais de dez minutos ou já foi usado. Peça outro.',
    otherBrowser: 'Este link foi pedido noutro navegador. Abra-o lá, ou peça outro aqui.',
    passkeyCancelled: 'Nada mudou: a chave de acesso não foi usada. Tente outra vez, ou use o link.',
    passkeyUnknown: 'Esta chave de acesso foi retirada deste painel. Use outra, ou o link.',
    passkeyUnsupported: 'Este navegador não suporta chaves de acesso. Use o link.',
    passkeyExists: 'Este dispositivo já tem uma chave de acesso para este painel.',
    nameNeeded: 'Escreva o seu nome.',
  },
};
