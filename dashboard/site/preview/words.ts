import { EACH_MARK, hasMark, MARK_END, markOf } from '#contract/marks.ts';
import type { PreviewMade } from '#contract/owner/preview.ts';

/**
 * `words`: what is between the tags, by `wordsKey`. `fits`: of each title, by which it is sized
 * (site/shell/fit.ts); empty: none. `rest`: all else that a frame shows.
 */
export type Split = { words: ReadonlyMap<string, string>; fits: readonly string[]; rest: string };

const FIT = / data-fit="(\d+)"/;
const EACH_FIT = new RegExp(FIT, 'g');
const EACH_TITLE = /<h[1-3]\b[^>]*>/g;

export const wordsKey = ({ field, at }: { field: string; at: string }): string => field + at;

/**
 * Takes the words out of a preview: where only they differ from what a frame shows, its page need not be laid out again.
 * What the site fills in is in them as its place: `{name}`.
 */
export function splitWords({ html, marks }: PreviewMade): Split {
  const body = html.indexOf('<body');
  const styles = html.slice(0, body).match(/<style.*?<\/style>/gs) ?? [];
  let rest = styles.join('') + JSON.stringify(marks);
  const words = new Map<string, string>();
  const open: { key: string | null; said: string }[] = [];
  let isInTag = false;

  function add(text: string): void {
    const inner = open.at(-1);
    const plain = inner?.key == null || isInTag ? null : plainText(text);
    if (inner && plain !== null) inner.said += plain;
    else {
      // Tags among its words: only a new page shows them.
      if (inner) inner.key = null;
      rest += text;
      const [begins, ends] = [text.lastIndexOf('<'), text.lastIndexOf('>')];
      if (begins !== ends) isInTag = begins > ends;
    }
  }

  function begin(number: number): void {
    const mark = marks[number];
    const outer = open.at(-1);
    if (mark && 'place' in mark && outer) outer.said += mark.place;
    open.push({ key: mark && 'field' in mark && !isInTag ? wordsKey(mark) : null, said: '' });
  }

  function end(): void {
    const { key, said } = open.pop() ?? { key: null, said: '' };
    if (key === null) return;
    // The same field with other words, e.g. shortened.
    if ((words.get(key) ?? said) !== said) rest += said;
    words.set(key, said);
  }

  const shown = html.slice(body);
  for (const piece of shown.replace(EACH_FIT, '').split(EACH_MARK)) {
    if (!hasMark(piece)) add(piece);
    else {
      rest += piece;
      if (piece === MARK_END) end();
      else begin(markOf(piece));
    }
  }
  const titles = shown.match(EACH_TITLE) ?? [];
  return { words, fits: titles.map((tag) => FIT.exec(tag)?.[1] ?? ''), rest };
}

const SIGNS: Partial<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };

const SIGN = /&([#\w]+);/g;

/** Null: there is more than text in it. */
function plainText(html: string): string | null {
  const isKnown = Array.from(html.matchAll(SIGN)).every(([, name = '']) => Object.hasOwn(SIGNS, name));
  if (html.includes('<') || !isKnown) return null;
  return html.replace(SIGN, (all, name: string) => SIGNS[name] ?? all);
}
