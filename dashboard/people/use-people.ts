import { useQuery } from '@tanstack/react-query';
import { type PeopleCount, type PeopleFilter, type PeoplePage, writeFilter } from '#contract/owner/people.ts';
import { readOf, USUAL_MS } from '../api.ts';
import { request } from '../request.ts';
import { ownerNow } from '../session/session.ts';
import { createStore, useStore } from '../store.ts';

export const PAGE = 50;

/** What is searched for is kept in no URL, and in no storage. */
const searched = createStore({ owner: 0, text: '' });

export function useSearched(): string {
  const { owner, text } = useStore(searched);
  return owner === ownerNow()?.id ? text : '';
}

export function searchFor(text: string): void {
  searched.set({ owner: ownerNow()?.id ?? 0, text });
}

type Asked = { query: string; signal: AbortSignal };

/** A search is posted: a part of somebody's address must stand in no URL. */
function read<T>(path: string, { query, signal }: Asked): Promise<T> {
  return new URLSearchParams(query).has('q')
    ? request<T>(`${path}/search`, { body: { query }, signal })
    : request<T>(`${path}?${query}`, { signal });
}

/** A page of people. One answer looks through a part of them: it is asked on until the page is full, or all were looked at. */
export function usePeople(filter: PeopleFilter, before: number | null) {
  const query = useQuery({
    queryKey: ['people', writeFilter(filter), before],
    queryFn: async ({ signal }): Promise<PeoplePage> => {
      const people: PeoplePage['people'] = [];
      let next = before;
      do {
        const rest = new URLSearchParams(writeFilter(filter));
        rest.set('limit', String(PAGE - people.length));
        if (next !== null) rest.set('before', String(next));
        const page = await read<PeoplePage>('/people', { query: rest.toString(), signal });
        people.push(...page.people);
        next = page.next;
      } while (next !== null && people.length < PAGE);
      return { people, next };
    },
    placeholderData: (old) => old,
    refetchInterval: isCheap(filter) ? USUAL_MS : false,
  });
  return {
    read: readOf(query),
    /** What is shown is of another filter. */
    isOld: query.isPlaceholderData,
  };
}

/** What looks through many people is not asked again by itself. */
function isCheap({ text, language, source, book }: PeopleFilter): boolean {
  return text === '' && language === null && source === null && book === null;
}

/** How many fit; undefined before it is known, `isOld` while it is of another filter. Not asked while `filter` is null. */
export function useCount(filter: PeopleFilter | null): (PeopleCount & { isOld: boolean }) | undefined {
  const asked = filter === null ? '' : writeFilter(filter);
  const { data, isPlaceholderData: isOld } = useQuery({
    queryKey: ['people-count', asked],
    queryFn: ({ signal }) => read<PeopleCount>('/people/count', { query: asked, signal }),
    enabled: filter !== null,
    placeholderData: (old) => old,
    refetchInterval: filter !== null && isCheap(filter) ? USUAL_MS : false,
  });
  return data && { ...data, isOld };
}
