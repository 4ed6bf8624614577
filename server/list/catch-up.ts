import { type Kysely, sql } from '#kysely';
import type pg from 'pg';
import { isStage, type Stage } from '#contract/pages.ts';
import { endSignIns } from '#server/owners/retain.ts';
import { HELD } from '#server/outbox/delivery-issues.ts';
import { IS_OPEN } from '#server/outbox/conditions.ts';
import { OPENED, recallOpening } from '#server/stage/opening.ts';
import { readStage, STAGE } from '#server/stage/stage.ts';
import { ofList } from '#server/store/subscription-sql.ts';
import { restoringTables } from '#server/store/postgres-schema.ts';
import type { Tables } from '#server/store/schema.ts';
import { keepSetting } from '#server/store/stored-setting.ts';
import { ERASURE_KEY, eraseAgain, NO_IMPORT } from './erase.ts';
import { type Leaving, takeOff } from './leave.ts';
import { endTopic } from './choices.ts';

/** A setting, the hash of an erased person, the key and state of somebody who left, or mails that ended in the same way. */
type Fact = { name: string; is: string; at: number };

/** What the store knows that a backup is about to replace. */
export type Since = readonly Fact[];

/** Not erased, but left, according to an imported list. */
const ELSEWHERE = 'left-elsewhere';
/** Wants a topic no more: the newsletter, or a book. An address has no space, so `TOPIC KEY` is nobody's key. */
const ENDED = 'ended';
/** Part of the people whose mail had begun, as one text: a million facts would take a gigabyte. */
const TOLD = 'told';
/** A few milliseconds each: PostgreSQL cancels a statement after five seconds. */
const CHUNK = 500;

/** Somebody who came back but has not confirmed still counts as left: anybody can post a form. */
const FACTS = `SELECT name, value AS "is", 0 AS at FROM setting WHERE name IN ('${ERASURE_KEY}', '${STAGE}', '${OPENED}')
  UNION ALL SELECT hash, CASE WHEN import_id IS NULL THEN 'erased' ELSE '${ELSEWHERE}' END, at FROM erasure
  UNION ALL SELECT key, state, left_at FROM subscription
    WHERE state IN ('unsubscribed', 'suppressed') AND left_at IS NOT NULL
  UNION ALL SELECT s.key, 'unsubscribed', max(r.at) FROM subscription s
    JOIN consent_receipt r ON r.subscription_id = s.id AND r.event = 'withdrawn' AND ${ofList('r')}
    WHERE s.state = 'pending' GROUP BY s.key
  UNION ALL SELECT r.topic || ' ' || s.key, '${ENDED}', max(r.at) FROM subscription s
    JOIN consent_receipt r ON r.subscription_id = s.id AND r.event = 'withdrawn' AND r.topic IS NOT NULL
    WHERE NOT EXISTS (SELECT 1 FROM interest i WHERE i.subscription_id = s.id AND i.product = r.topic)
    GROUP BY r.topic, s.key
  UNION ALL SELECT '${TOLD} ' || purpose || ' ' || armed_at || ' ' || state || ' ' || part, string_agg(key, ' '), max(at)
    FROM (SELECT a.purpose, a.armed_at, CASE WHEN r.state IN ('sent', 'failed') THEN r.state ELSE 'unknown' END AS state,
        s.id / ${CHUNK} AS part, s.key, r.started_at AS at
      FROM announcement a JOIN announcement_recipient r ON r.announcement_id = a.id
      JOIN subscription s ON s.id = r.subscription_id
      WHERE a.armed_at IS NOT NULL AND r.started_at IS NOT NULL
        AND (r.state IN ('started', 'sent', 'failed', 'unknown') OR r.unknown_since IS NOT NULL)) AS told
    GROUP BY purpose, armed_at, state, part`;

export async function readSince(query: Kysely<Tables>): Promise<Since> {
  return (await sql.raw<Fact>(FACTS).execute(query)).rows;
}

