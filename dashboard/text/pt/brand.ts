import type { brand as english } from '../en/brand.ts';
import type { Translated } from '../words.ts';

export const brand: Translated<typeof english> = {
  name: 'Nome',
  letter: 'Letra com o sinal',
  letterText: 'Escolha a vogal tónica.',
  letterNot: 'Uma letra com acento ou pinta não tem espaço para ele.',
  before: 'Antes do nome',
  logo: 'Logótipo',
  logoText: 'Use o seu, se tiver. Caso contrário, o nome serve de logótipo.',
  logoLight: 'Sobre claro',
  logoDark: 'Sobre escuro',
  own: 'Ficheiro próprio',
  set: 'Feito a partir do nome',
  logoKinds: 'SVG, ou PNG com pelo menos {h} píxeis de altura.',
  accent: 'Cor de destaque',
  profilesText:
    'No rodapé, na página «Em breve» e em Contacto, por esta ordem. Sem nenhum, a frase por cima também desaparece.',
  profile: 'Perfil',
  addProfile: 'Adicionar perfil',
  accentText: 'Uma cor, ajustada a cada tema para se ler bem.',
  colour: 'Cor',
  each: 'Uma para cada tema',
  ratio: 'Contraste com a página: {ratio}:1 (mínimo {need}:1)',
  asIs: 'Tal como foi escolhida',
  share: 'Imagem de partilha',
  shareText:
    'Aparece quando alguém partilha um link. É feita a partir do nome, do título, da cor e da imagem da página «Em breve».',
  shareOwn: 'Mudar a imagem da página «Em breve»',
  logoKind: 'Este ficheiro não é um SVG nem um PNG. Escolha outro.',
  refused: {
    'logo-broken': 'Não se consegue ler este SVG: está danificado ou incompleto. Exporte-o de novo.',
    'logo-no-size':
      'Este SVG não diz que tamanho tem. No Inkscape, escolha Edit > Resize Page to Selection e guarde-o de novo. Noutros programas, exporte a moldura ou a prancheta.',
    'logo-large':
      'Este SVG tem mais de {limit} KB de formas. Simplifique os traçados (Illustrator: Object > Path > Simplify. Inkscape: Path > Simplify) ou exporte um PNG.',
    'logo-complex':
      'Este SVG é demasiado complicado para se desenhar, ou uma parte refere-se a si própria. Exporte o logótipo como PNG.',
    'logo-unsafe': 'Este SVG tem um script. Exporte-o de novo só com formas.',
    'logo-pixels':
      'Este SVG tem uma imagem feita de píxeis. Substitua a imagem por formas ou exporte um PNG com fundo transparente: o Figma, o Illustrator, o Inkscape e o Canva conseguem fazê-lo.',
    'logo-text':
      'Este SVG tem texto, e os visitantes podem não ter o tipo de letra. Transforme o texto em formas e exporte-o de novo. Figma: «Outline text» ao exportar. Illustrator: Type > Create Outlines. Inkscape: Path > Object to Path. Canva: exporte um PNG.',
    'logo-moves': 'Este SVG é animado. Exporte-o sem a animação.',
    'logo-elsewhere':
      'Uma parte deste SVG está noutro ficheiro, que as páginas não podem carregar. Exporte-o só com formas e com tudo num só ficheiro.',
    'logo-empty':
      'Deste logótipo não se vê nada: está vazio, transparente ou fora da moldura. Figma e Canva: selecione só o logótipo e exporte a seleção. Illustrator: Object > Artboards > Fit to Artwork Bounds. Inkscape: Edit > Resize Page to Selection.',
    'logo-small': 'Este logótipo tem {found} píxeis de altura. São precisos pelo menos {limit}.',
    'logo-wide': 'Este logótipo é mais de {limit} vezes mais largo do que alto.',
  },
  logoGone: 'Neste fundo, o logótipo mal se vê. Escolha outro ficheiro para este tema.',
  logoChoose: {
    light: 'Escolher um ficheiro para o tema claro',
    dark: 'Escolher um ficheiro para o tema escuro',
  },
  logoRemove: 'Voltar a usar o nome',
  colourOn: { light: 'Cor sobre claro', dark: 'Cor sobre escuro' },
  colourWell: 'Escolher: {label}',
  colourWrong: 'Indique uma cor como {example}.',
  one: 'Uma para os dois temas',
  back: 'Voltar à cor original',
  lighter: 'Clareada de {from} para {to}, para se ler bem',
  darker: 'Escurecida de {from} para {to}, para se ler bem',
  original: 'A cor original',
  sampleButton: 'Escreva-nos duas linhas',
  sampleLink: 'Ver os serviços',
  icon: 'Ícone',
  iconText: 'Nos separadores do navegador e nos telemóveis.',
  ground: 'Fundo',
};
