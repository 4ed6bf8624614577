// Browsers and Node both have it; declared here, so that the contract needs the types of neither.
declare const URL: { canParse(address: string): boolean };

/** Trimmed, without line breaks and invisible characters. `longest`: in UTF-16 units. */
export function isLine(value: string, longest: number): boolean {
  return value === value.trim() && value !== '' && value.length <= longest && !/\p{C}/u.test(value);
}

/** Whether the mark can stand over this letter: one without an accent or a dot of its own. */
export function isLetterOf(name: string, at: number): boolean {
  const [letter = '', next = ''] = name.slice(at).normalize('NFD');
  // It is cut out by its place alone.
  return letter.length === 1 && /[^\P{L}ij]/u.test(letter) && !/\p{M}/u.test(next);
}

/** A name letter by letter as it is seen, an emoji as one, each with its place in it. */
export function lettersOf(name: string): { letter: string; at: number }[] {
  const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(name);
  return Array.from(letters, ({ segment, index }) => ({ letter: segment, at: index }));
}

/** In the form that WhatsApp and phones dial (E.164): up to 15 digits. */
export function isPhone(value: string): boolean {
  return /^\+[1-9]\d*(?: \d+)*$/.test(value) && /^(?:\D*\d){8,15}$/.test(value);
}

/** An https origin: anything else would widen a policy unnoticed. */
export function isOrigin(value: string): boolean {
  return /^https:\/\/[a-z\d-]+(?:\.[a-z\d-]+)+(?::\d+)?$/.test(value) && isLink(value);
}

const LONGEST_LINK = 500;
const LINK = /^https:\/\/[\p{L}\d.-]+(?::\d+)?(?:[/?#](?:[^\s"<>\\^`{|}%\p{C}]|%[\da-f]{2})*)?$/iu;

/** An https address, with what RFC 3986 allows in one, and letters of all scripts. */
export function isLink(value: string): boolean {
  return value.length <= LONGEST_LINK && LINK.test(value) && URL.canParse(value) && !hasPlace(value);
}

export const GA_ID = /^G-[A-Z0-9]{4,20}$/;
export const GTM_ID = /^GTM-[A-Z0-9]{4,20}$/;

/** What is filled in: `{name}`, `{{address}}`, `%BOOKS%`. */
export const PLACEHOLDER = /\{\{\w+\}\}|\{\w+\}|%[A-Z]+%/g;

/** Whether something that fills in values would find a place in it, or make one of it. */
export function hasPlace(value: string): boolean {
  return /[{}]|%[A-Z]+%/.test(value);
}
