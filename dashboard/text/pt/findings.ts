import type { FindingWords } from '../en/findings.ts';

export const findings: FindingWords = {
  'settings-ok': {
    title: 'As definições estão corretas',
    text: 'Nenhum problema encontrado.',
  },
  'setting-careless': {
    title: 'Uma definição pode estar errada',
    text: 'O servidor diz:',
    todo: 'Envie isto a quem gere o servidor.',
  },
  'setting-wrong': {
    title: 'Uma definição tem de ser corrigida',
    text: 'O servidor diz:',
    todo: 'Envie isto a quem gere o servidor.',
  },
  'pages-ok': {
    title: 'As páginas estão todas disponíveis',
    text: 'São {n}, em todos os idiomas e estados.',
  },
  'pages-old': {
    title: 'As páginas foram geradas para outro endereço',
    text: 'Indicam {text}.',
    todo: 'Peça para gerar novamente o site: npm run build.',
  },
  'pages-broken': {
    title: 'O site está incompleto',
    text: 'O servidor diz:',
    todo: 'Peça para gerar novamente o site: npm run build.',
  },
  'template-kept': {
    title: 'Ainda é do modelo: {part}',
    text: 'Veio com o modelo e descreve outra empresa.',
    todo: 'Altere-o, ou deixe ficar se for intencional.',
  },
  'not-asked': {
    title: 'O e-mail do lançamento não pergunta quem quer continuar',
    text: 'Depois do lançamento já não é possível: um e-mail que pede consentimento também precisa de consentimento.',
    todo: 'Escolha a frequência da newsletter, ou «Sem newsletter».',
  },
  'too-soon': {
    title: 'Prometeu {often}',
    text: 'A última saiu a {last}. A partir de {from}, esta cumpre o prometido.',
  },
  'words-ok': {
    title: 'O conteúdo está completo',
    text: 'Idiomas: {languages}.',
  },
  'words-lacking': {
    title: 'Falta uma parte do conteúdo, ou é demasiado longa',
    text: 'Campo: {part}.',
    todo: 'Corrija-a em «Conteúdo» e verifique novamente.',
  },
  'words-link': {
    title: 'Um link do e-mail não leva a lado nenhum',
    text: 'No texto ({language}): {link}.',
    todo: 'Comece-o por https:// ou escolha uma página. Depois verifique novamente.',
  },
  'picture-missing': {
    title: 'A imagem já não está no servidor',
    text: 'Sem ela não é possível gerar nenhum e-mail.',
    todo: 'Escolha-a de novo junto ao texto, ou remova-a. Depois verifique novamente.',
  },
  'mails-ok': {
    title: 'Todos os e-mails foram gerados e verificados',
    text: '{n} de {n}: {made}. O maior tem {size}.',
  },
  'mails-nobody': {
    title: 'Ainda ninguém confirmou',
    text: 'Ninguém seria avisado.',
    todo: 'Lance na mesma, ou espere pela primeira confirmação.',
  },
  'not-made': {
    title: 'Não foi possível gerar alguns e-mails',
    text: '{n} de {all}.',
    todo: 'Peça para gerar novamente o site e verificar MAIL_FROM e SITE_URL.',
  },
  'no-address': {
    title: 'Alguns destinatários não têm um endereço válido',
    text: '{n} de {all}.',
    todo: 'Apague essas pessoas da lista.',
  },
  'no-subject': {
    title: 'Alguns e-mails não têm assunto',
    text: '{n} de {all}.',
    todo: 'Escreva-o em «Conteúdo».',
  },
  'value-missing': {
    title: 'Alguns e-mails mostram {{um nome}} em vez de um valor',
    text: '{n} de {all}.',
    todo: 'Procure chavetas no conteúdo.',
  },
  'bad-header': {
    title: 'Alguns e-mails têm um cabeçalho inválido',
    text: '{n} de {all}: os servidores de e-mail não os leriam.',
    todo: 'Verifique o assunto e MAIL_FROM.',
  },
  'no-unsubscribe': {
    title: 'Alguns e-mails não permitem cancelar com um clique',
    text: '{n} de {all}.',
    todo: 'Peça para gerar novamente o site e verificar SITE_URL.',
  },
  'bad-link': {
    title: 'Alguns links não funcionam',
    text: 'Em {n} de {all} e-mails.',
    todo: 'Verifique o conteúdo e SITE_URL.',
  },
  'too-large': {
    title: 'Alguns e-mails são demasiado grandes',
    text: '{n} de {all} têm mais de 100 kB: o Gmail corta-os.',
    todo: 'Encurte o texto.',
  },
  'server-ok': {
    title: 'O servidor de e-mail aceita os nossos e-mails',
    text: 'Testámos a ligação, sem enviar nada.',
  },
  'server-files': {
    title: 'Os e-mails ficam em ficheiros',
    text: 'MAILS=files serve para desenvolvimento: ninguém recebe nada.',
    todo: 'Antes de um lançamento a sério, configure o e-mail em Definições.',
  },
  'server-none': {
    title: 'Não há servidor de e-mail configurado',
    text: 'Não é possível avisar ninguém. Os e-mails ficam à espera.',
    todo: 'Configure o e-mail em Definições e verifique de novo.',
  },
  'server-sealed': {
    title: 'Não é possível abrir a conta de e-mail',
    text: 'Este servidor já não tem as chaves que a protegem. Os e-mails ficam à espera.',
    todo: 'Volte a introduzir a conta em Definições, ou peça a quem gere o servidor que reponha secrets.json.',
  },
  'server-refuses': {
    title: 'O servidor de e-mail recusa os nossos e-mails',
    text: 'O servidor diz:',
    todo: 'Envie isto a quem gere o servidor (SMTP_URL).',
  },
  'spf-ok': {
    title: 'O seu servidor de e-mail pode enviar pelo seu domínio',
    text: 'SPF: {n} de 10 consultas.',
  },
  'spf-missing': {
    title: 'O seu domínio não indica quem pode enviar em seu nome',
    text: 'Não há registo SPF para {domain}.',
    todo: 'Peça para adicionar o registo TXT do seu fornecedor de e-mail.',
  },
  'spf-several': {
    title: 'Há vários registos SPF',
    text: 'Em {domain}, ou num domínio que inclui. Assim, nenhum é válido.',
    todo: 'Peça para os juntar num só.',
  },
  'spf-too-many': {
    title: 'O registo SPF exige demasiadas consultas',
    text: '{domain} precisa de mais de 10 consultas, e os servidores de destino desistem.',
    todo: 'Peça para remover um include que não seja usado.',
  },
  'spf-broken': {
    title: 'O registo SPF inclui outro que não existe',
    text: '{domain} inclui {at}.',
    todo: 'Peça para o remover.',
  },
  'dkim-ok': {
    title: 'A chave da assinatura existe',
    text: 'DKIM: {key}.',
  },
  'dkim-missing': {
    title: 'Falta a chave da assinatura',
    text: 'Não há nenhuma em {key}.',
    todo: 'Peça para adicionar o registo TXT, ou para corrigir DKIM_SELECTOR.',
  },
  'dkim-revoked': {
    title: 'A chave da assinatura foi revogada',
    text: 'Em {key}.',
    todo: 'Peça para publicar uma nova.',
  },
  'dkim-other-key': {
    title: 'A chave da assinatura não corresponde',
    text: 'A de {key} não é a nossa.',
    todo: 'Peça para publicar a parte pública de DKIM_KEY_FILE.',
  },
  'dkim-other-domain': {
    title: 'A assinatura é de outro domínio',
    text: '{domain} não corresponde ao remetente: o DMARC não a aceita.',
    todo: 'Peça para corrigir DKIM_DOMAIN.',
  },
  'dkim-unnamed': {
    title: 'A assinatura não foi verificada',
    text: 'Não sabemos o nome da chave.',
    todo: 'Peça para indicar em DKIM_SELECTOR o nome da chave com que o fornecedor de e-mail assina. O e-mail de teste também o mostra.',
  },
  'dmarc-ok': {
    title: 'E-mails falsos são recusados',
    text: 'DMARC: p={policy}.',
  },
  'dmarc-none': {
    title: 'E-mails falsos não são recusados',
    text: 'O DMARC está em p=none: os servidores de destino apenas observam. Os seus e-mails chegam na mesma.',
    todo: 'Depois do lançamento, peça para mudar p=none para p=quarantine. Não há pressa.',
  },
  'dmarc-missing': {
    title: 'Não há registo DMARC',
    text: 'O Gmail e o Yahoo pedem um a quem envia muitos e-mails.',
    todo: 'Peça para adicionar «v=DMARC1; p=none» como TXT em _dmarc.{domain}.',
  },
  'mx-ok': {
    title: 'As respostas chegam até si',
    text: '{domain} recebe e-mails.',
  },
  'mx-missing': {
    title: 'As respostas não chegam até si',
    text: '{domain} não recebe e-mails, e alguns servidores recusam remetentes assim.',
    todo: 'Peça para adicionar um registo MX.',
  },
  'dns-away': {
    title: 'Não foi possível consultar o domínio',
    text: 'O DNS não respondeu.',
    todo: 'Verifique novamente daqui a um minuto.',
  },
  'test-ok': {
    title: 'O servidor de destino reconhece o remetente',
    text: '{by} confirma: {about} válido.',
  },
  'test-spf': {
    title: 'O servidor de destino não reconhece o seu servidor de e-mail',
    text: 'Resultado SPF de {by}: {said}.',
    todo: 'Peça para adicionar o seu servidor de e-mail ao registo SPF do domínio.',
  },
  'test-dkim': {
    title: 'O servidor de destino não valida a assinatura',
    text: 'Resultado DKIM de {by}: {said}.',
    todo: 'Peça ao fornecedor de e-mail que assine, ou que alguém defina DKIM_KEY_FILE.',
  },
  'test-dmarc': {
    title: 'O servidor de destino não reconhece o remetente',
    text: 'Resultado DMARC de {by}: {said}.',
    todo: 'O SPF ou o DKIM tem de ser válido para o domínio do remetente.',
  },
  'test-dmarc-silent': {
    title: 'O servidor de destino não diz nada sobre o DMARC',
    text: '{by} não o verificou, ou não o indica.',
    todo: 'Envie também um e-mail de teste para um endereço do Gmail.',
  },
  'test-leaving-ok': {
    title: 'O botão «Anular subscrição» está assinado',
    text: 'A assinatura cobre os dois cabeçalhos.',
  },
  'test-leaving': {
    title: 'O botão «Anular subscrição» não está assinado',
    text: 'O Gmail e o Yahoo só mostram esse botão se a assinatura o cobrir. Sem ele, podem recusar um envio em massa.',
    todo: 'Envie isto ao seu fornecedor de e-mail e repita o teste:',
  },
  'test-todo': {
    title: 'Falta analisar um e-mail de teste',
    text: 'Um e-mail real mostra melhor como o servidor de destino trata os seus envios.',
    todo: 'Envie um e-mail de teste a si e analise o que recebeu.',
  },
  'backup-ok': {
    title: 'Há uma cópia de segurança de hoje',
    text: 'Pessoas: {people}. Mensagens: {messages}. Cópia relida e verificada.',
  },
  'backup-postgres': {
    title: 'A cópia de segurança não é feita aqui',
    text: 'A lista está numa base de dados PostgreSQL.',
    todo: 'Peça a quem gere o servidor que faça uma hoje.',
  },
  'backup-failed': {
    title: 'Não há cópia de segurança de hoje',
    text: 'O servidor diz:',
    todo: 'Envie isto a quem gere o servidor.',
  },
};
