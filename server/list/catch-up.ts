import { type Kysely, sql } from '#kysely';
import type pg from 'pg';
import { isStage, type Stage } from '#contract/pages.ts';
import { endSignIns } from '#server/owners/retain.ts';
import { HELD } from '#server/outbox/delivery-issues.ts';
import { IS_OPEN } from '#server/outbox/conditions.ts';
import { OPENED, recallOpening } from '#server/stage/opening.ts';
import { readStage, STAGE } from '#server/stage/stage.ts';
import { restoringTables } from '#server/store/postgres-schema.ts';
import type { Tables } from '#server/store/schema.ts';
import { keepSetting } from '#server/store/stored-setting.ts';
import { ERASURE_KEY, eraseAgain } from './erase.ts';
import { type Leaving, takeOff } from './leave.ts';

/** A setting, the hash of somebody who was erased, or the key of somebody who has left, with its state. */
type Fact = { name: string; is: string; at: number };

/** What the store that a backup replaces knows, and the backup may not. */
export type Since = readonly Fact[];

/** Who came back and has not confirmed it yet has left all the same: anybody can send a form. */
const FACTS = `SELECT name, value AS "is", 0 AS at FROM setting WHERE name IN ('${ERASURE_KEY}', '${STAGE}', '${OPENED}')
  UNION ALL SELECT hash, 'erased', at FROM erasure
  UNION ALL SELECT key, state, left_at FROM subscription
    WHERE state IN ('unsubscribed', 'suppressed') AND left_at IS NOT NULL
  UNION ALL SELECT s.key, 'unsubscribed', max(r.at) FROM subscription s
    JOIN consent_receipt r ON r.subscription_id = s.id AND r.event = 'withdrawn'
    WHERE s.state = 'pending' GROUP BY s.key`;

export async function readSince(query: Kysely<Tables>): Promise<Since> {
  return (await sql.raw<Fact>(FACTS).execute(query)).rows;
}

/**
 * Copies it to where `pg_restore` does not reach, as no dump has a table of this name, all or nothing. Of two tries each
 * keeps its own. Returns how many were erased, and have left.
 */
export async function keepSince(client: pg.Client): Promise<{ table: string; erased: number; left: number }> {
  const named = await client.query<{ name: string }>(
    `SELECT 'restoring_' || floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS name`,
  );
  const table = named.rows[0]?.name ?? '';
  await client.query(
    `CREATE TABLE ${table} (name TEXT PRIMARY KEY, "is" TEXT NOT NULL, at BIGINT NOT NULL);
     INSERT INTO ${table} (name, "is", at) ${FACTS}`,
  );
  const kept = (await readKept(client)) ?? [];
  return { table, erased: erasedIn(kept).length, left: leftIn(kept).length };
}

/**
 * Of all tries together: what is kept twice, as it was last; what is too old to matter says so by its time. Null where
 * nothing was kept.
 */
export async function readKept(client: pg.Client): Promise<Since | null> {
  const tables = await restoringTables(client);
  if (tables.length === 0) return null;
  const kept = new Map<string, Fact>();
  for (const table of tables) {
    const { rows } = await client.query<Fact>(`SELECT name, "is", at FROM ${table}`);
    for (const row of rows) if (row.at >= (kept.get(row.name)?.at ?? 0)) kept.set(row.name, row);
  }
  return [...kept.values()];
}

export async function forgetKept(client: pg.Client): Promise<void> {
  for (const table of await restoringTables(client)) await client.query(`DROP TABLE ${table}`);
}

/** What was done so that a backup neither repeats nor undoes what has happened since. */
export type CaughtUp = {
  held: number;
  erased: number;
  left: number;
  /** Whose fate nobody could tell. */
  unknown: 'nobody' | 'erased' | 'all';
  /** As the row of the store says; `before` also null where no store was there. */
  stage: { now: Stage | null; before: Stage | null };
};

/**
 * In a store restored from a backup, before the server starts: what was still to go may have gone since, and waits for
 * the operator; whoever was erased or left since is erased again, or taken off the list; owners sign in anew.
 */
