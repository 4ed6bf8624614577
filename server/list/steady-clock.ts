import type { Kysely } from '#kysely';
import type { Tables } from '#server/store/schema.ts';
import { readSetting, writeSetting } from '#server/store/stored-setting.ts';

const NAME = 'clock';
const DAY = 24 * 60 * 60 * 1000;
/** Longer than a weekend without the server. Back it goes by seconds, when it is set right. */
const LEAP = { ahead: 7 * DAY, back: 60 * 60 * 1000 };

type Clock = {
  /** Milliseconds since 1970, at the last look. */
  seen: number;
  /** Without a leap since then. */
  since: number;
};

/**
 * Whether the clock has gone on for a day without a leap; false at the first look. Look more often than once a week: a
 * machine that starts with a wrong date must not delete what seems old, and a day is time to see it.
 */
export async function isClockSteady(query: Kysely<Tables>, now: number): Promise<boolean> {
  const value = await readSetting(query, NAME);
  const last = value === null ? null : (JSON.parse(value) as Clock);
  const leapt = last === null || now - last.seen > LEAP.ahead || last.seen - now > LEAP.back;
  const since = leapt ? now : last.since;
  await writeSetting(query, NAME, JSON.stringify({ seen: now, since } satisfies Clock));
  return now - since >= DAY;
}
