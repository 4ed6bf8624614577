import { type Kysely, sql } from '#kysely';
import type pg from 'pg';
import { isStage, type Stage } from '#contract/pages.ts';
import { restoringTables } from '#server/store/postgres-schema.ts';
import type { Tables } from '#server/store/schema.ts';
import { OPENED } from '#server/stage/opening.ts';
import { STAGE } from '#server/stage/stage.ts';
import { ERASURE_KEY } from './erase.ts';
import { type Left, WHO_LEFT } from './leave.ts';

/** What the store that a backup replaces knows, and the backup may not. */
export type Since = {
  /** Hashes, and the key they are made with; null when nobody was ever erased. */
  erasures: { key: string; rows: { hash: string; at: number }[] } | null;
  left: Left[];
  stage: Stage | null;
  /** When visitors first saw the site. */
  opened: number | null;
};

/** `name`: of a setting, a hash, or the key of an address. */
type Kept = { name: string; is: string; at: number };

const KEPT = `SELECT name, value AS "is", 0 AS at FROM setting WHERE name IN ('${ERASURE_KEY}', '${STAGE}', '${OPENED}')
  UNION ALL SELECT hash, 'erased', at FROM erasure
  UNION ALL ${WHO_LEFT}`;

export async function readSince(query: Kysely<Tables>): Promise<Since> {
  const { rows } = await sql.raw<Kept>(KEPT).execute(query);
  return sinceOf(rows);
}

function sinceOf(rows: readonly Kept[]): Since {
  const setting = (wanted: string) => rows.find(({ name }) => name === wanted)?.is;
  const key = setting(ERASURE_KEY);
  const stage = setting(STAGE);
  const opened = setting(OPENED);
  const erased = rows.filter(({ is }) => is === 'erased');
  return {
    erasures: key === undefined ? null : { key, rows: erased.map(({ name, at }) => ({ hash: name, at })) },
    left: rows.flatMap(({ name, is, at }) =>
      is === 'unsubscribed' || is === 'suppressed' ? { key: name, state: is, at } : [],
    ),
    stage: isStage(stage) ? stage : null,
    opened: opened === undefined ? null : Number(opened),
  };
}

/**
 * Copies it to where `pg_restore` does not reach, as no dump has a table of this name, all or nothing. Of two tries each
 * keeps its own. Gives how many were erased, and have left.
 */
export async function keepSince(client: pg.Client): Promise<{ table: string; erased: number; left: number }> {
  const named = await client.query<{ name: string }>(
    `SELECT 'restoring_' || floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS name`,
  );
  const table = named.rows[0]?.name ?? '';
  await client.query(
    `CREATE TABLE ${table} (name TEXT PRIMARY KEY, "is" TEXT NOT NULL, at BIGINT NOT NULL);
     INSERT INTO ${table} (name, "is", at) ${KEPT}`,
  );
  const kept = await readKept(client);
  return { table, erased: kept?.erasures?.rows.length ?? 0, left: kept?.left.length ?? 0 };
}

/**
 * Of all tries together: what is kept twice, as it was last; what is too old to matter says so by its time. Null where
 * nothing was kept.
 */
export async function readKept(client: pg.Client): Promise<Since | null> {
  const tables = await restoringTables(client);
  if (tables.length === 0) return null;
  const kept = new Map<string, Kept>();
  for (const table of tables) {
    const { rows } = await client.query<Kept>(`SELECT name, "is", at FROM ${table}`);
    for (const row of rows) if (row.at >= (kept.get(row.name)?.at ?? 0)) kept.set(row.name, row);
  }
  return sinceOf([...kept.values()]);
}

export async function forgetKept(client: pg.Client): Promise<void> {
  for (const table of await restoringTables(client)) await client.query(`DROP TABLE ${table}`);
}
