import { clientOf } from '#contract/content/cases.ts';
import type { Json } from '#contract/content/content.ts';
import type { FieldPlace } from '#contract/content/editor.ts';
import { isLanguage, type Language } from '#contract/language.ts';
import type { UseWords } from '../words.ts';
import type { DraftField } from './draft.ts';
import { PLACEHOLDER } from '#contract/content/kinds.ts';

type T = UseWords['t'];

/** Characters of words that name their field. */
const MAX_LABEL = 60;

/**
 * What owners read instead of a field's key. In `dashboard/text/en/fields.ts` it is listed under the longest end of its
 * name that is there: `contact_name` before `name`, `plan_title` before `title`, `Title` for `peopleTitle`; `n` is a position within. Without one
 * it is what the program says. A part that may be hidden is called as its section.
 */
export function labelOf(
  { t, language }: UseWords,
  { name, says }: Pick<DraftField, 'name' | 'says'>,
): string {
  const parts = name.split('.');
  const numbers: number[] = [];
  const named = parts.map((part, at) => {
    // What ends in a number is one of our words, or belongs to a book.
    const isName = at === parts.length - 1 && !/^(?:books|pictures)\./.test(name);
    if (!/^\d+$/.test(part) || isName) return part;
    numbers.push(Number(part) + 1);
    return 'n';
  });
  const isPart = parts[0] === 'hidden' && parts.length > 2;
  const isPicture = parts[0] === 'pictures' && parts.length === 2;
  const label = saidBy(t, isPart ? 'section' : 'label', isPicture ? ['pictures'] : named, numbers[0]);
  if (label !== null) return label;
  const own = withChips(t, String(says?.[language] ?? name));
  return own.length > MAX_LABEL ? `${own.slice(0, MAX_LABEL)}…` : own;
}

/** A place in a field, in which entries and members are: a person's role in one language. */
type Within = { names: string[]; language: Language | null; value: Json };

/** What owners read for it: `Ana Prado`, `Role` for `[0].role.pt` of the people, whose value is given. */
export function labelWithin(t: T, whole: Json, at: string): Within {
  const found: Within = { names: [], language: null, value: whole };
  for (const part of at.match(/[^.[\]]+/g) ?? []) {
    const value = (found.value as Record<string, Json> | null)?.[part] ?? null;
    found.value = value;
    if (isLanguage(part)) found.language = part;
    else if (!/^\d+$/.test(part)) found.names.push(t(`agency.facts.${part}` as 'agency.facts.role'));
    else found.names.push(...entryName(t, value, Number(part) + 1));
  }
  return { ...found, names: found.names.filter((name) => name !== '') };
}

/** Of a person, a case or a picture; none of a line. */
function entryName(t: T, value: Json, n: number): string[] {
  if (typeof value !== 'object' || value === null) return [];
  if ('name' in value) return [String(value['name'] || t('agency.facts.personAt', { n }))];
  if ('client' in value)
    return [clientOf(value as { client: Record<Language, string> }) || t('agency.facts.caseAt', { n })];
  return [String(n)];
}

/** The name of a page, an email or another place where fields are edited: `home`, `confirm`, `brand`. */
export function placeLabel(t: T, name: FieldPlace['name']): string {
  return t(`fields.place.${name}`);
}

/** The heading over a section's fields. */
export function sectionLabel(t: T, { name, section }: Pick<FieldPlace, 'name' | 'section'>): string {
  return saidBy(t, 'section', [name, section]) ?? section;
}

/** What stands for `{name}`, `{{address}}`, `%BOOKS%` in a field. */
export function chipLabel(t: T, place: string): string {
  const name = place.replaceAll(/[{}%]/g, '');
  return saidBy(t, 'chip', [name === name.toUpperCase() ? name.toLowerCase() : name]) ?? place;
}

/** Words outside of their field: `[agency name]` for `{brand}`. */
export function withChips(t: T, words: string): string {
  return words.replace(PLACEHOLDER, (place) => {
    const label = chipLabel(t, place);
    return label === place ? place : `[${label}]`;
  });
}

/**
 * The sentence under the longest end of these parts; null: none has one. At last a field is called by the last word of
 * its name, `Title`, and a section as the page of its name.
 */
function saidBy(t: T, kind: 'label' | 'section' | 'chip', parts: readonly string[], n = 0): string | null {
  const last = parts.at(-1) ?? '';
  const keys = parts.map((_part, from) => `${kind}.${parts.slice(from).join('_')}`);
  keys.push(kind === 'section' ? `place.${last}` : `${kind}.${last.replace(/.*(?=[A-Z])/, '')}`);
  for (const key of keys) {
    // `t` gives nothing for a key that is not there.
    const said = t(`fields.${key}` as 'fields.label.method_n_name', { n });
    if (said !== '') return said;
  }
  return null;
}