export async function catchUp(query: Kysely<Tables>, since: Since | null, now: number): Promise<CaughtUp> {
  const setting = (wanted: string) => since?.find(({ name }) => name === wanted)?.is;
  const known = await carryOver(query, setting(ERASURE_KEY), erasedIn(since ?? []));
  const erased = await eraseAgain(query);
  const left = await leaveAgain(query, leftIn(since ?? []));
  const opened = setting(OPENED);
  if (opened !== undefined) await recallOpening(query, Number(opened));
  await endSignIns(query);
  const before = setting(STAGE);
  return {
    held: await holdOpen(query, now),
    erased,
    left,
    unknown: since === null ? 'all' : known ? 'nobody' : 'erased',
    stage: { now: await readStage(query), before: isStage(before) ? before : null },
  };
}

function erasedIn(facts: Since) {
  return facts.flatMap(({ name, is, at }) => (is === 'erased' ? [{ hash: name, at }] : []));
}

export type Left = Omit<Leaving, 'id'> & { key: string };

function leftIn(facts: Since): Left[] {
  return facts.flatMap(({ name: key, is, at }) =>
    is === 'unsubscribed' || is === 'suppressed' ? [{ key, state: is, at }] : [],
  );
}

/** A few milliseconds of work each: PostgreSQL ends a statement that takes five seconds. */
const CHUNK = 500;

function chunksOf<T>(rows: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(rows.length / CHUNK) }, (_, n) =>
    rows.slice(n * CHUNK, (n + 1) * CHUNK),
  );
}

/** False when the backup has a key of its own, with which these hashes were not made. */
async function carryOver(
  query: Kysely<Tables>,
  key: string | undefined,
  erasures: { hash: string; at: number }[],
): Promise<boolean> {
  // Nobody was ever erased.
  if (key === undefined) return true;
  if ((await keepSetting(query, ERASURE_KEY, key)) !== key) return false;
  await query.transaction().execute(async (trx) => {
    for (const rows of chunksOf(erasures)) {
      await trx
        .insertInto('erasure')
        .values(rows)
        .onConflict((conflict) =>
          conflict
            .column('hash')
            .doUpdateSet((row) => ({ at: row.ref('excluded.at') }))
            // Who was erased, came back, and was erased once more: the last time counts.
            .whereRef('erasure.at', '<', 'excluded.at'),
        )
        .execute();
    }
  });
  return true;
}

/** Takes off the list again whoever left after the backup was made, and did not come back after that. Returns their number. */
export async function leaveAgain(query: Kysely<Tables>, left: readonly Left[]): Promise<number> {
  let again = 0;
  for (const people of chunksOf(left)) {
    const gone = people.map(
      ({ key, state, at }) => sql`(CAST(${key} AS TEXT), CAST(${state} AS TEXT), CAST(${at} AS BIGINT))`,
    );
    again += await query.transaction().execute(async (trx) => {
      // Not a row that knows better: of that leaving, or of what came later. `suppressed` is for good. A form that is sent
      // twice in a day leaves no receipt of the return.
      const { rows } = await sql<Leaving>`WITH gone (key, state, at) AS (VALUES ${sql.join(gone)})
        SELECT s.id, gone.state, gone.at FROM gone JOIN subscription s ON s.key = gone.key
        WHERE s.state NOT IN ('suppressed', gone.state) AND s.created_at <= gone.at
          AND NOT EXISTS (SELECT 1 FROM consent_receipt r WHERE r.subscription_id = s.id
            AND (r.at > gone.at OR (r.event = 'withdrawn' AND r.at = gone.at)))`.execute(trx);
      await takeOff(trx, rows);
      return rows.length;
    });
  }
  return again;
}

async function holdOpen(query: Kysely<Tables>, now: number): Promise<number> {
  const open = query.selectFrom('outbox').select('id').where(IS_OPEN).limit(CHUNK);
  for (let held = 0; ;) {
    const { numUpdatedRows } = await query
      .updateTable('outbox')
      .set({ state: 'queued', held_at: now, lease: null, lease_until: null, reply: HELD.restored })
      .where('id', 'in', open)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return held;
    held += Number(numUpdatedRows);
  }
}
