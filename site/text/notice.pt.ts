import type { NoticeFacts, NoticeSection } from './notice.en.ts';

export function noticePt(p: NoticeFacts): NoticeSection[] {
  return [
    [
      'Quem guarda',
      `${p.entity}. Escreva para ${p.email}.${p.formService ? ` O formulário é operado por ${p.formService} em nosso nome.` : ''}`,
    ],
    [
      'O quê',
      'O endereço de e-mail deixado aqui, o idioma e a hora, o livro pedido, a página ou campanha de origem e a versão deste texto que foi mostrada.',
    ],
    [
      'Para quê',
      'Para avisar que este site abriu, contar as novidades da abertura e, se o pediu, avisar que um livro saiu. Não é vendido, cedido nem usado para mais nada.',
    ],
    ['Com que base', 'O seu consentimento, dado ao enviar o formulário.'],
    ['Por quanto tempo', `Até decidir sair e, no máximo, ${p.retentionMonths} meses depois da abertura.`],
    [
      'Sair',
      `Escreva para ${p.email} a qualquer momento e o endereço é apagado. Cada e-mail que enviarmos explica como sair.`,
    ],
    [
      'Os seus direitos',
      'Pode pedir para ver, corrigir, levar consigo ou apagar o que guardamos, e reclamar à autoridade de proteção de dados.',
    ],
    ['Cookies', 'Um cookie lembra o idioma escolhido.'],
  ];
}
