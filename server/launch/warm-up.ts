import { MINUTE } from '#contract/time.ts';

/** After the first wave the sender waits for delivery events. */
export const LOOK_MS = 10 * MINUTE;
/** Mails a minute after the first wave, doubled after each quarter of an hour without trouble. */
export const FIRST_PACE = 60;
const DOUBLED_AFTER = 15 * MINUTE;

/** The state of sending as stored. Times in milliseconds since 1970. */
export type Standing = {
  wave: number;
  maxPerMinute: number;
  /** When the last mail of the first wave was started; null: not yet. */
  waveEnded: number | null;
  /** When `pace` was set; null: not yet. */
  paceFrom: number | null;
  /** 0: nobody has asked to slow down. */
  pace: number;
  now: number;
};

/** How many mails may start in this minute; `until` is when to look again. */
type Room = { aMinute: number } | { aMinute: 0; until: number };

/**
 * A first wave at full pace, ten minutes' wait for delivery events, then 60 a minute, doubled after each
 * quarter of an hour without trouble. Without a wave: full pace at once. Less if the mail server asks for it.
 */
export function roomFor(standing: Standing): Room {
  const { maxPerMinute, waveEnded, paceFrom, pace, now } = standing;
  if (isFirstWave(standing)) return { aMinute: Math.min(maxPerMinute, pace || maxPerMinute) };
  const lookedAt = lookedUntil(standing);
  if (now < lookedAt) return { aMinute: 0, until: lookedAt };
  if (waveEnded === null && pace === 0) return { aMinute: maxPerMinute };
  const begun = Math.max(lookedAt, paceFrom ?? lookedAt);
  const quarters = Math.max(0, Math.floor((now - begun) / DOUBLED_AFTER));
  return { aMinute: Math.min(maxPerMinute, (pace || FIRST_PACE) * 2 ** Math.min(quarters, 20)) };
}

/** Returns the pace after a request to slow down. Before the wait is over: half of what follows it. */
export function halfOf(standing: Standing): number {
  const begun = !isFirstWave(standing) && standing.now >= lookedUntil(standing);
  const pace = begun ? roomFor(standing).aMinute : standing.pace || FIRST_PACE;
  return Math.max(1, Math.floor(pace / 2));
}

function isFirstWave({ wave, waveEnded }: Standing): boolean {
  return wave > 0 && waveEnded === null;
}

function lookedUntil({ waveEnded }: Standing): number {
  return waveEnded === null ? 0 : waveEnded + LOOK_MS;
}

/**
 * A token bucket: never more than a second's worth at once, so that no minute gets more than a sixtieth too
 * many, even after a restart. Runs on a monotonic clock.
 */
export function createBucket(steadyNow: () => number): { take(aMinute: number, most: number): number } {
  let tokens = 0;
  let last = steadyNow();
  return {
    take(aMinute, most) {
      const now = steadyNow();
      const full = Math.max(1, aMinute / 60);
      tokens = Math.min(full, tokens + ((now - last) * aMinute) / MINUTE);
      last = now;
      const taken = Math.max(0, Math.min(most, Math.floor(tokens)));
      tokens -= taken;
      return taken;
    },
  };
}
