import { useQuery } from '@tanstack/react-query';
import { type PeopleCount, type PeopleFilter, type PeoplePage, writeFilter } from '#contract/owner/people.ts';
import { readOf, USUAL_MS } from '../api.ts';
import { request } from '../request.ts';
import { ownerNow } from '../session/session.ts';
import { createStore, useStore } from '../store.ts';

export const PAGE = 50;

/** The search text is kept out of URLs and storage. */
const searched = createStore({ owner: 0, text: '' });

export function useSearched(): string {
  const { owner, text } = useStore(searched);
  return owner === ownerNow()?.id ? text : '';
}

export function searchFor(text: string): void {
  searched.set({ owner: ownerNow()?.id ?? 0, text });
}

type Asked = { query: string; signal: AbortSignal };

/** Searches use POST: no part of an address may be in a URL. */
function read<T>(path: string, { query, signal }: Asked): Promise<T> {
  return new URLSearchParams(query).has('q')
    ? request<T>(`${path}/search`, { body: { query }, signal })
    : request<T>(`${path}?${query}`, { signal });
}

/** A page of people. An answer scans a part of the list: repeat until the page is full or the list ends. */
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
    /** The data shown belongs to another filter. */
    isOld: query.isPlaceholderData,
  };
}

/** A scan of many people is not repeated automatically. */
function isCheap({ text, language, source, book }: PeopleFilter): boolean {
  return text === '' && language === null && source === null && book === null;
}

/** The number of matches; undefined until known, `isOld` if it is another filter's. Null: not requested. */
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
