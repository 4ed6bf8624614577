import type { copies as english } from '../en/copies.ts';
import type { Translated } from '../words.ts';

export const copies: Translated<typeof english> = {
  title: 'Cópias fora do servidor',
  text: 'A lista, as mensagens e as definições, copiadas de poucos em poucos segundos para fora do servidor. Vão encriptadas: só a sua chave de recuperação as abre.',
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
  secretSet: 'Já definida. Para a substituir, escreva outra.',
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
      'Criada em {day}. Abre as cópias deste site guardadas fora do servidor. Sem ela, ninguém as consegue abrir. Mantenha-a secreta e longe do servidor.',
    restore:
      'Para repor a cópia mais recente numa máquina nova: instale lá o programa, guarde as duas linhas no ficheiro recovery-key.txt e execute este comando.',
    more: 'Mais pormenores em docs/operations.md, «If the machine is gone» (em inglês).',
  },
  last: 'Últimos oito caracteres da primeira linha',
  lastHint: 'Leia-os no que guardou, para ter a certeza de que a chave está completa.',
  lastWrong: 'Não são os últimos oito caracteres. Compare com a primeira linha acima.',
  on: 'Começar a copiar',
  use: 'Usar esta chave',
  started: 'Cópias fora do servidor ligadas',
  replaced: 'Chave de recuperação substituída',
  to: 'Copiado para',
  none: 'A fazer a primeira cópia…',
  never: 'Ainda não há nenhuma cópia.',
  until: 'Última cópia: {when}.',
  late: 'Já passou demasiado tempo. Se continuar assim, avise quem gere o servidor.',
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
    lost: 'O armazenamento perdeu parte de uma cópia, e foi iniciada outra. Se voltar a acontecer, use outro armazenamento.',
  },
  kept: 'Cópias no armazenamento em {when}. Pode repor-se qualquer minuto que abrangem.',
  span: '{from} a {until}',
  whole: 'Completa, {size}',
  holed: 'Completa até aí; falta o que veio depois. {size}',
  baseless: 'Não pode ser reposta: falta o início. {size}',
  older: 'E mais {n} [cópia mais antiga|cópias mais antigas].',
  others:
    'Há também {n} [cópia|cópias] de outra lista, a mais recente de {when}. [É|São] de antes de uma reposição, ou de outro servidor.',
  everything: 'Descarregar tudo',
  everythingText:
    'Um ficheiro com tudo o que é preciso para repor o site: pessoas, mensagens, definições, textos e imagens. Só a sua chave de recuperação o abre: verifique se ainda a tem.',
  everythingHow: 'Para o repor, instale o programa numa máquina nova e execute lá este comando:',
  everythingDone: 'Está tudo nas suas transferências.',
  key: 'Chave de recuperação',
  keyCheck: 'Verificar a chave',
  keyStill: 'Ainda tem a chave de recuperação?',
  keyStillText:
    'Sem ela, ninguém consegue abrir as cópias. Copie-a do papel ou escolha o ficheiro que guardou. É verificada neste navegador e nunca é enviada.',
  keyHint: 'Começa por AGE-SECRET-KEY-1.',
  keyChoose: 'Escolher ficheiro',
  keyYes: 'Verificar',
  keyWrong:
    'Esta chave não abre as cópias, ou está incompleta. Compare letra a letra e confirme que é a mais recente.',
  keyLost:
    'Perdeu-a? Cancele e substitua a chave: é logo feita outra cópia. Sem a chave antiga, as cópias anteriores ficam fechadas.',
  keyLostServer: 'Perdeu-a? Peça uma nova a quem gere o servidor.',
  keyRight: 'É essa a chave. Voltamos a perguntar daqui a três meses.',
  failing: 'As cópias estão a falhar (desde {when}).',
  said: 'Mensagem do servidor:',
  replace: 'Substituir a chave',
  end: 'Desligar',
  endTitle: 'Desligar as cópias fora do servidor?',
  endText:
    'Nada mais é copiado. As cópias já feitas ficam onde estão, e a sua chave de recuperação continua a abri-las.',
  ended: 'Cópias fora do servidor desligadas',
  problems: {
    storage: {
      'no-answer': 'O armazenamento não responde. Verifique o endereço e a região.',
      'not-there': 'Esse bucket não existe. Verifique o nome.',
      'not-taken': 'O armazenamento não aceitou a chave, ou ela não tem permissão para escrever.',
      full: 'O armazenamento está cheio.',
      failed: 'O armazenamento devolveu um erro inesperado. Tente novamente, ou contacte o fornecedor.',
    },
    folder: {
      'no-answer': 'A pasta não responde. Verifique se o disco está ligado.',
      'not-there': 'Essa pasta não existe no servidor. Verifique o caminho e se o disco está ligado.',
      'not-taken': 'O servidor não tem permissão para escrever nesta pasta.',
      full: 'O disco está cheio.',
      failed: 'A pasta devolveu um erro inesperado. Tente novamente, ou avise quem gere o servidor.',
    },
  },
  refused: {
    storage: 'O armazenamento devolveu um erro. Verifique todos os campos, incluindo a região.',
    folder: 'O servidor não consegue usar esta pasta.',
  },
  invalid: {
    storage: 'Verifique o que escreveu aqui.',
    folder: 'Escreva o caminho completo, como no exemplo.',
  },
  missing: 'Preencha este campo.',
};
