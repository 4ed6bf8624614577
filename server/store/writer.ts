import type { DatabaseSync } from 'node:sqlite';
import { commitRows, type Connection, connectionOf, isOfOneRow } from './commit-rows.ts';
import { readPragma } from './migrations.ts';
import { databaseFile, EMPTY_LOG, emptyLog, openDatabase, reopenDatabase } from './open.ts';
import { SQLITE, sqliteCode } from './refusal.ts';
import { createRescue } from './rescue.ts';
import { retrySetAside } from './set-aside.ts';
import { runOn } from './run-on.ts';
import { fileIdentity, type StoreFiles, watchStoreFiles } from './store-files.ts';
import type { SubscriptionRow } from './database.ts';
import { appendToBuffer, drainBuffer, drainPart, rowsWaiting } from './write-buffer.ts';
import {
  type Batch,
  DRAIN_PART,
  type Failure,
  type Ran,
  type SqlValue,
  type Statement,
  type WriterData,
  type WriterReply,
} from './writer-protocol.ts';

/** Pages in the log after which it is copied into the store: a larger log means fewer, longer pauses. */
const CHECKPOINT_PAGES = 10_000;
const BATCHES_PER_LOOK = 16;

/** After the name of the store. */
const GONE =
  'or what belongs to it (-wal, -shm) was deleted, replaced or overwritten while in use; what it held may be lost. Restore it, then start.';

/**
 * Rows in one batch from which on they are a burst's: moving them into their tables later lets twice as many in. Fewer go
 * there at once, so that outside a burst nothing waits.
 */
const BURST = 9;
/** Milliseconds with nothing to do after a burst's last batch until the buffer is drained, and after trouble with that. */
const CALM_MS = 10;
const RETRY_MS = 1_000;
/** Rows in the buffer that a single statement waits for; for more only a transaction waits. */
const DRAINED_AT_ONCE = 1024;
/**
 * Rows in the buffer after which no more come in than go out: 2 s of work, which a transaction waits for; 6 s with a
 * million rows.
 */
export const MOST_IN_BUFFER = 150_000;

export type Writer = {
  /** Stores all rows in one synced transaction. After `committed` they are durable. */
  commit(batch: Batch): WriterReply;
  /**
   * Runs one statement; `BEGIN IMMEDIATE`, `COMMIT` and `ROLLBACK` are statements too. After `ran` it is durable, unless a
   * transaction is open. A transaction sees all that was committed before it.
   */
  run(statement: Statement): WriterReply;
  /** What need not be done before the answer is out. Gives whether rows wait in the buffer. */
  afterwards(): boolean;
  /** Drains a part of the buffer. `more`: call again; `later`: not in the middle of a burst or of trouble. */
  drain(): Draining;
  /** Drains what it can, and closes. */
  close(): void;
};

export type Draining = 'done' | 'more' | 'later';

export type WriterDeps = {
  /** Milliseconds from any moment on. */
  now(): number;
  /** What is wrong with a row of the buffer that cannot be stored. */
  onSetAside(fault: string): void;
};

type Open = Connection & {
  files: StoreFiles;
  /** Rows in the buffer, as far as this connection knows. */
  waiting: number;
};

type State = WriterDeps & {
  data: WriterData;
  file: string;
  /** Which file was opened under this name. */
  identity: string;
  rescue: ReturnType<typeof createRescue>;
  connection: Open | null;
  files: StoreFiles;
  /** The one on which a transaction is open. */
  transaction: Open | null;
  gone: Failure | null;
  batches: number;
  isBurst: boolean;
  begun: number;
  drainFrom: number;
};

/** The one connection that writes. Throws what `openDatabase` throws. */
export function openWriter(data: WriterData, deps: WriterDeps): Writer {
  const file = databaseFile(data.dataDir);
  const rescue = createRescue(data.dataDir);
  const connection = connect(data, openDatabase(data.dataDir, data.synchronous), null);
  const state: State = {
    ...deps,
    data,
    file,
    identity: fileIdentity(file),
    rescue,
    connection,
    files: connection.files,
    transaction: null,
    gone: null,
    batches: 0,
    isBurst: false,
    begun: 0,
    drainFrom: 0,
  };
  return {
    commit: (batch) => commit(state, batch),
    run: (statement) => run(state, statement),
    afterwards: () => afterwards(state),
    drain: () => drain(state),
    close: () => close(state),
  };
}

