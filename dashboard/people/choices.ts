import {
  DIRECT,
  type PeopleChoices,
  PEOPLE_KINDS,
  type PeopleFilter,
  type PeopleKind,
} from '#contract/owner/people.ts';
import { LANGUAGES } from '#contract/language.ts';
import { INTERESTS } from '#contract/subscribe.ts';
import { useOwner } from '../api.ts';
import { sourceName } from '../source-name.ts';
import type { UseWords } from '../words.ts';

/** In the order in which an owner asks for them. */
export const FILTER_KINDS: readonly PeopleKind[] = [
  'confirmed',
  'pending',
  'unsubscribed',
  'suppressed',
  'suspect',
  'undeliverable',
];

/** Filters with values to choose from. */
export type FilterGroup = 'language' | 'source' | 'book';
export const GROUPS: readonly FilterGroup[] = ['language', 'source', 'book'];

export function useChoices(): PeopleChoices | undefined {
  return useOwner<PeopleChoices>('/people/choices').data;
}

/** The values of a group. `sources`: those of the newest people, and the chosen one. */
export function valuesOf(group: FilterGroup, { source }: PeopleFilter, sources: readonly string[]): string[] {
  if (group === 'language') return [...LANGUAGES];
  if (group === 'book') return [...INTERESTS];
  return [...new Set([...sources, ...(source === null ? [] : [source]), DIRECT])];
}

export function valueWord(words: UseWords, group: FilterGroup, value: string): string {
  if (group === 'source') return sourceName(words, value);
  if (group === 'language') return words.t(`languages.${value as PeopleFilter['language'] & string}`);
  return words.t(`people.books.${value as PeopleFilter['book'] & string}`);
}

export function withValue(filter: PeopleFilter, group: FilterGroup, value: string | null): PeopleFilter {
  return { ...filter, [group]: value };
}

export function toggled(filter: PeopleFilter, kind: PeopleKind): PeopleFilter {
  const has = filter.kinds.includes(kind);
  return {
    ...filter,
    kinds: PEOPLE_KINDS.filter((one) => (one === kind ? !has : filter.kinds.includes(one))),
  };
}
