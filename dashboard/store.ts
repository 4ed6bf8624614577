import { useSyncExternalStore } from 'react';

export type ValueStore<T> = { get(): T; set(next: T): void; subscribe(listen: () => void): () => void };

/** A value that components share and that code outside of React changes. */
export function createStore<T>(first: T): ValueStore<T> {
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

export function useStore<T>({ subscribe, get }: ValueStore<T>): T {
  return useSyncExternalStore(subscribe, get);
}