function commit(state: State, batch: Batch): WriterReply {
  state.begun = state.now();
  try {
    const lostBefore = state.connection ? state.gone : lost(state);
    if (lostBefore) return { type: 'failed', failure: lostBefore };
    const connection = connected(state);
    const failed = take(state, connection, batch);
    // Looked at last, after the sync: what is acknowledged was reachable by its name then.
    const failure = lost(state);
    if (failure) return { type: 'failed', failure };
    state.rescue.keep(batch, connection.files.logName());
    return { type: 'committed', failed };
  } catch (error) {
    return { type: 'failed', failure: afterError(state, error) };
  }
}

/** Null as long as the store is there and nobody else has changed it. */
function lost(state: State): Failure | null {
  const { connection, file, identity } = state;
  if (state.gone || (connection ? connection.files.intact() : fileIdentity(file) === identity))
    return state.gone;
  const saved = connection ? state.rescue.save(connection.db, connection.files.logName()) : '';
  state.gone = { code: 'gone', message: `${file} ${GONE}${saved}` };
  connection?.files.distrust();
  return state.gone;
}

/** Gives the places of the rows that could not be stored; the others of the batch are. */
function take(state: State, store: Open, batch: Batch): number[] {
  const { rows, size } = batch;
  // Not past those that wait: of two posts of one person the first one counts as such.
  if (size >= BURST || (size > 0 && store.waiting > 0)) {
    appendToBuffer(store, batch);
    store.waiting += size;
    state.isBurst = size >= BURST;
    return [];
  }
  const faults = commitRows(
    store,
    () => JSON.parse(rows) as SubscriptionRow[],
    // An empty batch asks whether writing works, so it must write: this sets what is set already.
    () => void (size === 0 && store.db.exec(`PRAGMA user_version = ${readPragma(store.db, 'user_version')}`)),
  );
  return faults.map(({ place }) => place);
}

function run(state: State, { sql, values }: Statement): WriterReply {
  state.begun = state.now();
  try {
    const lostBefore = state.transaction ? null : lost(state);
    if (lostBefore) return { type: 'failed', failure: lostBefore };
    if (state.transaction !== null && state.transaction !== state.connection && sql !== 'ROLLBACK')
      throw new Error('The transaction was lost with its connection.');
    drainBefore(state, connected(state), sql);
    // Draining may have met trouble and lost it.
    const connection = connected(state);
    const ran = sql === DRAIN_PART ? drainPartNow(state, connection) : runStatement(connection, sql, values);
    state.transaction = state.connection?.db.isTransaction ? state.connection : null;
    const failure = state.transaction ? null : lost(state);
    if (failure) return { type: 'failed', failure };
    return { type: 'ran', ran };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const failure = afterError(state, error);
    if (failure.code === 'gone') return { type: 'failed', failure };
    return { type: 'refused-statement', failure, message, errcode: sqliteCode(error) };
  }
}

function drainBefore(state: State, store: Open, sql: string): void {
  // A transaction sees all: its beginning has drained the buffer, and no batch comes before its end.
  if (store.db.isTransaction) return;
  // Also what another process has left that was killed in a burst.
  const seesAll = sql === 'BEGIN IMMEDIATE' || sql === DRAIN_PART;
  if (seesAll && store.waiting === 0) store.waiting = rowsWaiting(store.db);
  if (store.waiting === 0 || sql === DRAIN_PART) return;
  if (sql === 'BEGIN IMMEDIATE') drainBy(state, drainBuffer, store);
  else if (store.waiting <= DRAINED_AT_ONCE) drainAll(state);
}

function drainPartNow(state: State, { waiting: waited }: Open): Ran {
  drainNow(state);
  return { rows: [{ waited, waiting: state.connection?.waiting ?? waited }], changes: 0 };
}

function drainAll(state: State): void {
  while (drainNow(state) === 'more');
}

