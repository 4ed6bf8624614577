import type { DatabaseSync } from 'node:sqlite';
import { readPragma } from './migrations.ts';
import { type Connection, connectionOf } from './sqlite-connection.ts';
import { commitRows } from './sqlite-subscriptions.ts';
import type { SubscriptionRow } from './database.ts';
import type { Batch } from './writer-protocol.ts';

/**
 * Buffers the rows of a burst: a batch as one synced entry, without the tables and indexes that cost most.
 * They are moved there in order, as soon as there is time (docs/decisions/0012-write-buffer.md).
 */
export function appendToBuffer({ prepare }: Connection, { rows, size }: Batch): void {
  prepare('INSERT INTO write_buffer (rows, size) VALUES (?, ?)').run(rows, size);
}

/** Counts the rows that wait to be moved into their tables. */
export function rowsWaiting({ prepare }: Pick<Connection, 'prepare'>): number {
  return Number(prepare('SELECT coalesce(sum(size), 0) AS n FROM write_buffer WHERE fault IS NULL').get()?.n);
}

/** Counts all rows that are not in their tables, including quarantined ones. */
export function rowsInBuffer(db: DatabaseSync): number {
  return Number(db.prepare('SELECT coalesce(sum(size), 0) AS n FROM write_buffer').get()?.n);
}

/**
 * Minimum of rows moved per transaction. More rows share the changed pages, but block others for longer:
 * these for some 15 ms, with a million rows 50.
 */
export const PART = 1024;

/** `faults`: the database's errors for quarantined rows. */
type Drained = { rows: number; faults: string[] };

/**
 * Moves the oldest entries into their tables in one unsynced transaction: if a power failure loses it, the
 * rows are still in the buffer, and the next sync covers everything before. A row that cannot be stored,
 * which only a bug can cause, is quarantined, because it was acknowledged; quarantine.ts retries it.
 * @throws any SQLite error that is not one row's.
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
 * A power failure may lose the transaction of `work`, but only as a whole, and none before it:
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

/** Moves what the server has left in the buffer, as its next start would. @throws like `drainPart`. */
export function drainStore(db: DatabaseSync): void {
  if (rowsInBuffer(db) === 0) return;
  const connection = connectionOf(db);
  while (drainPart(connection).rows > 0);
}
