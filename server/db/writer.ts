import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { addRows } from './add-rows.ts';
import { fileIdentity, storeIdentity } from './identity.ts';
import { rowsOf, type RowSteps, rowSteps } from './intake.ts';
import type { Answer, Failure, Ran, SqlValue, Statement, WriterData } from './messages.ts';
import { readPragma } from './migrations.ts';
import { databaseFile, openDatabase } from './open.ts';
import { SQLITE, sqliteCode } from './refusal.ts';

/** Pages in the log after which it is copied into the store: a larger log means fewer, longer pauses. */
const CHECKPOINT_PAGES = 10_000;
const BATCHES_PER_LOOK = 16;
const MOST_STATEMENTS = 200;

export type Writer = {
  /** Stores all rows of `values` in one synced transaction. After `committed` they are durable. */
  commit(values: readonly SqlValue[]): Answer;
  /** Runs one statement; `BEGIN`, `COMMIT` and `ROLLBACK` are statements too. After `ran` it is durable, unless a transaction is open. */
  run(statement: Statement): Answer;
  /** What need not be done before the answer is out. */
  afterwards(): void;
  close(): void;
};

type Connection = {
  db: DatabaseSync;
  files: string;
  /** Prepared once; the texts come from the program alone, so there are few. */
  statements: Map<string, StatementSync>;
};

/** The one connection that writes. Throws what `openDatabase` throws. */
export function openWriter(data: WriterData): Writer {
  const file = databaseFile(data.dataDir);
  const steps = rowSteps(data.intake);
  let connection: Connection | null = connect(data);
  const opened = fileIdentity(file);
  let batches = 0;

  function commit(values: readonly SqlValue[]): Answer {
    try {
      if (fileIdentity(file) !== opened) return gone(file);
      connection ??= connect(data);
      const failed = commitRows(connection, values, steps);
      // Looked at last, after the sync: what is acknowledged was reachable by its name then.
      if (storeIdentity(file) !== connection.files) return gone(file);
      return { type: 'committed', failed };
    } catch (error) {
      return { type: 'failed', failure: afterError(error) };
    }
  }

  function run({ sql, values }: Statement): Answer {
    try {
      if (fileIdentity(file) !== opened) return gone(file);
      connection ??= connect(data);
      const ran = runStatement(connection, sql, values);
      if (!connection.db.isTransaction && storeIdentity(file) !== connection.files) return gone(file);
      return { type: 'ran', ran };
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      return { type: 'refused-statement', failure: afterError(error), message, errcode: sqliteCode(error) };
    }
  }

  function afterError(error: unknown): Failure {
    const failure = failureOf(error, file);
    // After an I/O error nobody knows what reached the disk, and the same handle may believe its own
    // memory (https://wiki.postgresql.org/wiki/Fsync_Errors). The next batch opens and reads anew.
    if (sqliteCode(error) !== null && failure.code === 'io' && !isOfOneRow(error)) close();
    return failure;
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

  return { commit, run, afterwards, close };
}

function connect(data: WriterData): Connection {
  const db = openDatabase(data.dataDir, data.synchronous);
  try {
    db.exec('BEGIN IMMEDIATE');
    for (const { sql, values } of data.setup) db.prepare(sql).run(...values);
    db.exec('COMMIT');
    return { db, statements: new Map(), files: storeIdentity(databaseFile(data.dataDir)) };
  } catch (error) {
    db.close();
    throw error;
  }
}

function runStatement(connection: Connection, sql: string, values: SqlValue[]): Ran {
  // A transaction whose connection was lost has nothing left to take back.
  if (sql === 'ROLLBACK' && !connection.db.isTransaction) return { rows: [], changes: 0 };
  const statement = prepared(connection, sql);
  if (statement.columns().length > 0) {
    const rows = statement.all(...values).map((row) => ({ ...row }));
    return { rows, changes: rows.length };
  }
  return { rows: [], changes: Number(statement.run(...values).changes) };
}

function prepared({ db, statements }: Connection, sql: string): StatementSync {
  const known = statements.get(sql);
  if (known) return known;
  if (statements.size >= MOST_STATEMENTS) statements.clear();
  const statement = db.prepare(sql);
  statements.set(sql, statement);
  return statement;
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
function commitRows(connection: Connection, values: readonly SqlValue[], steps: RowSteps): number[] {
  try {
    return commitAll(connection, values, steps, false);
  } catch (error) {
    if (!isOfOneRow(error)) throw error;
    // Once more, row by row: the fault of one must not cost the others their place. Rare, so it may be slow.
    return commitAll(connection, values, steps, true);
  }
}

function commitAll(
  connection: Connection,
  values: readonly SqlValue[],
  steps: RowSteps,
  separately: boolean,
): number[] {
  const { db } = connection;
  const rows = rowsOf(values, steps.width);
  let failed: number[] = [];
  db.exec('BEGIN IMMEDIATE');
  try {
    if (separately) failed = [...rows.keys()].filter((i) => !addSeparately(connection, rows[i] ?? [], steps));
    else addRows((sql) => prepared(connection, sql), rows, steps);
    // An empty batch asks whether writing works, so it must write: this sets what is set already.
    if (values.length === 0) db.exec(`PRAGMA user_version = ${readPragma(db, 'user_version')}`);
    db.exec('COMMIT');
    return failed;
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK');
    throw error;
  }
}

function addSeparately(connection: Connection, row: SqlValue[], steps: RowSteps): boolean {
  const { db } = connection;
  db.exec('SAVEPOINT one_row');
  try {
    addRows((sql) => prepared(connection, sql), [row], steps);
    db.exec('RELEASE one_row');
    return true;
  } catch (error) {
    if (!isOfOneRow(error) || !db.isTransaction) throw error;
    db.exec('ROLLBACK TO one_row; RELEASE one_row');
    return false;
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
