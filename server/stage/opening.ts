import { type Kysely, sql } from '#kysely';
import type { Stage } from '#contract/pages.ts';
import type { Tables } from '#server/store/schema.ts';
import { readSetting, removeSetting, writeSetting } from '#server/store/stored-setting.ts';

/** The setting that stores when visitors first saw the site. */
export const OPENED = 'opened';
/** Closed again within a week: a trial, not the opening. */
const TRIAL_MS = 7 * 24 * 60 * 60 * 1000;

/** Milliseconds since 1970; null if the site has not opened yet. */
export async function readOpening(query: Kysely<Tables>): Promise<number | null> {
  const value = await readSetting(query, OPENED);
  return value === null ? null : Number(value);
}

/** Whether `time`, a column, is not after the opening. True before it, and without one. */
export const isBeforeOpening = (time: string) => sql<boolean>`${sql.ref(time)} <=
  coalesce((SELECT CAST(value AS BIGINT) FROM setting WHERE name = ${OPENED}), ${sql.ref(time)})`;

/** For a restored backup without an opening, or with a later one. */
export async function recallOpening(query: Kysely<Tables>, opened: number): Promise<void> {
  const known = await readOpening(query);
  if (known === null || opened < known) await writeSetting(query, OPENED, String(opened));
}

/**
 * Records and returns the first opening; call it while the site is open, and while it is closed again.
 * Retention counts from there, so that a later opening changes nothing.
 */
export async function noteOpening(query: Kysely<Tables>, stage: Stage, now: number): Promise<number | null> {
  const opened = await readOpening(query);
  if (stage === 'live') {
    if (opened !== null && opened <= now) return opened;
    await writeSetting(query, OPENED, String(now));
    return now;
  }
  if (opened === null || now - opened >= TRIAL_MS) return opened;
  await removeSetting(query, OPENED);
  return null;
}
