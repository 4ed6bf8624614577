const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Within three days, all in all. */
const DELAYS = [MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 8 * HOUR, DAY, DAY];
const JITTER = 0.2;
/** Milliseconds. What another side asks for (`afterMs` below) is no more than a day either. */
export const LONGEST_WAIT_MS = DAY * (1 + JITTER);

/**
 * When to try again after the given number of attempts (1: the first has just failed), in ms since 1970; null: not any
 * more. Each wait is ±20 %, so that what failed together does not come back together. `random`: from 0 up to, not
 * including, 1. `afterMs`: a longer wait the other side has asked for.
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
