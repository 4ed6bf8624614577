import type { Now } from '#contract/owner/now.ts';
import { USUAL_MS, useOwner } from './api.ts';

const HURRY_MS = 2000;

/** What stands around every page. Read every two seconds while mails leave or an undo runs out, else every fifteen. */
export function useNow(): Now | undefined {
  return useNowRead().data;
}

/** The same with the time at which it was read. */
export function useNowRead() {
  return useOwner<Now>('/now', { every: paceOf });
}

function paceOf(now: Now): number {
  return now.launch.is === 'undo' || now.launch.is === 'sending' ? HURRY_MS : USUAL_MS;
}
