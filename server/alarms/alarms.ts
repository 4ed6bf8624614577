import type { Kysely } from '#kysely';
import type { Tables } from '#server/store/schema.ts';
import type { Space } from '#server/store/disk/free-space.ts';
import { repeat, type Repeated } from '#server/repeat.ts';
import type { Log } from '#server/log.ts';
import type { KindRules } from '#server/outbox/kind.ts';
import { type Alarm, findAlarms } from './decide.ts';
import { readAlarmFigures } from './figures.ts';

export type AlarmsDeps = {
  query: Kysely<Tables>;
  /** Those whose failures the owner is told of. */
  kinds: readonly KindRules[];
  /** Milliseconds since 1970, UTC. */
  now: () => number;
  /** Of the disk of DATA_DIR. */
  space: () => Promise<Space | null>;
  log: Log;
  /** There is something new in the outbox. */
  onQueued: () => void;
};

export type Alarms = Repeated & {
  /** Looks once. Rejects when the store cannot be asked. */
  runOnce(): Promise<void>;
  /** Says what somebody else has found, unless it is no news. */
  tell(alarm: Alarm): Promise<void>;
};

/**
 * Tells the owner, by a line in the log and one row in the outbox each, what is not as usual. Any number of processes may
 * look at once.
 */
export function createAlarms({ query, kinds, now, space, log, onQueued }: AlarmsDeps): Alarms {
  async function runOnce(): Promise<void> {
    const time = now();
    const alarms = findAlarms(await readAlarmFigures(query, kinds, time, await space()), time);
    for (const alarm of alarms) await tell(alarm, time);
  }

  async function tell(alarm: Alarm, time = now()): Promise<void> {
    if (!(await queue(query, alarm, time))) return;
    log.info('alarm', { alarm: alarm.mail, ...alarm.values });
    onQueued();
  }

  const looks = repeat(60_000, runOnce, (error) => log.error('the alarms could not be looked at', { error }));
  return { runOnce, tell, ...looks };
}

/** False when it is no news. */
async function queue(query: Kysely<Tables>, alarm: Alarm, now: number): Promise<boolean> {
  const { mail, values, dedupKey, unlessSaid } = alarm;
  // With most looks it has been said: asking first keeps them from writing.
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
