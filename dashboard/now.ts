import type { Now } from '#contract/owner/now.ts';
import { HURRY_MS, USUAL_MS, useOwner } from './api.ts';
import { offlineSince } from './connection.ts';

/** What stands around every page. Read every two seconds while mails leave, an undo runs out or nothing answers, else every fifteen. */
export function useNow(): Now | undefined {
  return useNowRead().data;
}

/** The same with the time at which it was read. */
export function useNowRead() {
  return useOwner<Now>('/now', { every: paceOf });
}

function paceOf(now: Now): number {
  const { is } = now.launch;
  return is === 'undo' || is === 'sending' || offlineSince.get() !== null ? HURRY_MS : USUAL_MS;
}
