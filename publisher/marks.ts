import { MARK, MARK_END, markBegin, withMark, markOf } from '#contract/marks.ts';
import type { Content, Json } from '#contract/content/content.ts';
import type { WordField } from '#contract/content/words.ts';
import type { PreviewMade, PreviewMark } from '#contract/owner/preview.ts';

/** Facts that pages show as text or link to. The name is marked by itself: pages measure it and take it apart. */
const SHOWN_FACT = /^(?:social$|legal\.|contact\.|people$|cases$)/;

/** A whole content with a mark around every word and fact that a page may show. */
export function markContent(content: Content, words: Map<string, WordField>) {
  const marks: PreviewMark[] = [];
  const mark = (text: string, about: PreviewMark) => withMark(text, marks.push(about) - 1);
  const all = Object.entries(content).map(([key, value]): [string, Json] => {
    const field = words.get(key);
    if (field !== undefined) return [key, markWords(value, key, field, mark)];
    return [key, SHOWN_FACT.test(key) ? markFact(value, key, '', mark) : value];
  });
  return { content: Object.fromEntries(all) as Content, marks, mark };
}

/** Members of facts that pages do not show. */
const NO_TEXT = ['file', 'focus', 'slug', 'services'];

type Mark = (text: string, about: PreviewMark) => string;

/** Also marks what is filled in, so that it can stay when its words change. */
function markWords(value: Json, field: string, { places }: WordField, mark: Mark): Json {
  if (Array.isArray(value)) return value.map((one, n) => mark(String(one), { field, at: `[${n}]` }));
  const words = places.reduce(
    (text, place) => text.replaceAll(place, () => mark(place, { place })),
    String(value),
  );
  return mark(words, { field, at: '' });
}

function markFact(value: Json, field: string, at: string, mark: Mark): Json {
  if (value === null || value === '' || typeof value === 'boolean') return value;
  if (typeof value !== 'object') return mark(String(value), { field, at });
  if (Array.isArray(value)) return value.map((one, n) => markFact(one, field, `${at}[${n}]`, mark));
  const inner = Object.entries(value).map(([name, one]) => [
    name,
    NO_TEXT.includes(name) ? one : markFact(one, field, `${at}.${name}`, mark),
  ]);
  return Object.fromEntries(inner) as Json;
}

/** A document with only the marks that are in it, renumbered. */
export function withItsMarks(html: string, marks: PreviewMark[]): PreviewMade {
  const found = new Map<number, number>();
  const numbered = html.replace(MARK, (character) => {
    if (character === MARK_END) return character;
    const mark = markOf(character);
    found.set(mark, found.get(mark) ?? found.size);
    return markBegin(found.get(mark) ?? 0);
  });
  return { html: numbered, marks: [...found.keys()].flatMap((mark) => marks[mark] ?? []) };
}
