import type { NoticeText } from '../en/notice.ts';

export const notice: NoticeText = {
  holder: ['Quem guarda', '{entity}. Escreva para {email}.'],
  formService: 'O formulário é gerido por {formService} em nosso nome.',
  sections: [
    [
      'O quê',
      'O endereço de e-\u2060mail deixado aqui, o idioma e a hora, o livro pedido, a página ou campanha de origem e a versão deste texto que foi mostrada.',
    ],
    [
      'Para quê',
      'Para lhe dizer que este site abriu, o que há de novo na abertura e, se o pediu, que um livro saiu. Não é vendido, cedido nem usado para mais nada.',
    ],
    ['Com que base', 'O seu consentimento, dado ao enviar o formulário.'],
    [
      'Durante quanto tempo',
      'Até pedir que o apaguemos e, no máximo, {retentionMonths} meses depois da abertura ou, se for mais tarde, do último formulário que enviou. As cópias de segurança conservam-no até mais 30 dias.',
    ],
    [
      'Mensagens',
      'Se nos escrever pelo formulário de contacto, guardamos também o que lá escreveu: nome, empresa, telefone, site e mensagem. É só para lhe responder: a base é o seu pedido, não um consentimento para novidades, e o seu endereço não entra em nenhuma lista. Fica guardada até pedir que a apaguemos, mas nunca além do prazo acima. Segue para a caixa de correio de {entity} e para mais ninguém.',
    ],
    [
      'Sair',
      'Escreva para {email} a qualquer momento e o endereço é apagado. Cada e-\u2060mail que enviarmos explica como sair.',
    ],
    [
      'Os seus direitos',
      'Pode pedir para ver, corrigir, levar consigo ou apagar o que guardamos, e apresentar reclamação à autoridade de proteção de dados.',
    ],
    [
      'Contagem de páginas',
      'O nosso servidor conta quantas vezes cada página é pedida: a hora, a página, o idioma e o site onde estava o link. Não usa cookies para isso nem guarda o endereço IP ou outro dado que distinga quem visita.',
    ],
    ['Cookies', 'Um cookie guarda o idioma escolhido.'],
  ],
  newsletter: [
    'Newsletter',
    'Se subscrever a nossa newsletter, usamos o endereço para a enviar até sair e, no máximo, {retentionMonths} meses depois da última.',
  ],
};
