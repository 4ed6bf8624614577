import { DAY } from '#contract/time.ts';
import type { Kysely } from '#kysely';
import type { Tables } from '#server/store/schema.ts';
import { readSetting, writeSetting } from '#server/store/stored-setting.ts';

const NAME = 'clock';
/** Longer than a weekend's downtime. Corrections set a clock back by seconds. */
const LEAP = { ahead: 7 * DAY, back: 60 * 60 * 1000 };

type Clock = {
  /** The clock at the last check, milliseconds since 1970. */
  seen: number;
  /** No jump since then. */
  since: number;
};

/**
 * Returns whether the clock has run for a day without a jump; false at first. Call it more than once a week:
 * a machine that boots with a wrong date must not delete what seems old, and a day is time to notice.
 */
export async function isClockSteady(query: Kysely<Tables>, now: number): Promise<boolean> {
  const value = await readSetting(query, NAME);
  const last = value === null ? null : (JSON.parse(value) as Clock);
  const leapt = last === null || now - last.seen > LEAP.ahead || last.seen - now > LEAP.back;
  const since = leapt ? now : last.since;
  await writeSetting(query, NAME, JSON.stringify({ seen: now, since } satisfies Clock));
  return now - since >= DAY;
}
