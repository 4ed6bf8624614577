import { type AlarmName, type AlarmText, changesOf } from '../alarm.ts';

export const alarms: Record<AlarmName, AlarmText> = {
  'alarm-silence': {
    subject: '{brand}: há algum tempo que ninguém subscreve',
    title: 'Sem novas subscrições',
    happened:
      'Ninguém subscreve há mais tempo do que o habitual. Pode ser acaso, ou o formulário pode não estar a funcionar.',
    facts: [
      { label: 'Última subscrição', value: 'há {{hours}} h' },
      { label: 'Normalmente, uma a cada', value: '{{usual}} h' },
    ],
    advice:
      'Abra o site e subscreva com um endereço seu. Se falhar, peça a {administrator} que execute o comando abaixo.',
    doctor: true,
  },
  'alarm-burst': {
    subject: '{brand}: subscrições ou mensagens acima do habitual',
    title: 'Um pico de subscrições ou mensagens',
    happened:
      'Estão a chegar subscrições, pedidos de livros ou mensagens muito acima do habitual. Pode ser uma campanha que funciona, ou um robô. Todos os endereços e mensagens ficam guardados. Os e-mails acima do limite seguem mais tarde, automaticamente.',
    facts: [{ label: 'Subscrições e mensagens', value: '{{count}} em {{minutes}} min' }],
    advice:
      'Não é preciso fazer nada. Se não anunciou nada, veja os endereços e as mensagens mais recentes com {administrator}.',
    doctor: false,
  },
  'alarm-forward': {
    subject: '{brand}: o serviço de formulários recusa envios',
    title: 'O serviço de formulários recusa envios',
    happened:
      'O serviço que recebe os seus formulários recusou envios. Ficam guardados aqui, nenhum se perde.',
    facts: [
      { label: 'Recusados', value: '{{count}}' },
      { label: 'Resposta do serviço', value: '{{reply}}' },
    ],
    advice:
      'Entre na conta do serviço: o formulário está ativo? O limite foi atingido? Depois peça a {administrator} que execute o comando abaixo.',
    doctor: true,
  },
  'alarm-mail': {
    subject: '{brand}: os e-mails não estão a sair',
    title: 'Os e-mails não estão a sair',
    happened:
      'Há uma hora que o servidor de e-mail não aceita nenhum e-mail. Os e-mails recusados ficam guardados aqui.',
    facts: [
      { label: 'Não entregues', value: '{{count}}' },
      { label: 'Resposta do servidor', value: '{{reply}}' },
    ],
    advice:
      'Verifique se a conta de e-mail está ativa e abaixo do limite. Depois peça a {administrator} que execute o comando abaixo.',
    doctor: true,
  },
  'alarm-disk': {
    subject: '{brand}: o disco do servidor está quase cheio',
    title: 'O disco está quase cheio',
    happened: 'Quando encher, deixa de ser possível aceitar novos endereços e mensagens.',
    facts: [{ label: 'Espaço livre', value: '{{free}}' }],
    advice: 'Peça a {administrator} que liberte espaço ou aumente o disco, se possível ainda hoje.',
    doctor: false,
  },
  'alarm-copies': {
    subject: '{brand}: as cópias fora do servidor estão a falhar',
    title: 'As cópias fora do servidor estão a falhar',
    happened:
      'Os novos endereços continuam a ser guardados, mas só no servidor. Se o disco avariasse agora, perdia-se tudo desde a última cópia.',
    facts: [
      { label: 'Última cópia', value: 'há {{minutes}} minutos' },
      { label: 'Mensagem do servidor', value: '{{reply}}' },
    ],
    advice: 'Verifique se a conta do armazenamento está ativa e tem espaço. Depois avise {administrator}.',
    doctor: true,
  },
  'alarm-copies-warning': {
    subject: '{brand}: há um problema com as cópias fora do servidor',
    title: 'Há um problema com as cópias fora do servidor',
    happened:
      'A lista continua a ser copiada. Mas, se o servidor se perdesse agora, repô-la podia ser mais difícil do que devia.',
    facts: [{ label: 'O que diz o servidor', value: '{{reply}}' }],
    advice: 'O painel explica o que significa, em Definições. Depois avise {administrator}.',
    doctor: true,
  },
  'alarm-sealed': {
    subject: '{brand}: não é possível abrir uma conta guardada',
    title: 'Não é possível abrir uma conta guardada',
    happened:
      'O servidor já não tem as chaves que a protegem. Se for a conta de e-\u2060mail, os e-\u2060mails ficam à espera; se for o armazenamento das cópias, nada é copiado.',
    facts: [{ label: 'Definição', value: '{{name}}' }],
    advice:
      'Peça a {administrator} que reponha secrets.json de uma cópia de segurança. Ou volte a introduzir a conta no painel, em Definições.',
    doctor: true,
  },
  'alarm-retention': {
    subject: '{brand}: há endereços que vão ser apagados a {{date}}',
    title: 'Dentro de um mês são apagados os primeiros endereços',
    happened:
      'O aviso de privacidade diz quanto tempo se guardam endereços e mensagens depois do lançamento. Esse prazo está a terminar: os que chegaram antes do lançamento são então apagados definitivamente. Os que chegaram depois seguem-se quando terminar o prazo de cada um.',
    facts: [{ label: 'Vão ser apagados a', value: '{{date}}' }],
    advice:
      'Não é preciso fazer nada. Quem recebe a newsletter fica. Às outras pessoas já não pode escrever a perguntar: também para isso é preciso consentimento. Para saber quantos são, peça a {administrator} que execute o comando abaixo.',
    doctor: true,
  },
  'alarm-settings': {
    subject: '{brand}: foram alteradas definições do servidor',
    title: 'Definições do servidor alteradas',
    happened: '{{who}} alterou estas definições no painel.',
    facts: changesOf({
      SITE_URL: 'Endereço do site',
      OWNER_EMAIL: 'Endereço para mensagens e avisos',
      MAIL_FROM: 'Remetente',
      SMTP_URL: 'Servidor de e-mail',
      MICROSOFT_TENANT: 'Diretório do Microsoft 365',
      MICROSOFT_CLIENT_ID: 'Aplicação do Microsoft 365',
      MICROSOFT_CLIENT_SECRET: 'Segredo da aplicação do Microsoft 365',
      RETURNS_IMAP_URL: 'Caixa de e-mails devolvidos',
      COPY_TO: 'Destino das cópias',
      COPY_KEY: 'Chave de recuperação das cópias',
      S3_ENDPOINT: 'Armazenamento das cópias',
      S3_REGION: 'Região do armazenamento',
      S3_ACCESS_KEY_ID: 'Chave de acesso ao armazenamento',
      S3_SECRET_ACCESS_KEY: 'Chave secreta do armazenamento',
    }),
    advice:
      'Se está certo, não precisa de fazer nada. Se não está, reponha-as nas definições, termine lá as outras sessões e avise {administrator}.',
    doctor: false,
  },
  'alarm-passkey': {
    subject: '{brand}: foi alguém da equipa que criou esta chave de acesso?',
    title: 'Foi criada uma chave de acesso',
    happened:
      'Alguém entrou como {{who}} com um link por e-mail e criou uma chave de acesso. Quem consegue ler essa caixa de correio podia tê-lo feito.',
    facts: [{ label: 'Só serve para entrar até', value: '{{from}}' }],
    advice:
      'Se foi {{who}}, não precisa de fazer nada. Se não foi, remova a chave antes dessa data com este botão e mude a palavra-passe da caixa de correio.',
    doctor: false,
    button: 'Remover esta chave',
  },
  'alarm-paused': {
    subject: '{brand}: o envio está em pausa',
    title: 'O envio parou automaticamente',
    happened:
      'Não está a sair mais nenhum e-mail do lançamento. Ninguém fica esquecido nem recebe duas vezes: o envio aguarda a sua decisão.',
    facts: [{ label: 'Motivo', value: '{{why}}' }],
    advice:
      'Abra o painel: a página «Hoje» leva ao envio em pausa e diz o que fazer. Depois, continue o envio.',
    doctor: false,
  },
};
