import { QueryClient, useMutation, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { keepPlace } from './frame/arrival.ts';
import { Problem } from './problem.ts';
import { newKey, request } from './request.ts';

/** Milliseconds between two readings of what changes by itself. */
export const USUAL_MS = 15_000;
/** The same while somebody waits for it. */
export const HURRY_MS = 2000;
/** What is read again and again is not waited for longer: a line that died says nothing. */
const PATIENCE_MS = 8000;

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      // The strip says that there is no connection; a part of the page says its own failure.
      networkMode: 'always',
      retry: (failures, error) => failures < 1 && error instanceof Problem && error.code === 'offline',
      retryDelay: 1000,
      refetchOnWindowFocus: false,
    },
    mutations: { networkMode: 'always', retry: false },
  },
});

/** Reads anew what is shown; what is still under way may hang on a line that is gone. */
export function readAgain(): void {
  void queries.refetchQueries({ type: 'active' });
}

/** To the tab, to the window, with the line, by Back: whoever comes back sees the truth of the server at once. */
function comeBack(): void {
  if (!document.hidden) readAgain();
}
for (const kind of ['focus', 'online', 'visibilitychange']) addEventListener(kind, comeBack);
addEventListener('pageshow', ({ persisted }) => persisted && comeBack());

export type Read<T> = {
  /** The last that was read: it stays until the new one is there. Undefined before the first. */
  data: T | undefined;
  /** Why the first or the newest reading failed. */
  problem: Problem | null;
  /** When `data` was read, milliseconds since 1970. */
  at: number;
  again: () => void;
};

/** Milliseconds between two readings, or what the last one says about that; never without it. */
type Every<T> = number | ((data: T) => number);

/**
 * Reads from the owner's API, e.g. `useOwner<People>('/people?state=pending', { every: USUAL_MS })`; null: not yet.
 * Addresses that differ in their query share a place on the page: the old answer stays until the new one is there.
 */
export function useOwner<T>(path: string | null, { every }: { every?: Every<T> } = {}): Read<T> {
  const query = useQuery<T>({
    queryKey: [path],
    queryFn: ({ signal }) =>
      request<T>(path ?? '', { signal, ...(every !== undefined && { patience: PATIENCE_MS }) }),
    enabled: path !== null,
    refetchInterval: ({ state }) =>
      typeof every === 'function'
        ? state.data === undefined
          ? USUAL_MS
          : every(state.data)
        : (every ?? false),
    placeholderData: (before, of) => (placeOf(of?.queryKey[0]) === placeOf(path) ? before : undefined),
  });
  return readOf(query);
}

/** A query, as pages know it. */
export function readOf<T>(query: UseQueryResult<T>): Read<T> {
  return {
    data: query.data,
    problem: problemIn(query),
    at: query.dataUpdatedAt,
    again: () => void query.refetch(),
  };
}

function placeOf(path: unknown): string | undefined {
  return typeof path === 'string' ? path.split('?', 1)[0] : undefined;
}

function problemIn({ error }: { error: Error | null }): Problem | null {
  if (error === null) return null;
  return error instanceof Problem ? error : new Problem('internal');
}

type Act<T> = {
  /** @throws Problem */
  send: (body?: unknown) => Promise<T>;
  busy: boolean;
  problem: Problem | null;
};

/**
 * Posts to the owner's API. What is shown is read again after it. `retryAfterSignIn`: false for what opens, stops, erases or exports:
 * after the end of a session it is pressed again. `invalidate`: false where what is shown is gone afterwards.
 */
export function useAct<T = unknown>(
  path: string,
  { retryAfterSignIn = true, invalidate = true } = {},
): Act<T> {
  const mutation = useMutation<T, Error, unknown>({
    mutationFn: (body) => request<T>(path, { body: body ?? {}, key: newKey(), retryAfterSignIn }),
    // The button may be gone with what it did. Pages are told by a timer and draw in the next frame: only then is it seen.
    onSettled: () =>
      invalidate
        ? queries.invalidateQueries().then(() => void setTimeout(requestAnimationFrame, 0, keepPlace))
        : undefined,
  });
  return {
    send: (body) => mutation.mutateAsync(body),
    busy: mutation.isPending,
    problem: problemIn(mutation),
  };
}
