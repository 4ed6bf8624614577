import type { DatabaseSync } from 'node:sqlite';
import { type Kysely, sql } from '#kysely';
import { commitRows, type Connection, type Fault } from './commit-rows.ts';
import { rowsOf, type RowSteps } from './intake.ts';
import type { SqlValue } from './messages.ts';
import { readPragma } from './migrations.ts';
import type { Tables } from './schema.ts';

/**
 * Where the rows of a crowd are kept first: a batch as one entry, synced, without the tables and indexes that cost most.
 * They are merged into those in the order they came, as soon as there is time (docs/decisions/0012-inbox.md).
 */
export function appendToInbox({ prepare }: Connection, values: readonly SqlValue[], steps: RowSteps): void {
  const rows = values.length / steps.width;
  prepare('INSERT INTO inbox (fields, batch, size) VALUES (?, ?, ?)').run(
    steps.fields,
    JSON.stringify(values),
    rows,
  );
}

/** Rows that wait to be merged. */
export function rowsWaiting(db: DatabaseSync): number {
  return Number(db.prepare('SELECT coalesce(sum(size), 0) AS n FROM inbox WHERE fault IS NULL').get()?.n);
}

/** All rows that are not in their tables; none in a store of before there was an inbox. */
export function rowsInInbox(db: DatabaseSync): number {
  if (!db.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'inbox'`).get()) return 0;
  return Number(db.prepare('SELECT coalesce(sum(size), 0) AS n FROM inbox').get()?.n);
}

/** Null when there are none, as it should be. `fault`: what the database said of one of them. */
export function rowsSetAside(db: DatabaseSync): { rows: number; fault: string } | null {
  const found = db
    .prepare('SELECT sum(size) AS n, min(fault) AS fault FROM inbox WHERE fault IS NOT NULL')
    .get();
  return found?.n ? { rows: Number(found.n), fault: String(found.fault) } : null;
}

/**
 * Rows merged in one transaction, at least. More of them share the pages they change, and others wait longer: for these
 * some 15 ms, with a million rows 50.
 */
export const PART = 1024;

type Entry = { id: number; fields: string; batch: string };

/** `faults`: what the database said of rows that are set aside. */
export type Merged = { rows: number; faults: string[] };

/**
 * Merges the oldest entries in one transaction, which is not synced: whatever the disk forgets with it is in the inbox
 * still, and the next sync is for all that was written before. A row that cannot be stored, which only an error in this
 * program can bring about, is set aside, as it was promised to be kept; `retryInbox` tries it again.
 * @throws whatever SQLite throws that is not the fault of one row.
 */
export function mergePart(connection: Connection, steps: RowSteps): Merged {
  const { prepare } = connection;
  let rows: SqlValue[][] = [];
  let last = 0;
  function take(): SqlValue[][] {
    const entries = oldest(connection);
    last = entries.at(-1)?.id ?? 0;
    return (rows = entries.flatMap((entry) => rowsIn(entry, steps)));
  }
  function clear(faults: Fault[]): void {
    prepare('DELETE FROM inbox WHERE id <= ? AND fault IS NULL').run(last);
    for (const { place, message } of faults)
      prepare('INSERT INTO inbox (fields, batch, size, fault) VALUES (?, ?, 1, ?)').run(
        steps.fields,
        JSON.stringify(rows[place]),
        message,
      );
  }
  const faults = unsynced(connection.db, () => commitRows(connection, steps, take, clear));
  return { rows: rows.length, faults: faults.map(({ message }) => message) };
}

/**
 * A transaction of `work` may be lost with the power, but only whole, and none before it:
 * https://sqlite.org/pragma.html#pragma_synchronous
 */
function unsynced<T>(db: DatabaseSync, work: () => T): T {
  const level = Number(readPragma(db, 'synchronous'));
  db.exec('PRAGMA synchronous = NORMAL');
  try {
    return work();
  } finally {
    db.exec(`PRAGMA synchronous = ${level}`);
  }
}

/** Merges all there is. @throws like `mergePart`. */
export function mergeInbox(connection: Connection, steps: RowSteps): Merged {
  const all: Merged = { rows: 0, faults: [] };
  for (;;) {
    const { rows, faults } = mergePart(connection, steps);
    if (rows === 0) return all;
    all.rows += rows;
    all.faults.push(...faults);
  }
}

/** What was set aside takes part again: this program may be newer than the one that failed. */
export function retryInbox(db: DatabaseSync): void {
  db.exec('UPDATE inbox SET fault = NULL WHERE fault IS NOT NULL');
}

/** Deletes what was set aside of one person (`key`: as in the store): it would come back with the next start. SQLite only. */
export async function deleteSetAside(query: Kysely<Tables>, key: string): Promise<boolean> {
  const { numAffectedRows } = await sql`DELETE FROM inbox WHERE fault IS NOT NULL AND EXISTS (
    SELECT 1 FROM json_each(inbox.fields) AS field JOIN json_each(inbox.batch) AS value ON value.key = field.key
    WHERE field.value = 'key' AND value.value = ${key})`.execute(query);
  return (numAffectedRows ?? 0n) > 0n;
}

function oldest({ prepare }: Connection): Entry[] {
  const entries: Entry[] = [];
  let rows = 0;
  const all = prepare('SELECT id, fields, batch, size FROM inbox WHERE fault IS NULL ORDER BY id').iterate();
  for (const entry of all) {
    entries.push({ id: Number(entry.id), fields: String(entry.fields), batch: String(entry.batch) });
    rows += Number(entry.size);
    if (rows >= PART) break;
  }
  return entries;
}

/** Fields by their names: the entry may be from another version of this program, with others or in another order. */
function rowsIn({ fields, batch }: Entry, steps: RowSteps): SqlValue[][] {
  const values = JSON.parse(batch) as SqlValue[];
  if (fields === steps.fields) return rowsOf(values, steps.width);
  const found = JSON.parse(fields) as string[];
  const places = (JSON.parse(steps.fields) as string[]).map((name) => found.indexOf(name));
  return rowsOf(values, found.length).map((row) => places.map((place) => row[place] ?? null));
}
