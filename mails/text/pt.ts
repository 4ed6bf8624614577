import type { MailText } from './en.ts';

const CALL = 'quem cuida do servidor';

/** The Portuguese words, as they are written in Portugal; no tu or você. */
export const pt: MailText = {
  confirm: {
    subject: (brand) => `${brand}: confirme o seu e-mail`,
    preview: 'Um toque no botão, e avisamos quando chegar a hora.',
    title: 'Este e-mail é seu?',
    why: (brand) =>
      `O endereço {{address}} foi deixado em ${brand} para avisarmos quando chegar a hora. Se o pedido foi seu, só falta confirmar.`,
    button: 'Confirmar o meu e-mail',
    copy: 'Se o botão não funcionar, copie este endereço para o navegador:',
    nothing: 'Se não fizer nada, não entra em nenhuma lista, e o endereço é apagado ao fim de algum tempo.',
    stop: 'Não fui eu, não enviem mais nada',
    data: 'Ver o que guardamos sobre este e-mail',
  },
  reminder: {
    subject: (brand) => `${brand}: o seu e-mail ainda não está confirmado`,
    preview: 'Só falta um toque no botão. Não voltamos a perguntar.',
    title: 'Ainda quer receber notícias?',
    why: (brand) =>
      `Há alguns dias, o endereço {{address}} foi deixado em ${brand} e ainda ninguém o confirmou. Se o pedido foi seu, basta um toque. Não voltamos a perguntar.`,
    nothing: 'Se não fizer nada, não enviamos mais nada, e o endereço é apagado ao fim de algum tempo.',
  },
  book: {
    subject: (brand) => `${brand}: o seu livro «{{book}}»`,
    preview: 'Aqui está o livro que nos pediu.',
    title: 'Aqui está o seu livro',
    why: (brand) => `Pediu «{{book}}» em ${brand}. Basta um toque no botão.`,
    button: 'Descarregar o livro',
    until: 'O link funciona até {{until}}. Depois disso, pode pedir o livro outra vez no nosso site.',
    labels: { language: 'Idioma', kind: 'Formato' },
    stop: 'Não enviem mais nada',
  },
  announcement: {
    why: 'Deixou {{address}} a {{date}} para saber da abertura. Este é o único e-mail sobre isso.',
    whyBook: 'Pediu a {{date}} para saber deste livro. Este é o único e-mail sobre isso.',
    stop: 'Não enviem mais nada',
    other: 'See the site in English',
  },
  message: {
    subject: 'Nova mensagem de {{name}}',
    preview: 'Chegou uma mensagem pelo formulário do site.',
    title: '{{name}} escreveu-lhe',
    reply: 'Responda a este e-mail como de costume: a resposta segue para {{email}}.',
    labels: {
      message: 'Mensagem',
      name: 'Nome',
      company: 'Empresa',
      email: 'E-mail',
      phone: 'Telefone',
      website: 'Site',
      receivedAt: 'Recebida em',
    },
  },
  monday: {
    subject: (brand) => `${brand}: novas subscrições esta semana: {{joined}}`,
    quietSubject: (brand) => `${brand}: uma semana calma`,
    preview: 'A semana em dez linhas, e o que está à sua espera.',
    title: 'Novas subscrições: {{joined}}.',
    quietTitle: 'Ninguém subscreveu.',
    week: '{{from}} a {{to}}.',
    calm: 'Não há nada à sua espera.',
    waits: 'À sua espera:',
    needs: {
      paused: 'O envio está em pausa',
      mails: 'E-\u2060mails que não foram entregues: {{need_mails}}',
      held: 'E-\u2060mails retidos até à sua decisão: {{need_held}}',
      words: 'O e-mail da abertura está por escrever: {{need_words}}',
      rehearse: 'A abertura ainda não foi ensaiada. Abre a {{need_rehearse}}',
      messages: 'Mensagens por ler: {{need_messages}}',
      doctor: 'Pontos a corrigir, segundo o diagnóstico: {{need_doctor}}',
      backup: 'Não há cópia de segurança dos últimos {{need_backup}} dias',
      passkey: 'Só tem uma chave de acesso',
    },
    days: ['S', 'T', 'Q', 'Q', 'S', 'S', 'D'],
    rows: [
      { label: 'Na lista', value: '{{people}}', hint: '{{change}} nesta semana' },
      { label: 'Por confirmar', value: '{{waiting}}' },
      { label: 'Saíram', value: '{{left}}' },
      { label: 'Visitas', value: '{{visits}}', hint: 'páginas, não pessoas' },
      { label: 'A maioria veio de', value: '{{source}}' },
      { label: 'Página mais pedida', value: '{{wanted}}' },
      { label: 'Por idioma', value: '{{shares}}', hint: '{{languages}}' },
      { label: 'Mensagens por ler', value: '{{unread}}' },
      { label: 'E-\u2060mails com problema', value: '{{trouble}}' },
      { label: 'Última cópia de segurança', value: '{{backup}}', hint: 'descarregada, ou feita por comando' },
    ],
    button: 'Abrir o painel',
    stop: 'Não quero a carta de segunda-feira',
  },
  signIn: {
    subject: (brand) => `${brand}: o seu link de entrada`,
    preview: 'Serve uma vez, durante dez minutos, no navegador em que foi pedido.',
    title: 'Entre.',
    why: (brand) =>
      `Foi pedida uma entrada no painel de ${brand}. O link serve uma vez, durante dez minutos, no navegador em que foi pedido.`,
    button: 'Entrar',
    notYou: 'Não pediu isto? Então não faça nada. Sem este link, ninguém entra.',
  },
  invite: {
    subject: (brand) => `${brand}: um convite para o painel`,
    preview: 'Serve uma vez, durante três dias.',
    title: 'Tem um convite.',
    why: (brand) =>
      `Uma das pessoas que gerem ${brand} dá-lhe acesso ao painel: quem chegou, o que escreveu, e a abertura. O link serve uma vez, durante três dias.`,
    button: 'Aceitar e entrar',
    notYou: 'Não sabe do que se trata? Então não faça nada: o convite termina por si.',
  },
  alarms: {
    silence: {
      subject: (brand) => `${brand}: há algum tempo que ninguém subscreve`,
      title: 'Ficou tudo em silêncio',
      happened:
        'Ninguém subscreve há mais tempo do que é costume. Pode ser acaso, ou o formulário pode não estar a funcionar.',
      facts: [
        { label: 'Última subscrição', value: 'há {{hours}} h' },
        { label: 'Em regra, uma a cada', value: '{{usual}} h' },
      ],
      advice: `Abra o site e subscreva com um endereço seu. Se falhar, peça a ${CALL} que execute o comando abaixo.`,
      doctor: true,
    },
    burst: {
      subject: (brand) => `${brand}: muito mais subscrições ou mensagens do que é costume`,
      title: 'Muitas subscrições ou mensagens de repente',
      happened:
        'Estão a chegar muito mais subscrições, pedidos de livros ou mensagens do que é costume. Pode ser uma campanha que funciona, ou um robô. Todos os endereços e mensagens ficam guardados. Os e-mails acima do limite seguem mais tarde, automaticamente.',
      facts: [{ label: 'Subscrições e mensagens', value: '{{count}} em {{minutes}} min' }],
      advice: `Não é preciso fazer nada. Se não anunciou nada, veja os endereços e as mensagens mais recentes com ${CALL}.`,
      doctor: false,
    },
    forward: {
      subject: (brand) => `${brand}: o serviço de formulários recusa envios`,
      title: 'O serviço de formulários recusa envios',
      happened:
        'O serviço que recebe os seus formulários recusou envios. Ficam guardados aqui, nenhum se perde.',
      facts: [
        { label: 'Recusados', value: '{{count}}' },
        { label: 'Resposta do serviço', value: '{{reply}}' },
      ],
      advice: `Entre na conta do serviço: o formulário está ativo? O limite foi atingido? Depois peça a ${CALL} que execute o comando abaixo.`,
      doctor: true,
    },
    mail: {
      subject: (brand) => `${brand}: há e-mails que não foram entregues`,
      title: 'Os e-mails não saem',
      happened:
        'Há uma hora que o servidor de correio não aceita nenhum e-mail. O que recusa fica guardado aqui.',
      facts: [
        { label: 'Não entregues', value: '{{count}}' },
        { label: 'Resposta do servidor', value: '{{reply}}' },
      ],
      advice: `Verifique se a conta de correio está ativa e abaixo do limite. Depois peça a ${CALL} que execute o comando abaixo.`,
      doctor: true,
    },
    disk: {
      subject: (brand) => `${brand}: o disco do servidor está quase cheio`,
      title: 'O disco está quase cheio',
      happened: 'Quando encher, deixa de ser possível aceitar novos endereços e mensagens.',
      facts: [{ label: 'Ainda livre', value: '{{free}}' }],
      advice: `Peça a ${CALL} que liberte espaço ou aumente o disco, se possível ainda hoje.`,
      doctor: false,
    },
    retention: {
      subject: (brand) => `${brand}: há endereços que vão ser apagados a {{date}}`,
      title: 'Dentro de um mês são apagados os primeiros endereços',
      happened:
        'O aviso de privacidade diz quanto tempo se guardam endereços e mensagens depois da abertura. Esse prazo está a terminar: os que chegaram antes da abertura são então apagados definitivamente. Os que chegaram depois seguem-se quando terminar o prazo de cada um.',
      facts: [
        { label: 'Vão ser apagados a', value: '{{date}}' },
        { label: 'Quantos são, no servidor', value: 'npm run embreve -- retention' },
      ],
      advice:
        'Não é preciso fazer nada. Se quiser manter o contacto, escreva a essas pessoas antes desse dia e peça-lhes que voltem a subscrever.',
      doctor: false,
    },
    paused: {
      subject: (brand) => `${brand}: o anúncio está parado`,
      title: 'O anúncio parou sozinho',
      happened:
        'Não está a sair mais nenhum e-mail sobre ele. Ninguém fica esquecido, ninguém recebe um segundo: está à sua espera.',
      facts: [
        { label: 'Porquê', value: '{{why}}' },
        { label: 'No servidor', value: 'npm run embreve -- {{command}}' },
      ],
      advice: `Abra «Abertura» no painel, ou peça a ${CALL} que execute o comando acima: diz o que fazer. Depois deixe-o continuar.`,
      doctor: false,
    },
  },
  alarm: { advice: 'O que fazer', doctor: 'No servidor' },
  footer: {
    entity: (entity) => `Enviado por ${entity}. Escreva para`,
    owner: (brand) => `Enviado pelo seu próprio site, ${brand}.`,
  },
};
