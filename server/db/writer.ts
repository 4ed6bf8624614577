import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { fileIdentity, storeIdentity } from './identity.ts';
import type { Answer, Failure, SqlValue, WriterData } from './messages.ts';
import { readPragma } from './migrations.ts';
import { databaseFile, openDatabase } from './open.ts';
import { SQLITE, sqliteCode } from './refusal.ts';

/** Pages in the log after which it is copied into the store: a larger log means fewer, longer pauses. */
const CHECKPOINT_PAGES = 10_000;
const BATCHES_PER_LOOK = 16;

export type Writer = {
  /** Stores all rows of `values` in one synced transaction. After `committed` they are durable. */
  commit(values: readonly SqlValue[]): Answer;
  /** What need not be done before the answer is out. */
  afterwards(): void;
  close(): void;
};

type Connection = { db: DatabaseSync; insert: StatementSync; files: string };

/** The one connection that writes. Throws what `openDatabase` throws. */
export function openWriter(data: WriterData): Writer {
  const file = databaseFile(data.dataDir);
  let connection: Connection | null = connect(data);
  const opened = fileIdentity(file);
  let batches = 0;

  function commit(values: readonly SqlValue[]): Answer {
    try {
      if (fileIdentity(file) !== opened) return gone(file);
      connection ??= connect(data);
      const failed = commitRows(connection, values, data.width);
      // Looked at last, after the sync: what is acknowledged was reachable by its name then.
      if (storeIdentity(file) !== connection.files) return gone(file);
      return { type: 'committed', failed };
    } catch (error) {
      const failure = failureOf(error, file);
      // After an I/O error nobody knows what reached the disk, and the same handle may believe its own
      // memory (https://wiki.postgresql.org/wiki/Fsync_Errors). The next batch opens and reads anew.
      if (failure.code === 'io') close();
      return { type: 'failed', failure };
    }
  }

  function afterwards(): void {
    if (connection && ++batches % BATCHES_PER_LOOK === 0) checkpointWhenLarge(connection.db);
  }

  function close(): void {
    try {
      connection?.db.close();
    } catch {
      // Nothing hangs on it: what was acknowledged is in the log, which the next opening reads.
    }
    connection = null;
  }

  return { commit, afterwards, close };
}

function connect(data: WriterData): Connection {
  const db = openDatabase(data.dataDir, data.synchronous);
  try {
    db.exec('BEGIN IMMEDIATE');
    for (const { sql, values } of data.setup) db.prepare(sql).run(...values);
    db.exec('COMMIT');
    return { db, insert: db.prepare(data.insert), files: storeIdentity(databaseFile(data.dataDir)) };
  } catch (error) {
    db.close();
    throw error;
  }
}

/** The log counts as large by what is not yet in the store: a long read elsewhere can hold that back. */
function checkpointWhenLarge(db: DatabaseSync): void {
  try {
    const state = db.prepare('PRAGMA wal_checkpoint(NOOP)').get();
    if (Number(state?.log) - Number(state?.checkpointed) < CHECKPOINT_PAGES) return;
    db.exec('PRAGMA wal_checkpoint(PASSIVE)');
  } catch {
    // Nothing is lost: the log keeps the rows, and the next commit meets the same trouble and reports it.
  }
}

/** Gives the places of the rows that could not be stored; the others of the batch are. */
function commitRows({ db, insert }: Connection, values: readonly SqlValue[], width: number): number[] {
  const failed: number[] = [];
  db.exec('BEGIN IMMEDIATE');
  try {
    for (let start = 0; start < values.length; start += width) {
      try {
        insert.run(...values.slice(start, start + width));
      } catch (error) {
        if (!isOfOneRow(error) || !db.isTransaction) throw error;
        failed.push(start / width);
      }
    }
    // An empty batch asks whether writing works, so it must write: this sets what is set already.
    if (values.length === 0) db.exec(`PRAGMA user_version = ${readPragma(db, 'user_version')}`);
    db.exec('COMMIT');
    return failed;
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK');
    throw error;
  }
}

/** SQLite takes back one statement and keeps the transaction for these; other errors concern the whole batch. */
function isOfOneRow(error: unknown): boolean {
  const code = sqliteCode(error);
  if (code === null) return error instanceof TypeError || error instanceof RangeError;
  return code === SQLITE.constraint || code === SQLITE.mismatch || code === SQLITE.tooBig;
}

function gone(file: string): Answer {
  const message = `${file} or its log was deleted or replaced while in use; what it held may be lost. Restore it, then start.`;
  return { type: 'failed', failure: { code: 'gone', message } };
}

function failureOf(error: unknown, file: string): Failure {
  const message = `${file}: ${error instanceof Error ? error.message : String(error)}`;
  switch (sqliteCode(error)) {
    case SQLITE.full:
      return { code: 'no-space', message };
    case SQLITE.readOnly:
      return { code: 'not-writable', message };
    case SQLITE.busy:
      return { code: 'busy', message };
    default:
      return { code: 'io', message };
  }
}
