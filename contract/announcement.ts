import type { FileRef } from './content/content.ts';
import type { Size } from './content/pictures.ts';
import { inEach, type Language, LANGUAGES } from './language.ts';
import { isAllowed, wrongAddressIn } from './letter-text.ts';

/** The texts of every announcement in each language, with the characters of each. `body` is formatted (letter-text.ts). */
const MAIL_WORDS = {
  subject: 70,
  preheader: 110,
  heading: 80,
  body: 8000,
  button: 40,
} as const;

/**
 * `alt` describes the picture. A newsletter's button is optional, and leads to `link`. `instead`: `yes` if readers of a
 * language that is not written get another one.
 */
export const ANNOUNCEMENT_WORDS = { ...MAIL_WORDS, alt: 150, link: 500, instead: 3 } as const;
type AnnouncementPart = keyof typeof ANNOUNCEMENT_WORDS;
export type MailWords = Record<keyof typeof MAIL_WORDS, string>;
type PartWords = Record<AnnouncementPart, string>;
/** As the publisher has drawn it. */
export type LetterPicture = FileRef & Size & { bytes: number };
export type AnnouncementWords = Record<Language, PartWords> & { picture?: LetterPicture };

export const ANNOUNCEMENT_PARTS = Object.keys(ANNOUNCEMENT_WORDS) as AnnouncementPart[];
const MAIL_PARTS = Object.keys(MAIL_WORDS) as (keyof typeof MAIL_WORDS)[];

/** Before anything is written. */
export const NO_WORDS = Object.fromEntries(ANNOUNCEMENT_PARTS.map((part) => [part, ''])) as PartWords;

/** As they are stored. Those of an older version have no button's link. */
export function wordsIn(text: string): AnnouncementWords {
  const stored = JSON.parse(text) as Partial<AnnouncementWords>;
  const words = inEach((language) => ({ ...NO_WORDS, ...stored[language] }));
  return stored.picture === undefined ? words : { ...words, picture: stored.picture };
}

/** `picture`: null takes it away; the words that describe it stay. */
export function withPicture(
  { picture: _before, ...texts }: AnnouncementWords,
  picture: LetterPicture | null,
): AnnouncementWords {
  return picture === null ? texts : { ...texts, picture };
}

/** One part in one language, as it is edited and stored: `subject.en`. */
export type WordsField = `${AnnouncementPart}.${Language}`;
export const WORDS_FIELDS = ANNOUNCEMENT_PARTS.flatMap((part) =>
  LANGUAGES.map((language) => wordsField(part, language)),
);

/** All that is edited and stored by itself: the picture is the same in each language. */
export const ANNOUNCEMENT_FIELDS = [...WORDS_FIELDS, 'picture'] as const;
export type AnnouncementField = (typeof ANNOUNCEMENT_FIELDS)[number];

export function wordsField(part: AnnouncementPart, language: Language): WordsField {
  return `${part}.${language}`;
}

export function partOf(field: WordsField): [AnnouncementPart, Language] {
  return field.split('.') as [AnnouncementPart, Language];
}

/** What the server stores of a text, and a preview takes: also one that is still too long. */
export const MOST_WRITTEN = 10_000;

/** The number of the newsletter `letter:3`; null: another announcement. */
export function letterOf(purpose: string): number | null {
  const [, number] = /^letter:([1-9]\d{0,5})$/.exec(purpose) ?? [];
  return number === undefined ? null : Number(number);
}

/** What an owner writes for it in each language. */
export function partsOf(
  purpose: string,
  { picture }: Pick<AnnouncementWords, 'picture'>,
): readonly AnnouncementPart[] {
  const parts = letterOf(purpose) === null ? [...MAIL_PARTS, 'alt' as const] : ANNOUNCEMENT_PARTS;
  return picture === undefined ? parts.filter((part) => part !== 'alt') : parts;
}

/** Whether its readers read this part as text. */
export function isShown(part: AnnouncementPart): boolean {
  return MAIL_PARTS.some((one) => one === part);
}

/** The languages in which any of it is written. */
export function writtenIn(words: AnnouncementWords): Language[] {
  return LANGUAGES.filter((language) => MAIL_PARTS.some((part) => words[language][part].trim() !== ''));
}

/** The languages that have to be whole: of a newsletter those in which any of it is written, or one. */
export function languagesOf(purpose: string, words: AnnouncementWords): readonly Language[] {
  const written = writtenIn(words);
  if (letterOf(purpose) === null) return LANGUAGES;
  return written.length > 0 ? written : LANGUAGES.slice(0, 1);
}

/** What owners call a newsletter: its heading, or else its subject, in the first language that has one. */
export function titleOf(purpose: string, words: AnnouncementWords): string {
  if (letterOf(purpose) === null) return '';
  const titles = LANGUAGES.flatMap((language) => [words[language].heading, words[language].subject]);
  return titles.map((title) => title.trim()).find((title) => title !== '') ?? '';
}

/** In which language readers of `language` get it; null: not at all. The launch and books are written in each. */
export function languageFor(purpose: string, words: AnnouncementWords, language: Language): Language | null {
  const written = writtenIn(words);
  if (letterOf(purpose) === null || written.includes(language)) return language;
  return words[language].instead.trim() === '' ? null : (written[0] ?? null);
}

/** A problem with the texts of one language; null: none. `most`: characters. */
type WordsProblem = { part: AnnouncementPart } & (
  | { why: 'empty' | 'too-long'; most: number }
  | { why: 'link'; link: string }
);

export function problemOfWords(
  purpose: string,
  all: AnnouncementWords,
  language: Language,
): WordsProblem | null {
  const words = all[language];
  for (const part of partsOf(purpose, all)) {
    const most = ANNOUNCEMENT_WORDS[part];
    const text = words[part].trim();
    if (text === '' && isNeeded(purpose, part, words)) return { part, why: 'empty', most };
    if (text.length > most) return { part, why: 'too-long', most };
  }
  const { body, link } = words;
  const inBody = wrongAddressIn(body);
  if (inBody !== null) return { part: 'body', why: 'link', link: inBody };
  return link === '' || isAllowed(link) ? null : { part: 'link', why: 'link', link };
}

/** A newsletter has a button with its link, or neither. */
function isNeeded(purpose: string, part: AnnouncementPart, { button, link }: PartWords): boolean {
  if (part === 'instead') return false;
  if (part === 'link') return button.trim() !== '';
  return part !== 'button' || letterOf(purpose) === null || link.trim() !== '';
}
