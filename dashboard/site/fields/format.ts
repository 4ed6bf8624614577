import { EACH_BOLD, EACH_LINK } from '#contract/letter-text.ts';

type Range = readonly [from: number, to: number];
/** Puts `text` in the place of `range`; `select`: what is selected then. */
export type Edit = { range: Range; text: string; select: Range };

const LETTER = /[\p{L}\p{M}\p{N}'’-]/u;
const LINE = /^(## |- )?(\s*)(.*?)(\s*)$/;

/** Makes the selection bold, or what was bold no longer; without one the word at the cursor. */
export function bold(text: string, selection: Range): Edit {
  const range = around(text, selection, EACH_BOLD) ?? grown(text, selection);
  const lines = text.slice(...range).split('\n');
  const parts = lines.map((line) => (LINE.exec(line) ?? []).map((part) => part ?? ''));
  const isBold = ([, , , words = '']: string[]) => words === '' || /^\*\*[^*]+\*\*$/.test(words);
  const isAll = parts.some(([, , , words]) => words !== '') && parts.every(isBold);
  const made = parts.map(([, sign = '', before = '', words = '', after = '']) => {
    const bare = words.replaceAll('**', '');
    const isNone = bare === '' && (lines.length > 1 || sign !== '');
    return sign + before + (isAll || isNone ? bare : `**${bare}**`) + after;
  });
  const [from] = range;
  const all = made.join('\n');
  if (lines.length > 1 || isAll) return { range, text: all, select: [from, from + all.length] };
  const [begin, end] = [all.indexOf('**') + 2, all.lastIndexOf('**')];
  return { range, text: all, select: [from + begin, from + end] };
}

/** Gives the selected lines this sign at their beginning, or takes it if all have it. */
export function signed(text: string, [first, last]: Range, sign: '## ' | '- '): Edit {
  const from = lineStart(text, first);
  const after = text.indexOf('\n', last > first && text[last - 1] === '\n' ? last - 1 : last);
  const range: Range = [from, after === -1 ? text.length : after];
  const lines = text.slice(...range).split('\n');
  const isNone = (line: string) => line.trim() === '' && lines.length > 1;
  const isAll = lines.every((line) => isNone(line) || line.startsWith(sign));
  const made = lines.map((line) =>
    isNone(line) ? line : (isAll ? '' : sign) + line.replace(/^(?:## |- )/, ''),
  );
  const all = made.join('\n');
  const end = from + all.length;
  const cursor = Math.max(from, last + all.length - (range[1] - from));
  return { range, text: all, select: first === last ? [cursor, cursor] : [from, end] };
}

/** A link to be: `to` is empty if there is none yet. */
export type Link = { range: Range; words: string; to: string };

/** The link at the selection, or what of it becomes one: within a line, without its sign. */
export function linkAt(text: string, selection: Range): Link {
  const range = around(text, selection, EACH_LINK);
  if (range !== null) {
    const [, words = '', to = ''] = Array.from(text.slice(...range).matchAll(EACH_LINK))[0] ?? [];
    return { range, words, to };
  }
  const [from, to] = grown(text, selection);
  const [line = ''] = text.slice(from, to).split('\n');
  const [, sign = '', before = '', words = ''] = LINE.exec(line) ?? [];
  const begin = from + (lineStart(text, from) === from ? sign.length : 0) + before.length;
  return { range: [begin, begin + words.length], words, to: '' };
}

/** `to`: null takes the link away. */
export function linked({ range, words }: Link, to: string | null): Edit {
  const bare = words.replaceAll('[', '(').replaceAll(']', ')');
  const text = to === null ? bare : `[${bare}](${to})`;
  const end = range[0] + text.length;
  return { range, text, select: [end, end] };
}

function lineStart(text: string, at: number): number {
  return text.slice(0, at).lastIndexOf('\n') + 1;
}

/** The part with this form that has the whole selection within. */
function around(text: string, [from, to]: Range, form: RegExp): Range | null {
  for (const { 0: part, index } of text.matchAll(form))
    if (index <= from && to <= index + part.length) return [index, index + part.length];
  return null;
}

/** A cursor within a word is the word. */
function grown(text: string, [from, to]: Range): Range {
  let [first, last] = [from, to];
  if (from === to) {
    while (first > 0 && LETTER.test(text[first - 1] ?? '')) first -= 1;
    while (last < text.length && LETTER.test(text[last] ?? '')) last += 1;
  }
  return [first, last];
}
