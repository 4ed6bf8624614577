import { useSyncExternalStore } from 'react';

const WIDE = matchMedia('(min-width: 60rem)');

function subscribe(listen: () => void): () => void {
  WIDE.addEventListener('change', listen);
  return () => WIDE.removeEventListener('change', listen);
}

/** Whether list and detail fit beside each other. */
export function useWide(): boolean {
  return useSyncExternalStore(subscribe, () => WIDE.matches);
}
