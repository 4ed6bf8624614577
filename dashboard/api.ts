import { QueryClient, useMutation, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { keepPlace } from './frame/arrival.ts';
import { isPassing, RequestError } from './problem.ts';
import { newKey, request } from './request.ts';

/** Polling interval in milliseconds. */
export const USUAL_MS = 15_000;
/** Polling interval while somebody waits for a change. */
export const HURRY_MS = 2000;
/** Timeout of a polled request: a dead connection reports no error. */
const PATIENCE_MS = 8000;

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      // The strip reports a lost connection; a part of the page reports its own failure.
      networkMode: 'always',
      retry: (failures, error) => failures < 1 && error instanceof RequestError && error.code === 'offline',
      retryDelay: 1000,
      refetchOnWindowFocus: false,
    },
    mutations: { networkMode: 'always', retry: false },
  },
});

/** Refetches what is shown. A request in flight may hang on a dead connection. */
export function readAgain(): void {
  void queries.refetchQueries({ type: 'active' });
}

/** Refetches at once when the user returns: to the tab, to the window, online again, or by Back. */
function comeBack(): void {
  if (!document.hidden) readAgain();
}
for (const kind of ['focus', 'online', 'visibilitychange']) addEventListener(kind, comeBack);
addEventListener('pageshow', ({ persisted }) => persisted && comeBack());

export type Read<T> = {
  /** The last data read. It stays until newer data arrives. Undefined before the first. */
  data: T | undefined;
  /** Why the first or the latest read failed. */
  problem: RequestError | null;
  /** When `data` was read, in milliseconds since 1970. */
  at: number;
  again: () => void;
};

/** Polling interval in milliseconds, or a function of the last data; never called without data. */
type Every<T> = number | ((data: T) => number);

/**
 * Reads from the owner's API, e.g. `useOwner<People>('/people?state=pending', { every: USUAL_MS })`; null: not yet.
 * A new query on the same path keeps the old answer until the new one arrives.
 */
export function useOwner<T>(path: string | null, { every }: { every?: Every<T> } = {}): Read<T> {
  const query = useQuery<T>({
    queryKey: [path],
    queryFn: ({ signal }) =>
      request<T>(path ?? '', { signal, ...(every !== undefined && { patience: PATIENCE_MS }) }),
    enabled: path !== null,
    refetchInterval: ({ state: { data, error } }) => {
      if (typeof every === 'function') return data === undefined ? USUAL_MS : every(data);
      // A server that is overloaded or restarts refuses for a while; nobody has to press "Try again".
      return every ?? (isPassing(error) && HURRY_MS);
    },
    placeholderData: (before, of) => (placeOf(of?.queryKey[0]) === placeOf(path) ? before : undefined),
  });
  return readOf(query);
}

/** A query in the shape that pages use. */
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

function problemIn({ error }: { error: Error | null }): RequestError | null {
  if (error === null) return null;
  return error instanceof RequestError ? error : new RequestError('internal');
}

type Act<T> = {
  /** @throws Problem */
  send: (body?: unknown) => Promise<T>;
  busy: boolean;
  problem: RequestError | null;
};

/**
 * Posts to the owner's API, then refetches. `retryAfterSignIn`: false for actions that open, stop,
 * erase or export: after an expired session the owner presses again. `invalidate`: false if the data is gone.
 */
export function useAct<T = unknown>(
  path: string,
  { retryAfterSignIn = true, invalidate = true } = {},
): Act<T> {
  const mutation = useMutation<T, Error, unknown>({
    mutationFn: (body) => request<T>(path, { body: body ?? {}, key: newKey(), retryAfterSignIn }),
    // The button may be gone now. Pages hear of it by a timer and render in the next frame: check then.
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
