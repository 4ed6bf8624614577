import type { DatabaseSync } from 'node:sqlite';
import { readPragma } from './migrations.ts';
import { type Connection, connectionOf } from './sqlite-connection.ts';
import { commitRows } from './sqlite-subscriptions.ts';
import type { SubscriptionRow } from './database.ts';
import type { Batch } from './writer-protocol.ts';

/**
 * Where the rows of a burst are kept first: a batch as one entry, synced, without the tables and indexes that cost most.
 * They are moved into those in the order they came, as soon as there is time (docs/decisions/0012-write-buffer.md).
 */
export function appendToBuffer({ prepare }: Connection, { rows, size }: Batch): void {
  prepare('INSERT INTO write_buffer (rows, size) VALUES (?, ?)').run(rows, size);
}

/** Rows that wait to be moved into their tables. */
export function rowsWaiting({ prepare }: Pick<Connection, 'prepare'>): number {
  return Number(prepare('SELECT coalesce(sum(size), 0) AS n FROM write_buffer WHERE fault IS NULL').get()?.n);
}

/** All rows that are not in their tables, those that are quarantined too. */
export function rowsInBuffer(db: DatabaseSync): number {
  return Number(db.prepare('SELECT coalesce(sum(size), 0) AS n FROM write_buffer').get()?.n);
}

/**
 * Rows moved in one transaction, at least. More of them share the pages they change, and others wait longer: for these
 * some 15 ms, with a million rows 50.
 */
export const PART = 1024;

/** `faults`: what the database said of rows that are quarantined. */
type Drained = { rows: number; faults: string[] };

/**
 * Moves the oldest entries into their tables in one transaction, which is not synced: whatever the disk forgets with it is
 * in the buffer still, and the next sync is for all that was written before. A row that cannot be stored, which only an
 * error in this program can bring about, is quarantined, as it was promised to be kept; quarantine.ts tries it again.
 * @throws whatever SQLite throws that is not the fault of one row.
 */
export function drainPart(connection: Connection): Drained {
  const { db, prepare } = connection;
  return unsynced(db, () =>
    commitRows(connection, (add) => {
      const entries = oldest(connection);
      const rows = entries.flatMap((entry) => JSON.parse(entry.rows) as SubscriptionRow[]);
      const faults = add(rows);
      prepare('DELETE FROM write_buffer WHERE id <= ? AND fault IS NULL').run(entries.at(-1)?.id ?? 0);
      const keep = prepare('INSERT INTO write_buffer (rows, size, fault) VALUES (?, 1, ?)');
      for (const { place, message } of faults) keep.run(JSON.stringify([rows[place]]), message);
      return { rows: rows.length, faults: faults.map(({ message }) => message) };
    }),
  );
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

type Entry = { id: number; rows: string };

function oldest({ prepare }: Connection): Entry[] {
  const entries: Entry[] = [];
  let rows = 0;
  for (const entry of prepare(
    'SELECT id, rows, size FROM write_buffer WHERE fault IS NULL ORDER BY id',
  ).iterate()) {
    entries.push({ id: Number(entry.id), rows: String(entry.rows) });
    rows += Number(entry.size);
    if (rows >= PART) break;
  }
  return entries;
}

/** Moves what the server had no time for into its tables, as it would at its next start. @throws like `drainPart`. */
export function drainStore(db: DatabaseSync): void {
  if (rowsInBuffer(db) === 0) return;
  const connection = connectionOf(db);
  while (drainPart(connection).rows > 0);
}
