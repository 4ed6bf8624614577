import {
  DIRECT,
  GETS_NEWSLETTER,
  type GetsNewsletter,
  type PeopleChoices,
  PEOPLE_KINDS,
  type PeopleFilter,
  type PeopleKind,
} from '#contract/owner/people.ts';
import { LANGUAGES } from '#contract/language.ts';
import { useOwner } from '../api.ts';
import type { Books } from '../books.ts';
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
export type FilterGroup = 'language' | 'source' | 'book' | 'newsletter';
export const GROUPS: readonly FilterGroup[] = ['language', 'source', 'book', 'newsletter'];

export function useChoices(): PeopleChoices | undefined {
  return useOwner<PeopleChoices>('/people/choices').data;
}

/** The values of a group. `sources`: those of the newest people, and the chosen one. */
export function valuesOf(
  group: FilterGroup,
  { source }: PeopleFilter,
  { sources, books }: { sources: readonly string[]; books: Books },
): string[] {
  if (group === 'language') return [...LANGUAGES];
  if (group === 'newsletter') return [...GETS_NEWSLETTER];
  if (group === 'book') return books.all.map(({ book }) => book);
  return [...new Set([...sources, ...(source === null ? [] : [source]), DIRECT])];
}

export function valueWord(words: UseWords, { titleOf }: Books, group: FilterGroup, value: string): string {
  if (group === 'source') return sourceName(words, value);
  if (group === 'language') return words.t(`languages.${value as PeopleFilter['language'] & string}`);
  if (group === 'newsletter') return words.t(`people.newsletter.${value as GetsNewsletter}`);
  return titleOf(value);
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
