import type { Language } from './language.ts';

/** What the owner writes of an announcement, in each language. `body`: paragraphs apart by an empty line, `**bold**`. */
export const ANNOUNCEMENT_WORDS = {
  subject: 70,
  preheader: 110,
  heading: 80,
  body: 4000,
  button: 40,
} as const;
export type AnnouncementPart = keyof typeof ANNOUNCEMENT_WORDS;
export type AnnouncementWords = Record<Language, Record<AnnouncementPart, string>>;

export const ANNOUNCEMENT_PARTS = Object.keys(ANNOUNCEMENT_WORDS) as AnnouncementPart[];

/** What is wrong with the words of one language; null: nothing. `most`: characters. */
export type WordsProblem = { part: AnnouncementPart; why: 'empty' | 'too-long'; most: number };

export function problemOfWords(words: Record<AnnouncementPart, string>): WordsProblem | null {
  for (const part of ANNOUNCEMENT_PARTS) {
    const most = ANNOUNCEMENT_WORDS[part];
    const length = words[part].trim().length;
    if (length === 0) return { part, why: 'empty', most };
    if (length > most) return { part, why: 'too-long', most };
  }
  return null;
}

/** What stands there before the owner writes. */
export const LAUNCH_WORDS: AnnouncementWords = {
  en: {
    subject: 'We’re open',
    preheader: 'You asked to be told. Here it is.',
    heading: 'The wait is over.',
    body: 'You asked to be told when our site opens. It’s open now.\n\nIt shows what we do, how we work and where to find us.',
    button: 'See the site',
  },
  pt: {
    subject: 'Já abrimos',
    preheader: 'Pediu para saber quando abríssemos. Aqui estamos.',
    heading: 'A espera acabou.',
    body: 'Pediu para saber quando o nosso site abrisse. Já abriu.\n\nMostra o que fazemos, como trabalhamos e onde nos encontrar.',
    button: 'Ver o site',
  },
};

/** The same for a book. `titles`: of the book, by language. */
export function bookWords(titles: Record<Language, string>): AnnouncementWords {
  return {
    en: {
      subject: `“${titles.en}” is out`,
      preheader: 'You asked to be told about it.',
      heading: 'The book is out.',
      body: `You asked to be told when “${titles.en}” is out. It’s short enough for one evening.`,
      button: 'Download the book',
    },
    pt: {
      subject: `«${titles.pt}» já saiu`,
      preheader: 'Pediu para saber quando saísse. Aqui está.',
      heading: 'O livro já saiu.',
      body: `Pediu para saber quando «${titles.pt}» saísse. É curto o bastante para uma noite.`,
      button: 'Descarregar o livro',
    },
  };
}