/**
 * Copies the facts to a table that `pg_restore` does not touch, all or nothing. Each attempt has its own
 * table. Returns how many people were erased and how many have left.
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

/** The facts of all attempts. Returns null if nothing was kept. */
export async function readKept(client: pg.Client): Promise<Since | null> {
  const tables = await restoringTables(client);
  if (tables.length === 0) return null;
  const kept: Since[] = [];
  for (const table of tables)
    kept.push((await client.query<Fact>(`SELECT name, "is", at FROM ${table}`)).rows);
  return mergedFacts(kept);
}

/** The latest value wins, and `at` shows what is too old to matter. Everybody emailed counts. */
export function mergedFacts(lists: readonly Since[]): Since {
  const kept = new Map<string, Fact>();
  for (const row of lists.flat()) {
    const name = row.name.startsWith(`${TOLD} `) ? `${row.name} ${row.is}` : row.name;
    if (row.at >= (kept.get(name)?.at ?? 0)) kept.set(name, row);
  }
  return [...kept.values()];
}

export async function forgetKept(client: pg.Client): Promise<void> {
  for (const table of await restoringTables(client)) await client.query(`DROP TABLE ${table}`);
}

/** What was done so that the backup neither repeats nor undoes what has happened since. */
export type CaughtUp = {
  held: number;
  erased: number;
  left: number;
  /** Mails of announcements that had begun. */
  told: number;
  /** People whose fate is unknown. */
  unknown: 'nobody' | 'erased' | 'all';
  /** As stored in the settings; `before` is also null if there was no store. */
  stage: { now: Stage | null; before: Stage | null };
};

/**
 * Runs in a restored store before the server starts: holds mails that may have been sent since, until the
 * operator decides; erases or unsubscribes people who were erased or left since; signs all owners out.
 */
export async function catchUp(query: Kysely<Tables>, since: Since | null, now: number): Promise<CaughtUp> {
  const setting = (wanted: string) => since?.find(({ name }) => name === wanted)?.is;
  const known = await carryOver(query, setting(ERASURE_KEY), since ?? []);
  const erased = await eraseAgain(query);
  const told = await keepTold(query, toldIn(since ?? []));
  const left = await leaveAgain(query, leftIn(since ?? []));
  await endTopicsAgain(query, endedIn(since ?? []));
  const opened = setting(OPENED);
  if (opened !== undefined) await recallOpening(query, Number(opened));
  await endSignIns(query);
  const before = setting(STAGE);
  return {
    held: await holdOpen(query, now),
    erased,
    left,
    told,
    unknown: since === null ? 'all' : known ? 'nobody' : 'erased',
    stage: { now: await readStage(query), before: isStage(before) ? before : null },
  };
}

function erasedIn(facts: Since, wanted: 'erased' | typeof ELSEWHERE = 'erased') {
  return facts.flatMap(({ name, is, at }) => (is === wanted ? [{ hash: name, at }] : []));
}

export type Left = Omit<Leaving, 'id'> & { key: string };

function leftIn(facts: Since): Left[] {
  return facts.flatMap(({ name: key, is, at }) =>
    is === 'unsubscribed' || is === 'suppressed' ? [{ key, state: is, at }] : [],
  );
}

type Ended = { topic: string; key: string; at: number };

function endedIn(facts: Since): Ended[] {
  return facts.flatMap(({ name, is, at }) => {
    const [topic = '', key = ''] = name.split(' ');
    return is === ENDED ? [{ topic, key, at }] : [];
  });
}

/** Whose mails of the announcement that was armed then had begun, and how they ended; the last ones first. */
type Told = { purpose: string; armedAt: string; state: string; keys: string; at: number };

function toldIn(facts: Since): Told[] {
  return facts
    .flatMap(({ name, is: keys, at }) => {
      const [is, purpose = '', armedAt = '', state = ''] = name.split(' ');
      return is === TOLD ? [{ purpose, armedAt, state, keys, at: Number(at) }] : [];
    })
    .toSorted((one, other) => other.at - one.at);
}

function chunksOf<T>(rows: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(rows.length / CHUNK) }, (_, n) =>
    rows.slice(n * CHUNK, (n + 1) * CHUNK),
  );
}

