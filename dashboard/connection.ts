import { createStore } from './store.ts';

/** Unanswered reads in a row: one is a slow connection, two mean offline. */
const MISSED = 2;

/** Null while the server answers; otherwise the time of its last answer, in milliseconds since 1970. */
export const offlineSince = createStore<number | null>(null);

let missed = 0;
let answeredAt = Date.now();

export function answered(): void {
  missed = 0;
  answeredAt = Date.now();
  if (offlineSince.get() !== null) offlineSince.set(null);
}

export function noteNoAnswer(): void {
  missed += 1;
  if (missed >= MISSED && offlineSince.get() === null) offlineSince.set(answeredAt);
}
