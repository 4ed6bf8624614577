/**
 * Invisible marks around the words of a preview, so that each names its field wherever a page shows it. They are
 * private-use characters, which no content may have: one character begins a mark and gives its number, another ends it.
 */
export const MARK_END = '\ue000';
const FIRST = 0xe100;
/** Begin a mark: as many as the private-use area holds. */
const MOST_MARKS = 0xf8ff - FIRST + 1;

/** Each mark in a text: the character that begins one, or that ends one. */
export const MARK = /[\ue000\ue100-\uf8ff]/g;

/** Splits a text at its marks, which stay. */
export const EACH_MARK = new RegExp(`(${MARK.source})`);

export function hasMark(text: string): boolean {
  return EACH_MARK.test(text);
}

/** `words` with a mark around them; bare if there are too many marks. */
export function withMark(words: string, mark: number): string {
  return mark < MOST_MARKS ? markBegin(mark) + words + MARK_END : words;
}

export function markBegin(mark: number): string {
  return String.fromCharCode(FIRST + mark);
}

/** The number of the mark that a character begins. */
export function markOf(character: string): number {
  return character.charCodeAt(0) - FIRST;
}

export function withoutMarks(text: string): string {
  return text.replace(MARK, '');
}

/** A picture's field is in the fragment of its address: `#field=people&at=[0].portrait`. */
export function pictureMark(field: string, at: string): string {
  return `#field=${field}&at=${at}`;
}

/** Reads it from an address; null if there is none. */
export function pictureMarkIn(address: string): { field: string; at: string } | null {
  const [, field = '', at = ''] = /#field=([\w.-]+)&at=([\w.[\]-]*)/.exec(address) ?? [];
  return field === '' ? null : { field, at };
}
