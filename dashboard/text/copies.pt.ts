import type { copiesEn } from './copies.en.ts';
import type { Words } from './words.ts';

export const copiesPt: Words<typeof copiesEn> = {
  title: 'Cópias noutro sítio',
  text: 'A lista, as mensagens e as definições, copiadas de poucos em poucos segundos para fora do servidor. Vão cifradas: só a sua chave de recuperação as abre.',
  off: 'Desligadas. Se o disco do servidor avariar, perde-se tudo desde a última cópia de segurança.',
  where: 'Copiar para',
  storage: 'Armazenamento do tipo S3',
  storageHint: 'Amazon S3, Backblaze B2 ou semelhante. O fornecedor indica o que preencher.',
  folder: 'Uma pasta no servidor',
  bucket: 'Bucket e pasta',
  bucketHint: 'Por exemplo, o-meu-bucket/o-meu-site. Não guarde mais nada nessa pasta.',
  endpoint: 'Endereço do armazenamento (endpoint)',
  endpointHint: 'Para o Amazon S3, deixe vazio.',
  region: 'Região',
  keyId: 'ID da chave (access key ID)',
  secret: 'Chave secreta (secret access key)',
  secretSet: 'Definida. Escreva para a substituir.',
  path: 'Caminho da pasta',
  pathHint: 'Por exemplo, /mnt/disco2/copias, noutro disco. A pasta tem de existir. Não guarde lá mais nada.',
  start: 'Criar chave de recuperação',
  trying: 'A testar. Pode demorar até dez segundos.',
  keyTitle: 'A sua chave de recuperação',
  keyText:
    'Descarregue-a, imprima-a ou anote-a, e guarde-a longe deste servidor. Sem ela, ninguém consegue abrir as cópias. Foi criada neste navegador e não volta a ser mostrada. A segunda linha distingue as cópias deste site das de qualquer outra pessoa.',
  oldKey: 'Guarde também a chave anterior: é ela que abre as cópias já feitas.',
  download: 'Descarregar',
  print: 'Imprimir',
  paper: {
    title: 'Chave de recuperação de {site}',
    about:
      'Criada em {day}. Abre as cópias deste site guardadas noutro sítio. Sem ela, ninguém as consegue abrir. Mantenha-a secreta e longe do servidor.',
    restore:
      'Para repor a cópia mais recente numa máquina nova: instale lá o programa, guarde as duas linhas no ficheiro recovery-key.txt e execute este comando.',
    more: 'Mais pormenores em docs/operations.md, «If the machine is gone» (em inglês).',
  },
  last: 'Últimos oito caracteres da primeira linha',
  lastHint: 'Leia-os no que guardou, para ter a certeza de que a chave está completa.',
  lastWrong: 'Não são os últimos oito caracteres. Compare com a primeira linha acima.',
  on: 'Começar a copiar',
  use: 'Usar esta chave',
  started: 'Cópias noutro sítio ligadas',
  replaced: 'Chave de recuperação substituída',
  to: 'Copiado para',
  none: 'A primeira cópia vai a caminho.',
  never: 'Ainda não há nenhuma cópia.',
  until: 'Última cópia: {when}.',
  late: 'Já foi há muito tempo. Se continuar assim, avise quem gere o servidor.',
  checked: 'Última verificação ({when}): a cópia está completa.',
  bad: 'Última verificação ({when}): a cópia estava danificada e foi iniciada outra.',
  warnings: {
    shared:
      'Outro servidor copia para o mesmo sítio. Cada um só mexe nas suas cópias, mas um servidor de testes não deve usar o armazenamento do verdadeiro.',
    before:
      'Esta lista começou de novo, e há cópias de outra. Se forem deste site, peça ao administrador do servidor que as reponha.',
    'not-deleted':
      'Não foi possível apagar cópias antigas. Se a chave não pode apagar de propósito, deixe o armazenamento apagá-las ao fim de 30 dias.',
    clock:
      'O relógio do servidor deu um salto entre duas cópias. Peça ao administrador do servidor que o verifique.',
  },
  failing: 'As cópias estão a falhar (desde {when}).',
  said: 'O servidor diz:',
  replace: 'Substituir a chave',
  end: 'Desligar',
  endTitle: 'Desligar as cópias noutro sítio?',
  endText:
    'Não se copia mais nada. As cópias já feitas ficam onde estão, e a sua chave de recuperação continua a abri-las.',
  ended: 'Cópias noutro sítio desligadas',
  problems: {
    storage: {
      'no-answer': 'O armazenamento não responde. Verifique o endereço e a região.',
      'not-there': 'Esse bucket não existe. Verifique o nome.',
      'not-taken': 'O armazenamento não aceitou a chave, ou ela não tem permissão para escrever.',
      full: 'O armazenamento está cheio.',
      failed: 'Aconteceu algo inesperado.',
    },
    folder: {
      'no-answer': 'A pasta não responde. Verifique se o disco está ligado.',
      'not-there': 'Essa pasta não existe no servidor. Verifique o caminho e se o disco está ligado.',
      'not-taken': 'O servidor não tem permissão para escrever nesta pasta.',
      full: 'O disco está cheio.',
      failed: 'Aconteceu algo inesperado.',
    },
  },
  refused: {
    storage: 'O armazenamento devolveu um erro. Verifique todos os campos, também o da região.',
    folder: 'O servidor não consegue usar esta pasta.',
  },
  invalid: {
    storage: 'Verifique o que escreveu aqui.',
    folder: 'Escreva o caminho completo, como no exemplo.',
  },
  missing: 'Preencha este campo.',
};
