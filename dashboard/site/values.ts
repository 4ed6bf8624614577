import type { ShownBook } from '#contract/books.ts';
import { OUR_ACCENT } from '#contract/content/accent.ts';
import type { Json } from '#contract/content/content.ts';
import type { Facts } from '#contract/content/facts.ts';
import { LANGUAGES, type Language } from '#contract/language.ts';
import { OFTEN } from '#contract/newsletter.ts';
import type { UseWords } from '../words.ts';
import type { Change, Site } from './draft.ts';
import { withChips } from './labels.ts';
import { switchOf } from './fields/switches.ts';

/** A value as a reader sees it: its text, an entry a line, and its pictures by file name. */
export type DisplayedValue = { text: string; pictures: string[] };

const PICTURE = /\.(?:avif|webp|jpe?g|png|svg)$/;

/** `key`: of its field. Where nothing is given, visitors see what came with the program. */
export function shownAs(t: UseWords['t'], key: string, value: Json): DisplayedValue {
  if (value !== null && /^books\.\d$/.test(key)) return { text: filesOf(t, value as Book), pictures: [] };
  if (value === null && key.startsWith('pictures.')) return { text: t('agency.picture.ours'), pictures: [] };
  if (typeof value === 'boolean') return { text: t(switchOf(key, value).word), pictures: [] };
  if (key === 'newsletter.aMonth')
    return { text: value === null ? '' : t(`agency.newsletter.often.${OFTEN[value as 0]}`), pictures: [] };
  const shown = value === null && key === 'brand.accent' ? OUR_ACCENT : value;
  return { text: withChips(t, linesOf(shown).join('\n')), pictures: picturesIn(shown) };
}

/** Before and after. The letter that carries the mark stands for its position in the name, a service’s name for its place. */
export function shownBoth(
  t: UseWords['t'],
  site: Site,
  { field, before, after }: Pick<Change, 'field' | 'before' | 'after'>,
): [DisplayedValue, DisplayedValue] {
  if (field.key === 'services' || field.key === 'books')
    return [namesOf(site, field.key, before), namesOf(site, field.key, after)];
  if (field.key !== 'brand.markAt') return [shownAs(t, field.key, before), shownAs(t, field.key, after)];
  const letter = (name: Json, at: Json) =>
    shownAs(t, field.key, typeof at === 'number' ? (String(name)[at] ?? null) : null);
  return [letter(site.shownOf('brand.name'), before), letter(site.valueOf('brand.name'), after)];
}

/** Of services, each by its place, or books. */
function namesOf(site: Site, key: 'services' | 'books', shown: Json): DisplayedValue {
  const names = (shown as (number | ShownBook)[]).map((one) =>
    key === 'services'
      ? nameIn(site, 'text.services.items', one as number)
      : nameIn(site, 'text.products.items', (one as ShownBook).place),
  );
  return { text: names.join('\n'), pictures: [] };
}

/** The name of an item by its place: in one of these languages, or in another. */
export function nameIn(site: Site, items: string, place: number, ...first: Language[]): string {
  const names = [...first, ...LANGUAGES].map((one) => site.valueOf(`${items}.${place}.name.${one}`));
  return String(names.find(Boolean) ?? '');
}

type Book = NonNullable<Facts['books.0']>;

/** `Portuguese: PDF`, a language a line. */
function filesOf(t: UseWords['t'], book: Book): string {
  const lines = LANGUAGES.flatMap((language) => {
    const kind = book[language]?.file.split('.').at(-1);
    return kind === undefined ? [] : `${t(`languages.${language}`)}: ${kind.toUpperCase()}`;
  });
  return lines.join('\n');
}

/** Members that nobody reads. */
const UNSAID = ['focus', 'slug', 'services'];

function linesOf(value: Json): string[] {
  if (value === null || value === '') return [];
  if (typeof value !== 'object') return [String(value)];
  if (Array.isArray(value)) return value.map((entry) => linesOf(entry).join(', '));
  if (typeof value['file'] === 'string') return [];
  return Object.entries(value).flatMap(([key, inner]) => (UNSAID.includes(key) ? [] : linesOf(inner)));
}

function picturesIn(value: Json): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Array.isArray(value) ? value : Object.values(value);
  const own = !Array.isArray(value) && typeof value['file'] === 'string' ? [value['file']] : [];
  return [...new Set([...own.filter((name) => PICTURE.test(name)), ...inner.flatMap(picturesIn)])];
}
