import { createStore } from './store.ts';

/** Readings in a row that got no answer. One is a slow line, two are none. */
const MISSED = 2;

/** Null while the server answers; else when it last did, in milliseconds since 1970. */
export const offlineSince = createStore<number | null>(null);

let missed = 0;
let answeredAt = Date.now();

export function answered(): void {
  missed = 0;
  answeredAt = Date.now();
  if (offlineSince.get() !== null) offlineSince.set(null);
}

export function unanswered(): void {
  missed += 1;
  if (missed >= MISSED && offlineSince.get() === null) offlineSince.set(answeredAt);
}
