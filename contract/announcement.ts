import { type Language, LANGUAGES } from './language.ts';
import { wrongAddressIn } from './letter-text.ts';

/** The texts of an announcement in each language, with the characters of each. `body` is formatted (letter-text.ts). */
export const ANNOUNCEMENT_WORDS = {
  subject: 70,
  preheader: 110,
  heading: 80,
  body: 8000,
  button: 40,
} as const;
type AnnouncementPart = keyof typeof ANNOUNCEMENT_WORDS;
export type AnnouncementWords = Record<Language, Record<AnnouncementPart, string>>;

export const ANNOUNCEMENT_PARTS = Object.keys(ANNOUNCEMENT_WORDS) as AnnouncementPart[];

/** One part in one language, as it is edited and stored: `subject.en`. */
export type WordsField = `${AnnouncementPart}.${Language}`;
export const WORDS_FIELDS = ANNOUNCEMENT_PARTS.flatMap((part) =>
  LANGUAGES.map((language) => wordsField(part, language)),
);

export function wordsField(part: AnnouncementPart, language: Language): WordsField {
  return `${part}.${language}`;
}

export function partOf(field: WordsField): [AnnouncementPart, Language] {
  return field.split('.') as [AnnouncementPart, Language];
}

/** What the server stores of a text, and a preview takes: also one that is still too long. */
export const MOST_WRITTEN = 10_000;

/** A problem with the texts of one language; null: none. `most`: characters. */
type WordsProblem = { part: AnnouncementPart } & (
  | { why: 'empty' | 'too-long'; most: number }
  | { why: 'link'; link: string }
);

export function problemOfWords(words: Record<AnnouncementPart, string>): WordsProblem | null {
  for (const part of ANNOUNCEMENT_PARTS) {
    const most = ANNOUNCEMENT_WORDS[part];
    const length = words[part].trim().length;
    if (length === 0) return { part, why: 'empty', most };
    if (length > most) return { part, why: 'too-long', most };
  }
  const link = wrongAddressIn(words.body);
  if (link !== null) return { part: 'body', why: 'link', link };
  return null;
}