/** Returns false if the backup has a key of its own, which does not match these hashes. */
async function carryOver(query: Kysely<Tables>, key: string | undefined, since: Since): Promise<boolean> {
  // Nobody was ever erased.
  if (key === undefined) return true;
  if ((await keepSetting(query, ERASURE_KEY, key)) !== key) return false;
  await query.transaction().execute(async (trx) => {
    for (const rows of chunksOf(erasedIn(since, ELSEWHERE)))
      await trx
        .insertInto('erasure')
        // The restored store may not know the import.
        .values(rows.map((row) => ({ ...row, import_id: NO_IMPORT })))
        .onConflict((conflict) => conflict.column('hash').doNothing())
        .execute();
    for (const rows of chunksOf(erasedIn(since))) {
      await trx
        .insertInto('erasure')
        .values(rows)
        .onConflict((conflict) =>
          conflict
            .column('hash')
            .doUpdateSet((row) => ({ at: row.ref('excluded.at'), import_id: null }))
            // For a person erased twice the last time counts.
            .whereRef('erasure.at', '<', 'excluded.at'),
        )
        .execute();
    }
  });
  return true;
}

/** Unsubscribes again people who left after the backup and have not come back since. Returns their number. */
export async function leaveAgain(query: Kysely<Tables>, left: readonly Left[]): Promise<number> {
  let again = 0;
  for (const people of chunksOf(left)) {
    const gone = people.map(
      ({ key, state, at }) => sql`(CAST(${key} AS TEXT), CAST(${state} AS TEXT), CAST(${at} AS BIGINT))`,
    );
    again += await query.transaction().execute(async (trx) => {
      // Skips rows that are newer: with that leaving, or what came later. `suppressed` is final. A form
      // posted twice in a day leaves no receipt of the return.
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

/** Nobody is emailed again whose mail had begun after the backup. Returns their number. */
async function keepTold(query: Kysely<Tables>, told: readonly Told[]): Promise<number> {
  let kept = 0;
  for (const { purpose, armedAt, state, keys, at } of told) {
    const people = keys.split(' ').map((key) => sql`(CAST(${key} AS TEXT))`);
    const started = sql`CAST(${at} AS BIGINT)`;
    // Also those who were not queued yet. CROSS JOIN: SQLite would go through the whole list for each part.
    const { rows } = await sql`WITH told (key) AS (VALUES ${sql.join(people)})
      INSERT INTO announcement_recipient AS r
        (announcement_id, subscription_id, state, due_at, language, consent, added_at, started_at, finished_at)
      SELECT a.id, s.id, ${state}, a.armed_at, s.language, s.consent, a.armed_at, ${started}, ${started}
      FROM told CROSS JOIN subscription s
        JOIN announcement a ON a.purpose = ${purpose} AND a.armed_at = CAST(${armedAt} AS BIGINT)
      WHERE s.key = told.key
      ON CONFLICT (announcement_id, subscription_id) DO UPDATE SET state = excluded.state,
        started_at = excluded.started_at, finished_at = excluded.finished_at, lease = NULL, lease_until = NULL
      WHERE r.state IN ('queued', 'retry', 'started')
      RETURNING subscription_id`.execute(query);
    kept += rows.length;
  }
  return kept;
}

/** Ends topics again for people who left them after the backup and have not asked since. */
async function endTopicsAgain(query: Kysely<Tables>, ended: readonly Ended[]): Promise<void> {
  for (const people of chunksOf(ended)) {
    const gone = people.map(
      ({ topic, key, at }) => sql`(CAST(${topic} AS TEXT), CAST(${key} AS TEXT), CAST(${at} AS BIGINT))`,
    );
    await query.transaction().execute(async (trx) => {
      const { rows } = await sql<Omit<Ended, 'key'> & { id: number }>`
        WITH gone (topic, key, at) AS (VALUES ${sql.join(gone)})
        SELECT s.id, gone.topic, gone.at FROM gone JOIN subscription s ON s.key = gone.key
        JOIN interest i ON i.subscription_id = s.id AND i.product = gone.topic AND i.at <= gone.at`.execute(
        trx,
      );
      for (const { id, topic, at } of rows) await endTopic(trx, Number(id), topic, Number(at));
    });
  }
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
