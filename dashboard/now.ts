import type { Now } from '#contract/owner/now.ts';
import { HURRY_MS, USUAL_MS, useOwner } from './api.ts';
import { offlineSince } from './connection.ts';

/** Data around every page. Polled every two seconds during sending, an undo or an outage, else every 15. */
export function useNow(): Now | undefined {
  return useNowRead().data;
}

/** The same, with the time of the read. */
export function useNowRead() {
  return useOwner<Now>('/now', { every: paceOf });
}

function paceOf(now: Now): number {
  const { is } = now.launch;
  return is === 'undo' || is === 'sending' || offlineSince.get() !== null ? HURRY_MS : USUAL_MS;
}
