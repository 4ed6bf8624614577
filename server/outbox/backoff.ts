import { DAY, HOUR, MINUTE } from '#contract/time.ts';

/** Three days in total. */
const DELAYS = [MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 8 * HOUR, 13 * HOUR, DAY, DAY];
const JITTER = 0.2;
/** Milliseconds. A receiver's `afterMs` is capped at a day too. */
export const LONGEST_WAIT_MS = DAY * (1 + JITTER);

/**
 * Returns when to retry after this many attempts (1: the first has just failed), in ms since 1970; null: give
 * up. Each wait has ±20 % jitter, so that what failed together is not retried together. `random`: in [0, 1).
 * `afterMs`: a longer wait that the receiver asked for.
 */
export function nextAttempt(
  attempt: number,
  now: number,
  random: () => number,
  afterMs: number = 0,
): number | null {
  const delay = DELAYS[attempt - 1];
  if (delay === undefined) return null;
  return now + Math.round(Math.max(delay * (1 - JITTER + 2 * JITTER * random()), afterMs));
}
