import type { Kysely } from '#kysely';
import type { Tables } from '#server/store/schema.ts';
import type { Space } from '#server/store/disk/free-space.ts';
import type { CopyStatus } from '#contract/owner/server-settings.ts';
import { repeat, type Repeated } from '#server/base/repeat.ts';
import type { Config } from '#server/base/config.ts';
import type { Log } from '#server/base/log.ts';
import type { KindRules } from '#server/outbox/kind.ts';
import { type Alarm, findAlarms, findCopyWarnings, findFailingCopies, saySealed } from './decide.ts';
import { readAlarmFigures } from './figures.ts';

export type AlarmsDeps = {
  query: Kysely<Tables>;
  /** The kinds whose failures the owner is alerted to. */
  kinds: readonly KindRules[];
  /** Milliseconds since 1970, UTC. */
  now: () => number;
  /** The disk of DATA_DIR. */
  space: () => Promise<Space | null>;
  /** Null: nothing is copied elsewhere. */
  copies: () => CopyStatus | null;
  /** What other keys have sealed. */
  sealed: () => Config['sealed'];
  log: Log;
  /** Called when the outbox has new rows. */
  onQueued: () => void;
};

export type Alarms = Repeated & {
  /** Checks once. Rejects if the store cannot be read. */
  runOnce(): Promise<void>;
  /** Sends an alert from elsewhere, unless it has been sent. */
  tell(alarm: Alarm): Promise<void>;
};

/**
 * Alerts the owner to anything unusual: each time a log line and a row in the outbox. Safe to run in any
 * number of processes.
 */
export function createAlarms({
  query,
  kinds,
  now,
  space,
  copies,
  sealed,
  log,
  onQueued,
}: AlarmsDeps): Alarms {
  const startedAt = now();
  async function runOnce(): Promise<void> {
    const time = now();
    const alarms = findAlarms(await readAlarmFigures(query, kinds, time, await space()), time);
    const status = copies();
    const failing = status && findFailingCopies(status, time, startedAt);
    if (failing !== null) alarms.push(failing);
    if (status !== null) alarms.push(...findCopyWarnings(status));
    alarms.push(...sealed().map((name) => saySealed(name, time)));
    for (const alarm of alarms) await tell(alarm, time);
  }

  async function tell(alarm: Alarm, time = now()): Promise<void> {
    if (!(await queue(query, alarm, time))) return;
    log.info('alarm', { alarm: alarm.mail, ...alarm.values });
    onQueued();
  }

  const looks = repeat(60_000, runOnce, (error) => log.error('alerts could not be checked', { error }));
  return { runOnce, tell, ...looks };
}

/** Returns false if it has been sent before. */
async function queue(query: Kysely<Tables>, alarm: Alarm, now: number): Promise<boolean> {
  const { mail, values, dedupKey, unlessSaid } = alarm;
  // Usually it has been sent: reading first avoids a write.
  const said = await query
    .selectFrom('outbox')
    .select(['dedup_key', 'created_at'])
    .where('dedup_key', 'in', [dedupKey, unlessSaid?.dedupKey ?? dedupKey])
    .execute();
  const isSaid = said.some(({ dedup_key: name, created_at: at }) => {
    return name === dedupKey || (unlessSaid && now - at < unlessSaid.withinMs && at <= now);
  });
  if (isSaid) return false;
  const payload = JSON.stringify({ mail, values });
  const { numInsertedOrUpdatedRows = 0n } = await query
    .insertInto('outbox')
    .values({ kind: 'alarm', subject_type: null, dedup_key: dedupKey, payload, due_at: now, created_at: now })
    .onConflict((conflict) => conflict.column('dedup_key').where('dedup_key', 'is not', null).doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows > 0n;
}
