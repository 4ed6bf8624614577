import { filled } from '#contract/words.ts';
import { inMegabytes, MOST_CONTENT_LENGTH, MOST_FILE_BYTES, MOST_FILES_BYTES } from './content.ts';
import { BOOK_PLACES, MAX_SERVICES } from './limits.ts';

/** What a field must be. `{}`: the limit, or the names, that the field gives; `{found}`: what it has instead. */
export const MUST = {
  line: 'one line of 1 to {} characters',
  plain: 'text without braces or words like %THIS%',
  https: 'an https address',
  profile: 'the address of a profile ({})',
  email: 'an email address',
  phone: 'a number with its country code, like +351 210 000 000',
  colour: 'a colour like #0b1012',
  accent: 'a colour like #1d6b45, or one for each theme: {"dark": "#7dd3a0", "light": "#1d6b45"}',
  contrast: 'a colour with a contrast of at least 4.5 on its ground, not {}',
  letter: 'the position of a letter of the name (the first is 0) without an accent or a dot, or null',
  months: 'a whole number of months from 1 to {}',
  each: 'a text for each language of the site',
  lines: '1 to {} lines',
  list: 'a list of at most {}',
  services: `{} different numbers from 0 to ${MAX_SERVICES - 1}`,
  slug: '1 to 48 of the characters a to z, 0 to 9 and -, different in each case',
  books: `up to ${BOOK_PLACES.length} of {"id": "seo", "place": 0}: each id (a-z, 0-9 and -, at most 32, not news) and each place (0 to ${BOOK_PLACES.length - 1}) once`,
  members: 'an object with {}',
  language: 'a language of the site',
  book: 'a file by language, or null',
  origin: 'an https address without a path',
  switch: 'true or false',
  frequency: '0, 1, 2 or 4',
  ga: 'of the form G-XXXXXXX, or null',
  gtm: 'of the form GTM-XXXXXXX, or null',
  file: 'a file ({})',
  'file-opens': 'a file that can be opened',
  'file-heavy': 'a file that can be drawn here: this one takes too much memory or time',
  'file-there': 'a file that exists: {} doesn’t',
  'file-name':
    'a file whose name matches its SHA-256: {} was changed, or is another kind of file; give it another name',
  'file-size': `a file of at most ${inMegabytes(MOST_FILE_BYTES)}, and all files together at most ${inMegabytes(MOST_FILES_BYTES)}: {} is too large`,
  picture: 'a picture that can be opened, a JPEG, PNG, WebP or AVIF',
  'picture-cut': 'a whole picture: the end of this one is missing',
  'picture-small': 'a picture of at least {}, not {found}',
  'picture-large': 'a picture of at most {} million pixels, not {found}',
  'book-locked': 'a PDF that opens without a password',
  pictures: 'a picture for at least one theme, or null',
  share: 'a number from 0 to 1',
  'logo-broken': 'an SVG that can be read: this one is damaged, or not whole',
  'logo-no-size': 'an SVG that says how large it is, in viewBox or in width and height',
  'logo-large': 'an SVG of at most {} KB without its comments and metadata',
  'logo-complex': 'a simpler SVG: this one holds too much to be drawn, or refers to itself',
  'logo-unsafe': 'an SVG of shapes: this one contains {}',
  'logo-pixels': 'an SVG of shapes, not of pixels ({}), or a PNG',
  'logo-text': 'an SVG whose text was turned into shapes: visitors lack the font of {}',
  'logo-moves': 'an SVG without animation ({})',
  'logo-elsewhere': 'an SVG that refers to nothing outside of it: {}',
  'logo-empty': 'a logo of which something is seen inside its frame',
  'logo-small': 'a PNG at least {} pixels high, not {found}',
  'logo-wide': 'a logo at most {} times as wide as it is high',
  words: '1 to {} characters',
  items: '1 to {} items, none of them empty',
  places: 'text with the same placeholders as the original: {}',
  known: 'removed: there is no such field',
  content: `at most ${MOST_CONTENT_LENGTH / 1e6} MB`,
} as const;

export type MustCode = keyof typeof MUST;
/** What is wrong with a logo. */
export type LogoCode = Extract<MustCode, `logo-${string}`>;

export function isLogoCode(code: string): code is LogoCode {
  return code.startsWith('logo-');
}

/** What something must be instead. `found`: what it has, where the code names both. */
export type ValueFault = { code: MustCode; limit: string; found?: string };

/** What a field must be instead. `at`: where in its value, e.g. `[0].role.pt`, or ''. */
export type ContentProblem = { field: string; at: string } & ValueFault;

/** The message of a schema, which `said` reads. */
export function say(code: MustCode, limit: string | number = ''): string {
  return `${code}:${limit}`;
}

/** Reads a message of a schema. */
export function said(message: string): ValueFault {
  const [code = '', ...limit] = message.split(':');
  if (!Object.hasOwn(MUST, code)) throw new Error(`a schema says ${message}`);
  return { code: code as MustCode, limit: limit.join(':') };
}

/** In English: `people[0].role.pt must be one line of 1 to 80 characters.` */
export function inEnglish({ field, at, code, limit, found = '' }: ContentProblem): string {
  return `${field}${at} must be ${filled(MUST[code].replace('{}', '{limit}'), { limit, found })}.`;
}
