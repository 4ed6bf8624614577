import { useSyncExternalStore } from 'react';

export type Store<T> = { get(): T; set(next: T): void; subscribe(listen: () => void): () => void };

/** A value that components share and that code outside of React changes. */
export function createStore<T>(first: T): Store<T> {
  let value = first;
  const listening = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      value = next;
      for (const listen of listening) listen();
    },
    subscribe(listen) {
      listening.add(listen);
      return () => listening.delete(listen);
    },
  };
}

export function useStore<T>({ subscribe, get }: Store<T>): T {
  return useSyncExternalStore(subscribe, get);
}