function drain(state: State): Draining {
  return state.now() < state.drainFrom ? 'later' : drainNow(state);
}

function drainNow(state: State): Draining {
  // Where the connection was lost, the next order makes a new one and counts anew.
  if (!state.connection || state.connection.waiting === 0 || lost(state)) return 'done';
  if (state.connection.db.isTransaction) return 'later';
  try {
    drainBy(state, drainPart, state.connection);
    return state.connection.waiting === 0 ? 'done' : 'more';
  } catch (error) {
    // Nothing is lost: the rows stay in the buffer, and the next commit meets the same trouble and reports it.
    afterError(state, error);
    state.drainFrom = state.now() + RETRY_MS;
    return 'later';
  }
}

function drainBy(state: State, method: typeof drainPart, store: Open): void {
  try {
    const { rows, faults } = method(store);
    // Commands drain it too: what they have moved does not wait here, and what this moved may have been another's.
    const waiting = rows === 0 ? 0 : store.waiting - rows;
    store.waiting = waiting > 0 ? waiting : rowsWaiting(store.db);
    faults.forEach(state.onSetAside);
  } catch (error) {
    // Draining does not sync: no commit may follow on a connection of which it is not sure that it syncs again.
    disconnect(state);
    throw error;
  }
}

function afterError(state: State, error: unknown): Failure {
  const failure = lostAfter(state) ?? failureOf(error, state.file);
  // After an I/O error nobody knows what reached the disk, and the same handle may believe its own
  // memory (https://wiki.postgresql.org/wiki/Fsync_Errors). The next batch opens and reads anew.
  if (sqliteCode(error) !== null && failure.code === 'io' && !isOfOneRow(error)) disconnect(state);
  return failure;
}

/** Asked before a new connection takes for granted what it finds. */
function lostAfter(state: State): Failure | null {
  try {
    return lost(state);
  } catch {
    // The files cannot be read now: the next commit asks again.
    return null;
  }
}

function afterwards(state: State): boolean {
  if ((state.connection?.waiting ?? 0) > MOST_IN_BUFFER) drainNow(state);
  if (state.connection && ++state.batches % BATCHES_PER_LOOK === 0 && !lost(state)) {
    checkpointWhenLarge(state.connection.db);
    state.connection.files.intact();
  }
  // From here, not from the commit: after a long checkpoint the burst is still there. Where the disk is slow its next
  // batch waits behind a statement, or comes later: as many have to be answered first as one sync takes.
  const took = state.now() - state.begun;
  state.drainFrom = state.isBurst ? state.now() + Math.max(CALM_MS, took) : state.drainFrom + took;
  state.isBurst = false;
  return (state.connection?.waiting ?? 0) > 0;
}

function disconnect(state: State): void {
  try {
    state.connection?.db.close();
  } catch {
    // Nothing hangs on it: what was acknowledged is in the log, which the next opening reads.
  }
  state.connection = null;
}

/** The connection, made anew where it was lost. */
function connected(state: State): Open {
  if (state.connection) return state.connection;
  const { data, files } = state;
  state.connection = connect(data, reopenDatabase(data.dataDir, data.synchronous), files);
  state.files = state.connection.files;
  return state.connection;
}

function close(state: State): void {
  drainAll(state);
  disconnect(state);
  state.files.close();
}

function connect(data: WriterData, db: DatabaseSync, before: StoreFiles | null): Open {
  try {
    retrySetAside(db);
    const waiting = rowsWaiting(db);
    const files = watchStoreFiles(databaseFile(data.dataDir), Number(readPragma(db, 'page_size')), before);
    return { ...connectionOf(db), files, waiting };
  } catch (error) {
    db.close();
    throw error;
  }
}

function runStatement(connection: Connection, sql: string, values: SqlValue[]): Ran {
  // A transaction whose connection was lost has nothing left to take back.
  if (sql === 'ROLLBACK' && !connection.db.isTransaction) return { rows: [], changes: 0 };
  if (sql === EMPTY_LOG) return { rows: [{ busy: emptyLog(connection.db) ? 0 : 1 }], changes: 0 };
  return runOn(connection.prepare(sql), values);
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
