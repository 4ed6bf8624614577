import { LANGUAGES, type Language } from '#contract/language.ts';
import { MOST_WORDS_LENGTH, type Content, type Json } from './content.ts';
import { hasPlace, PLACEHOLDER } from './kinds.ts';
import { MAX_POINTS } from './limits.ts';
import type { ContentProblem } from './problems.ts';

/** Words by key, at any depth. */
export type TextTree = { [key: string]: Json };
/** The built-in words: of each part of the site, and of the mails to visitors. */
export type ProgramWords = Record<Language, { text: Record<string, TextTree>; mails: TextTree }>;

/** Entries that an owner may add and remove: the points of a service. */
const LIST = /^text\.services\.items\.\d+\.includes$/;
/** What people agree to when they send a form. A change makes a new version in the consent records. */
const AGREED =
  /^text\.(?:page\.(?:soon\.subscribeMessage|privacy\.note)|contact\.note|consent\.notice|products\.(?:notify|note|items\.\d+\.name)$|(?:notice|offer)\.)/;

/** Words that an owner may change. `key`: without the language. */
export type WordField = {
  key: string;
  language: Language;
  own: string | string[];
  /** Characters; of each entry of a list. */
  longest: number;
  /** `{name}`, `{{address}}`, `%TOKEN%`: what is filled in. */
  places: string[];
  agreed: boolean;
};

const IN_LANGUAGE = new RegExp(`\\.(?:${LANGUAGES.join('|')})$`);

/** A field's key without the language at the end of that of words. */
export function withoutLanguage(key: string): string {
  return key.replace(IN_LANGUAGE, '');
}

/** Every field of words, by its key with the language: `text.home.title.pt`. */
export function wordFields(own: ProgramWords): Map<string, WordField> {
  const fields = LANGUAGES.flatMap((language) =>
    leavesOf(own[language], '').map(([key, words]): [string, WordField] => [
      `${key}.${language}`,
      {
        key,
        language,
        own: words,
        longest: longestOf(key, words),
        places: placesIn(words),
        agreed: AGREED.test(key),
      },
    ]),
  );
  return new Map(fields);
}

function leavesOf(words: Json, key: string): [key: string, words: string | string[]][] {
  if (typeof words === 'string') return [[key, words]];
  if (LIST.test(key)) return [[key, words as string[]]];
  return Object.entries(words as object).flatMap(([name, inner]) =>
    leavesOf(inner as Json, key === '' ? name : `${key}.${name}`),
  );
}

/** Characters of the members of an item that the program leaves blank. */
const BLANK_LENGTHS: Record<string, number> = { name: 40, subtitle: 60, text: 160, includes: 60 };

/** Characters of words that greet somebody who has just said yes: owners have more to say there than we do. */
const OWN_LENGTHS: Record<string, number> = {
  'mails.welcome.text': 2000,
  'text.subscription.confirmed.text': 600,
  'text.subscription.joined.text': 600,
  'text.subscription.news.confirmed': 300,
};

/** The layout has room for half as much again, and short words may become a line. */
function longestOf(key: string, words: string | string[]): number {
  const most = OWN_LENGTHS[key];
  if (most !== undefined) return most;
  if (words.length === 0) return BLANK_LENGTHS[key.split('.').at(-1) ?? ''] ?? 0;
  const longest = typeof words === 'string' ? words.length : Math.max(...words.map((one) => one.length));
  return Math.ceil(longest * 1.5) + 24;
}

function placesIn(words: string | string[]): string[] {
  return [...new Set(String(words).match(PLACEHOLDER) ?? [])].sort();
}

/** What is wrong with an owner's words; null if nothing is. */
export function wordProblem(key: string, field: WordField, value: Json): ContentProblem | null {
  const { own, longest, places } = field;
  const wrong = (code: 'words' | 'items' | 'places', limit: string | number): ContentProblem => {
    return { field: key, at: '', code, limit: String(limit) };
  };
  const isRight = (words: Json): words is string =>
    typeof words === 'string' && words.trim() !== '' && words.length <= longest && !UNPRINTABLE.test(words);
  if (typeof own === 'string') {
    if (!isRight(value)) return wrong('words', longest);
    const given = placesIn(value);
    const isFilled = given.join() === places.join() && !hasPlace(withoutPlaces(value));
    return isFilled ? null : wrong('places', places.join(' ') || 'none');
  }
  const isList = Array.isArray(value) && value.length >= 1 && value.length <= MAX_POINTS;
  return isList && value.every((one) => isRight(one) && !hasPlace(one)) ? null : wrong('items', MAX_POINTS);
}

/** Control characters, and marks that turn the direction of what follows; a line break and a soft hyphen may stay. */
const UNPRINTABLE =
  /(?![\n\u00ad\u2060\u200d])[\p{Cc}\p{Cs}\p{Cn}\p{Co}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/** Marks of direction, and of the beginning of a file: a paste brings them, and nobody sees them. */
const PASTED = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;
/** A fact has no places to break a word at either; a joiner belongs to its emoji. */
const PASTED_IN_FACT = /(?!\u200d)\p{Cf}/gu;

/** A value without the invisible marks that a paste brought along. */
export function withoutPasted(value: Json, isFact: boolean): Json {
  if (typeof value === 'string') return value.replaceAll(isFact ? PASTED_IN_FACT : PASTED, '');
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => withoutPasted(one, isFact));
  const entries = Object.entries(value).map(([key, one]) => [key, withoutPasted(one, isFact)] as const);
  return Object.fromEntries(entries);
}

/** As much of an owner's words as can be shown before they are right; undefined: nothing. */
export function unfinishedWords(value: Json, { own }: WordField): string | string[] | undefined {
  const printable = (words: string) =>
    words.slice(0, MOST_WORDS_LENGTH).replaceAll(new RegExp(UNPRINTABLE, 'gu'), '');
  if (typeof own === 'string') return typeof value === 'string' ? printable(value) : undefined;
  if (!Array.isArray(value)) return undefined;
  return value.slice(0, MAX_POINTS).map((one) => (typeof one === 'string' ? printable(one) : ''));
}

function withoutPlaces(words: string): string {
  return words.replaceAll(PLACEHOLDER, '');
}

/** The owner's words as the pages or mails take them: `{ en: { home: { title: … } } }`. */
export function textIn(content: Content, room: 'text' | 'mails'): Partial<Record<Language, TextTree>> {
  const found: Partial<Record<Language, TextTree>> = {};
  for (const [key, value] of Object.entries(content)) {
    const [first, ...path] = key.split('.');
    const language = path.pop() as Language;
    const last = path.pop();
    if (first !== room || last === undefined) continue;
    let words: TextTree = (found[language] ??= {});
    for (const name of path) words = (words[name] ??= {}) as TextTree;
    words[last] = value;
  }
  return found;
}
