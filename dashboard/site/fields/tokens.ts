import { PLACEHOLDER } from '#contract/content/kinds.ts';

// A place such as `{name}` is shown in a text area as its label between two invisible characters, which no words of an
// owner may have: the field stays plain text for screen readers, spelling checks, input methods and phones.
const BEGIN = '\u2068';
const END = '\u2069';
/** Keeps a label on one line. */
const SPACE = '\u00a0';
/** Inside of its chip. */
const ROOM = SPACE + SPACE;
const TOKEN = /\u2068[^\u2068\u2069]*\u2069/g;

/** Labels by place: `{name}`, `{{address}}`, `%BOOKS%`. */
export type Labels = Readonly<Record<string, string>>;
type Range = [from: number, to: number];

function tokenOf(label: string): string {
  return BEGIN + ROOM + label.replaceAll(' ', SPACE) + ROOM + END;
}

/** Words as the text area shows them. */
export function shownOf(words: string, labels: Labels): string {
  return words.replace(PLACEHOLDER, (place) => {
    const label = labels[place];
    return label === undefined ? place : tokenOf(label);
  });
}

/** The words of a shown text. */
export function wordsIn(shown: string, labels: Labels): string {
  const places = new Map(Object.entries(labels).map(([place, label]) => [tokenOf(label), place]));
  return shown.replace(TOKEN, (token) => places.get(token) ?? '').replaceAll(/[\u2068\u2069]/g, '');
}

/** Where the tokens of a shown text are. */
export function tokensIn(shown: string): Range[] {
  return [...shown.matchAll(TOKEN)].map(({ index, 0: token }) => [index, index + token.length]);
}

/** The selection that takes a token as a whole or not at all. */
export function wholeTokens(shown: string, [from, to]: Range): Range {
  const tokens = tokensIn(shown);
  const around = (at: number) => tokens.find(([begin, end]) => begin < at && at < end);
  if (from === to) {
    const token = around(from);
    if (token === undefined) return [from, to];
    const at = from - token[0] < token[1] - from ? token[0] : token[1];
    return [at, at];
  }
  return [around(from)?.[0] ?? from, around(to)?.[1] ?? to];
}

/** The token that begins or ends here. */
export function tokenAt(shown: string, at: number, side: 'before' | 'after'): Range | undefined {
  return tokensIn(shown).find(([begin, end]) => (side === 'before' ? end : begin) === at);
}

/** What remains after a key, without the rest of a token that it broke; and where the caret is. */
export function mended(before: string, after: string, caret: number): { text: string; caret: number } {
  let same = 0;
  const most = Math.min(before.length, after.length);
  while (same < most && before[same] === after[same]) same += 1;
  let tail = 0;
  while (tail < most - same && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  const until = before.length - tail;
  const moved = after.length - before.length;
  const broken = tokensIn(before).filter(
    ([begin, end]) => begin < until && end > same && !(begin >= same && end <= until),
  );
  const rests = broken.flatMap(([begin, end]): Range[] => [
    [Math.min(begin, same), Math.min(end, same)],
    [Math.max(begin, until) + moved, Math.max(end, until) + moved],
  ]);
  let text = after;
  let at = caret;
  for (const [begin, end] of rests.toSorted(([one], [other]) => other - one)) {
    text = text.slice(0, begin) + text.slice(end);
    if (at > begin) at = Math.max(begin, at - (end - begin));
  }
  return { text, caret: at };
}

/** A place between words, apart from a letter or a digit at either side. */
export function putBack(before: string, place: string, after: string): string {
  const open = /[\p{L}\p{N}]$/u.test(before) ? ' ' : '';
  const close = /^[\p{L}\p{N}]/u.test(after) ? ' ' : '';
  return before + open + place + close + after;
}

/** The places that are no longer in the words. */
export function missingPlaces(words: string, places: readonly string[]): string[] {
  const found = new Set(words.match(PLACEHOLDER));
  return places.filter((place) => !found.has(place));
}
