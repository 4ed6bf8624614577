import type { FindingWords } from './findings.ts';

export const findingsPt: FindingWords = {
  'settings-ok': {
    title: 'As definições servem',
    text: 'Nada nelas parece um descuido.',
  },
  'setting-careless': {
    title: 'Uma definição pode estar por engano',
    text: 'O servidor diz:',
    todo: 'Passe isto a quem cuida do servidor.',
  },
  'setting-wrong': {
    title: 'Uma definição tem de ser corrigida',
    text: 'O servidor diz:',
    todo: 'Passe isto a quem cuida do servidor.',
  },
  'pages-ok': {
    title: 'As páginas estão todas lá',
    text: 'São {n}, em todos os idiomas e estados.',
  },
  'pages-old': {
    title: 'As páginas foram feitas para outro endereço',
    text: 'Indicam {text}.',
    todo: 'Peça para construir o site outra vez: npm run build.',
  },
  'pages-broken': {
    title: 'O site não está completo',
    text: 'O servidor diz:',
    todo: 'Peça para construir o site outra vez: npm run build.',
  },
  'template-kept': {
    title: 'Ainda é do modelo: {part}',
    text: 'Veio com o modelo e fala de outra empresa.',
    todo: 'Altere nesse sítio, ou deixe ficar se é mesmo isso que quer.',
  },
  'words-ok': {
    title: 'O texto está completo',
    text: 'Em {languages} idiomas.',
  },
  'words-lacking': {
    title: 'Uma parte do texto falta ou é longa demais',
    text: 'Num dos idiomas: {part}.',
    todo: 'Escreva-a em «Texto» e ensaie outra vez.',
  },
  'mails-ok': {
    title: 'Todos os e-mails feitos e lidos',
    text: '{n} de {n}: {made}. O maior tem {size}.',
  },
  'mails-nobody': {
    title: 'Ainda ninguém confirmou',
    text: 'Ninguém seria avisado.',
    todo: 'Abra na mesma, ou espere pelo primeiro.',
  },
  'not-made': {
    title: 'Alguns e-mails não puderam ser feitos',
    text: '{n} de {all}.',
    todo: 'Peça para construir o site outra vez e ver MAIL_FROM e SITE_URL.',
  },
  'no-address': {
    title: 'Alguns vão para o que não é um endereço',
    text: '{n} de {all}.',
    todo: 'Apague essas pessoas da lista.',
  },
  'no-subject': {
    title: 'Alguns e-mails não têm assunto',
    text: '{n} de {all}.',
    todo: 'Escreva um em «Texto».',
  },
  'value-missing': {
    title: 'Alguns e-mails mostram {{um nome}} em vez de um valor',
    text: '{n} de {all}.',
    todo: 'Procure chavetas no seu texto.',
  },
  'bad-header': {
    title: 'Os servidores não leriam alguns e-mails',
    text: '{n} de {all} têm o cabeçalho partido.',
    todo: 'Veja o assunto e MAIL_FROM.',
  },
  'no-unsubscribe': {
    title: 'De alguns e-mails não se sai com um toque',
    text: '{n} de {all}.',
    todo: 'Peça para construir o site outra vez; veja SITE_URL.',
  },
  'bad-link': {
    title: 'Alguns links não levam a lado nenhum',
    text: 'Em {n} de {all} e-mails.',
    todo: 'Veja o seu texto e SITE_URL.',
  },
  'too-large': {
    title: 'Alguns e-mails são grandes demais',
    text: '{n} de {all} têm mais de 100 kB: o Gmail cortava-os.',
    todo: 'Encurte o seu texto.',
  },
  'server-ok': {
    title: 'O servidor de e-mail aceita os nossos',
    text: 'Foi contactado, e nada foi enviado.',
  },
  'server-files': {
    title: 'Não há servidor de e-mail',
    text: 'Cada e-mail fica num ficheiro no servidor.',
  },
  'server-refuses': {
    title: 'O servidor de e-mail não aceita nada',
    text: 'O servidor diz:',
    todo: 'Passe isto a quem cuida do servidor (SMTP_URL).',
  },
  'spf-ok': {
    title: 'O seu servidor de e-mail pode enviar em seu nome',
    text: 'SPF: {n} de 10 consultas.',
  },
  'spf-missing': {
    title: 'O seu domínio não diz quem pode enviar por ele',
    text: 'Não há registo SPF para {domain}.',
    todo: 'Acrescente o registo TXT do seu fornecedor de e-mail.',
  },
  'spf-several': {
    title: 'Há vários registos SPF',
    text: 'Assim nenhum conta, para {domain} ou o que inclui.',
    todo: 'Peça para fazer deles um só.',
  },
  'spf-too-many': {
    title: 'O registo SPF pede demasiado',
    text: '{domain} precisa de mais de 10 consultas, e quem recebe desiste.',
    todo: 'Retire um include que não se usa.',
  },
  'spf-broken': {
    title: 'O registo SPF inclui um que não existe',
    text: '{domain} inclui {at}.',
    todo: 'Retire-o.',
  },
  'dkim-ok': {
    title: 'A chave da assinatura existe',
    text: 'DKIM: {key}.',
  },
  'dkim-missing': {
    title: 'Falta a chave da assinatura',
    text: 'Não há nenhuma em {key}.',
    todo: 'Acrescente o registo TXT, ou corrija DKIM_SELECTOR.',
  },
  'dkim-revoked': {
    title: 'A chave da assinatura foi retirada',
    text: 'Em {key}.',
    todo: 'Peça para pôr lá uma nova.',
  },
  'dkim-other-key': {
    title: 'A chave da assinatura é outra',
    text: 'A de {key} não é a nossa.',
    todo: 'Peça para pôr lá a parte pública de DKIM_KEY_FILE.',
  },
  'dkim-other-domain': {
    title: 'A assinatura é de outro domínio',
    text: '{domain} não tem que ver com o remetente: o DMARC não a conta.',
    todo: 'Peça para mudar DKIM_DOMAIN.',
  },
  'dkim-unnamed': {
    title: 'A assinatura não foi vista',
    text: 'Ninguém nos disse o nome dela.',
    todo: 'Peça para pôr em DKIM_SELECTOR o nome da chave com que o fornecedor assina. O e-mail de teste mostra o mesmo.',
  },
  'dmarc-ok': {
    title: 'E-mails falsos são recusados',
    text: 'DMARC: p={policy}.',
  },
  'dmarc-none': {
    title: 'E-mails falsos não são recusados',
    text: 'O DMARC diz p=none: quem recebe apenas observa. Os seus e-mails chegam na mesma.',
    todo: 'Depois da abertura, peça para mudar p=none para p=quarantine. Não há pressa.',
  },
  'dmarc-missing': {
    title: 'Não há registo DMARC',
    text: 'O Gmail e o Yahoo pedem um a quem envia muitos e-mails.',
    todo: 'Peça para acrescentar «v=DMARC1; p=none» como TXT em _dmarc.{domain}.',
  },
  'mx-ok': {
    title: 'As respostas chegam até si',
    text: '{domain} recebe e-mails.',
  },
  'mx-missing': {
    title: 'As respostas não chegam até si',
    text: '{domain} não recebe e-mails, e há quem recuse tais remetentes.',
    todo: 'Peça para acrescentar um registo MX.',
  },
  'dns-away': {
    title: 'Não foi possível consultar o domínio',
    text: 'O DNS não respondeu.',
    todo: 'Ensaie outra vez daqui a um minuto.',
  },
  'test-ok': {
    title: 'Quem recebe reconhece o remetente',
    text: '{by} diz: {about} passou.',
  },
  'test-spf': {
    title: 'Quem recebe não conhece o seu servidor',
    text: '{by} diz do SPF: {said}.',
    todo: 'Acrescente o seu servidor ao registo SPF do domínio.',
  },
  'test-dkim': {
    title: 'Quem recebe não acredita na assinatura',
    text: '{by} diz do DKIM: {said}.',
    todo: 'Peça ao fornecedor que assine, ou defina DKIM_KEY_FILE.',
  },
  'test-dmarc': {
    title: 'Quem recebe não reconhece o remetente',
    text: '{by} diz do DMARC: {said}.',
    todo: 'SPF ou DKIM tem de passar para o domínio do remetente.',
  },
  'test-dmarc-silent': {
    title: 'Quem recebe nada diz do DMARC',
    text: '{by} não viu, ou não conta.',
    todo: 'Envie também um teste para um endereço Gmail.',
  },
  'test-leaving-ok': {
    title: 'O botão «Anular subscrição» está assinado',
    text: 'A assinatura cobre os dois cabeçalhos.',
  },
  'test-leaving': {
    title: 'O botão «Anular subscrição» não está assinado',
    text: 'O Gmail e o Yahoo só mostram esse botão se a assinatura o cobrir. Sem ele, podem recusar um e-mail para tanta gente.',
    todo: 'Passe isto ao seu fornecedor de e-mail e envie o teste outra vez:',
  },
  'test-todo': {
    title: 'Ainda não nos mostrou um e-mail de teste',
    text: 'O que diz quem o recebe é a melhor prova.',
    todo: 'Envie um teste a si e mostre-nos o que chegou.',
  },
  'backup-ok': {
    title: 'Há uma cópia de segurança de hoje',
    text: '{people} pessoas e {messages} mensagens, relida e contada.',
  },
  'backup-postgres': {
    title: 'Aqui não fazemos cópia de segurança',
    text: 'A lista está em PostgreSQL.',
    todo: 'Peça a quem cuida do servidor que faça uma hoje.',
  },
  'backup-failed': {
    title: 'Não há cópia de segurança de hoje',
    text: 'O servidor diz:',
    todo: 'Passe isto a quem cuida do servidor.',
  },
};
