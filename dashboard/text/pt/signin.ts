import type { again as againInEnglish, signin as english } from '../en/signin.ts';
import type { Translated } from '../words.ts';

export const signin: Translated<typeof english> = {
  noScript:
    'O painel precisa de JavaScript. Em alternativa, use os comandos no servidor: npm run embreve -- --help',
  title: 'Iniciar sessão',
  lead: 'O painel de {name}, para quem o gere.',
  elsewhere: 'O painel está em {address}. No endereço que abriu não é possível entrar.',
  elsewhereButton: 'Ir para o painel',
  passkey: 'Entrar com chave de acesso',
  passkeyHint: 'Com a impressão digital, o rosto ou o código deste dispositivo.',
  mailLabel: 'O seu e-mail',
  mailSend: 'Enviar o link',
  noMail: 'O envio de links por e-mail não está configurado neste site.',
  helpTitle: 'Não consegue entrar?',
  help: 'Peça um link de acesso a quem gere o servidor. Este comando cria um, válido durante dez minutos e para uma só utilização:',
  setupValid: 'Este link é válido até às {time} e só pode ser usado uma vez.',
  sentTitle: 'Veja o seu e-mail.',
  sentText:
    'Se {address} tiver acesso ao painel, vai receber um link. É válido durante dez minutos, uma única vez e só neste navegador.',
  sentWait: 'Pode pedir outro daqui a {clock}.',
  sentAgain: 'Enviar outro link',
  sentSpam: 'Não chegou? Veja também na pasta de spam.',
  sentOther: 'Entrar de outra forma',
  linkTitle: 'Falta só um clique.',
  linkButton: 'Entrar',
  offerTitle: 'Da próxima vez, basta um toque.',
  offerText:
    'Com uma chave de acesso, entra com a impressão digital, o rosto ou o código deste dispositivo. Não há nada para decorar, e ninguém a pode roubar de um e-mail.',
  offerNeeded: 'Vai também precisar dela no lançamento.',
  offerProvesLater:
    'Entrou com um link por e-mail. Durante três dias, a chave serve para entrar, mas não para lançar, exportar nem convidar. Todas as pessoas com acesso são avisadas.',
  offerName: 'Nome deste dispositivo',
  offerLater: 'Mais tarde',
  offerSecond:
    'Quer criar outra, noutro dispositivo, para o caso de perder este? O navegador vai mostrar um código: leia-o com esse dispositivo.',
  offerOther: 'Outro dispositivo',
  offerOtherName: 'Que nome tem o outro dispositivo?',
  offerDone: 'Chave de acesso criada.',
  signedOut: 'Sessão terminada.',
  idle: 'A sessão terminou ao fim de 30 minutos sem atividade.',
  dayOver: 'A sessão terminou ao fim de doze horas. Inicie sessão novamente.',
  notMineTitle: 'Remover esta chave de acesso?',
  notMineText:
    'Quem a criou deixa de poder entrar com ela, e termina a sessão de quem entrou com um link por e-mail em nome da mesma pessoa.',
  notMineButton: 'Remover a chave',
  notMineDone: 'Chave de acesso removida.',
  notMineNext:
    'Mude agora a palavra-passe da caixa de correio dessa pessoa: é provável que alguém a consiga ler. O registo mostra o que foi feito no painel.',
  notMineOver: 'Este link já não funciona.',
  notMineGone: 'Esta chave já foi removida, ou já passaram três dias. Entre e veja as definições.',
  errors: {
    expired: 'Este link já não é válido: passou o prazo ou já foi usado. Peça outro.',
    otherBrowser: 'Este link foi pedido noutro navegador. Abra-o lá, ou peça outro aqui.',
    passkeyCancelled:
      'A chave de acesso não foi usada. Tente novamente ou use um link. Se o endereço do site mudou, as chaves do endereço anterior não servem aqui.',
    passkeyUnknown: 'Esta chave de acesso foi removida. Use outra, ou o link.',
    passkeyUnsupported: 'Este navegador não suporta chaves de acesso. Use o link.',
    passkeyLater:
      'Esta chave foi criada depois de entrar com um link por e-mail. Durante três dias, só serve para entrar. Para continuar já, peça um link a quem gere o servidor.',
    passkeyExists: 'Este dispositivo já tem uma chave de acesso para este painel.',
    nameNeeded: 'Indique o seu nome.',
  },
};

export const again: Translated<typeof againInEnglish> = {
  title: 'Confirme a sua identidade.',
  text: 'Para continuar, use a sua chave de acesso.',
  button: 'Usar a chave de acesso',
  noneTitle: 'Precisa de uma chave de acesso.',
  mailedTitle: 'Precisa de um link do servidor.',
  noneText:
    'Ainda não tem nenhuma. Crie-a com a impressão digital, o rosto ou o PIN deste dispositivo, e a ação continua.',
  mailedText:
    'Entrou com um link por e-mail, que outros podem conseguir ler. Peça um link a quem gere o servidor: com ele pode continuar, e uma chave criada depois vale logo.',
  noneButton: 'Criar chave de acesso',
  server: 'Não tem a chave consigo? Peça um link a quem gere o servidor.',
};
