import type { DatabaseSync } from 'node:sqlite';
import type pg from 'pg';
import { isStage, type Stage } from '#contract/pages.ts';
import { restoringTables } from '#server/store/restoring.ts';
import { ERASURE_KEY } from '#server/list/erase.ts';
import { type Left, WHO_LEFT } from '#server/list/leave.ts';
import { OPENED } from '#server/stage/opening.ts';
import { STAGE } from '#server/stage/stage.ts';

/** What the store that a backup replaces knows, and the backup may not. */
export type Since = {
  /** Hashes, and the key they are made with; null when nobody was ever erased. */
  erasures: { key: string; rows: { hash: string; at: number }[] } | null;
  left: Left[];
  stage: Stage | null;
  /** When visitors first saw the site. */
  opened: number | null;
};

export function readSince(db: DatabaseSync): Since {
  const setting = (name: string) => db.prepare('SELECT value FROM setting WHERE name = ?').get(name)?.value;
  const key = setting(ERASURE_KEY);
  const stage = setting(STAGE);
  const opened = setting(OPENED);
  const erased = db.prepare('SELECT hash, at FROM erasure').all();
  const left = db.prepare(WHO_LEFT).all();
  return {
    erasures:
      typeof key === 'string'
        ? { key, rows: erased.map(({ hash, at }) => ({ hash: String(hash), at: Number(at) })) }
        : null,
    left: left.map((row) => leftOf({ name: String(row.key), is: String(row.state), at: Number(row.at) })),
    stage: isStage(stage) ? stage : null,
    opened: opened === undefined ? null : Number(opened),
  };
}

function leftOf({ name, is, at }: Kept): Left {
  return { key: name, state: is === 'suppressed' ? 'suppressed' : 'unsubscribed', at };
}

/** `name`: of a setting, a hash, or the key of an address. */
type Kept = { name: string; is: string; at: number };

/** `pg_restore` leaves it alone: no dump has a table of this name. Of two tries each keeps its own. */
function keepIn(table: string): string {
  return `
  CREATE TABLE ${table} (name TEXT PRIMARY KEY, "is" TEXT NOT NULL, at BIGINT NOT NULL);
  INSERT INTO ${table} (name, "is", at)
    SELECT name, value, 0 FROM setting WHERE name IN ('${ERASURE_KEY}', '${STAGE}', '${OPENED}')
    UNION ALL SELECT hash, 'erased', at FROM erasure
    UNION ALL (${WHO_LEFT})`;
}

/** Copies it to where `pg_restore` does not reach, all or nothing. Gives how many were erased, and have left. */
export async function keepSince(client: pg.Client): Promise<{ table: string; erased: number; left: number }> {
  const named = await client.query<{ name: string }>(
    `SELECT 'restoring_' || floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS name`,
  );
  const table = named.rows[0]?.name ?? '';
  await client.query(keepIn(table));
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
  const rows = [...kept.values()];
  const setting = (wanted: string) => kept.get(wanted)?.is;
  const key = setting(ERASURE_KEY);
  const stage = setting(STAGE);
  const opened = setting(OPENED);
  const erased = rows.filter(({ is }) => is === 'erased');
  const left = rows.filter(({ is }) => is === 'unsubscribed' || is === 'suppressed');
  return {
    erasures: key === undefined ? null : { key, rows: erased.map(({ name, at }) => ({ hash: name, at })) },
    left: left.map(leftOf),
    stage: isStage(stage) ? stage : null,
    opened: opened === undefined ? null : Number(opened),
  };
}

export async function forgetKept(client: pg.Client): Promise<void> {
  for (const table of await restoringTables(client)) await client.query(`DROP TABLE ${table}`);
}
