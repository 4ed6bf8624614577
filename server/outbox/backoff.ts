const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const FIRST_DELAYS = [MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 8 * HOUR];
const DAILY = 24 * HOUR;
const GIVE_UP_AFTER = 3 * DAILY;
const JITTER = 0.2;
/** Milliseconds. What another side asks for (`afterMs` below) is no more than a day either. */
export const LONGEST_WAIT_MS = DAILY * (1 + JITTER);

/**
 * When to try again after the given number of attempts (1: the first has just failed), in ms since 1970; null: not any
 * more, three days of trying are over. Waits 1, 5, 30 minutes, 2, 8 and then 24 hours, each ±20 % so that what failed
 * together does not come back together. `random`: from 0 up to, not including, 1. `afterMs`: a longer wait the other
 * side has asked for.
 */
export function nextAttempt(
  attempt: number,
  now: number,
  random: () => number,
  afterMs: number = 0,
): number | null {
  let waited = 0;
  for (let made = 1; made <= attempt; made += 1) {
    waited += delayAfter(made);
    if (waited > GIVE_UP_AFTER) return null;
  }
  const jittered = delayAfter(attempt) * (1 - JITTER + 2 * JITTER * random());
  return now + Math.round(Math.max(jittered, afterMs));
}

function delayAfter(attempt: number): number {
  return FIRST_DELAYS[attempt - 1] ?? DAILY;
}
