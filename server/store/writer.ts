import type { DatabaseSync } from 'node:sqlite';
import type { SubscriptionRow } from './database.ts';
import { readPragma } from './migrations.ts';
import { databaseFile, EMPTY_LOG, emptyLog, openDatabase, reopenDatabase } from './open.ts';
import { messageOf, SQLITE, sqliteCode } from './refusal.ts';
import { createRescue } from './rescue.ts';
import { retryQuarantined } from './quarantine.ts';
import { Recorder } from './recording.ts';
import type { Recorded } from './writer-protocol.ts';
import { type Connection, connectionOf, inTransaction, runOn } from './sqlite-connection.ts';
import { commitRows, isOfOneRow, tryRow } from './sqlite-subscriptions.ts';
import { fileIdentity, type StoreFiles, watchStoreFiles } from './store-files.ts';
import { appendToBuffer, drainPart, rowsWaiting } from './write-buffer.ts';
import type {
  Batch,
  FailureCode,
  Ran,
  RecordingOrder,
  Statement,
  WriterData,
  WriterOrder,
  WriterReply,
} from './writer-protocol.ts';

/**
 * Pages in the log that trigger a checkpoint, which blocks everybody: some 8 ms with SQLite's own limit. In a
 * burst, where many share a wait, fewer and longer ones raise the throughput.
 */
const CHECKPOINT_PAGES = { calm: 1_000, burst: 10_000 };
const ORDERS_PER_LOOK = 16;

/** Follows the name of the store. */
const GONE =
  'or what belongs to it (-wal, -shm) was deleted, replaced or overwritten while in use; what it held may be lost. Restore it, then start.';

/**
 * Batches from this size on count as a burst: moving their rows into the tables later doubles the throughput.
 * Smaller ones are stored there at once, so that outside a burst nothing waits.
 */
const BURST = 9;
/** Idle milliseconds after a burst before the buffer is drained; and the delay after an error. */
const CALM_MS = 10;
const RETRY_MS = 1_000;
/** Rows in the buffer that a single statement waits for; with more only a transaction waits. */
const DRAINED_AT_ONCE = 1024;
/**
 * Buffer limit, above which no more rows come in than go out: 2 s of work, which a transaction waits for; 6 s
 * with a million rows.
 */
export const MOST_IN_BUFFER = 150_000;

export type Writer = ReturnType<typeof openWriter>;

/** `more`: call again; `later`: not during a burst, or soon after an error. */
type Draining = 'done' | 'more' | 'later';

type WriterDeps = {
  /** Milliseconds since any origin. */
  now(): number;
  /** Milliseconds since 1970. */
  date(): number;
  /** Called with the error of a buffered row that cannot be stored. */
  onQuarantine(fault: string): void;
  /** Called when the copy of a recording's base is made, or with the error that prevented it. */
  onBase(fault: string | null): void;
};

type Open = Connection & {
  /** Rows in the buffer, as far as this connection knows. */
  waiting: number;
};

type State = WriterDeps & {
  data: WriterData;
  file: string;
  /** Identifies the opened file. */
  identity: string;
  rescue: ReturnType<typeof createRescue>;
  recorder: Recorder;
  connection: Open | null;
  files: StoreFiles;
  /** The caller has begun a transaction. */
  inTransaction: boolean;
  gone: Gone | null;
  orders: number;
  isBurst: boolean;
  begun: number;
  drainFrom: number;
};

class Gone extends Error {}

/** The single writing connection. Throws what `openDatabase` throws. */
export function openWriter(data: WriterData, deps: WriterDeps) {
  const file = databaseFile(data.dataDir);
  const rescue = createRescue(data.dataDir);
  const opened = connect(file, openDatabase(data.dataDir, data.synchronous), null);
  const state: State = {
    ...deps,
    ...opened,
    data,
    file,
    identity: fileIdentity(file),
    rescue,
    recorder: new Recorder(data.dataDir, deps.date),
    inTransaction: false,
    gone: null,
    orders: 0,
    isBurst: false,
    begun: 0,
    drainFrom: 0,
  };
  return {
    /**
     * Stores a batch in one synced transaction: after `committed` its rows are durable. So is a statement
     * after `ran`, unless a transaction is open; a transaction sees everything committed before it.
     */
    take: (order: WriterOrder) => take(state, order),
    /** Work that can follow the answer. Returns whether rows are buffered. */
    afterwards: () => afterwards(state),
    /** Drains a part of the buffer. */
    drain: () => (state.now() < state.drainFrom ? 'later' : drain(state)),
    /** Drains what it can, and closes. */
    close: () => close(state),
  };
}

function take(state: State, order: WriterOrder): WriterReply {
  state.begun = state.now();
  try {
    if (order === 'drain') return drainForReader(state, connected(state));
    if ('rows' in order) return { type: 'committed', failed: commit(state, order) };
    if ('recording' in order) return { type: 'recorded', recorded: record(state, order.recording) };
    return { type: 'ran', ran: run(state, order) };
  } catch (error) {
    const found = afterError(state, error);
    return {
      type: 'failed',
      code: codeOf(found),
      message: messageOf(found),
    };
  }
}

/** Returns the indexes of rows that could not be stored; the rest of the batch is stored. */
function commit(state: State, batch: Batch): number[] {
  const store = connected(state);
  const { rows, size } = batch;
  let failed: number[] = [];
  // Not past buffered rows: of one person's two posts the first must count as such.
  if (size >= BURST || (size > 0 && store.waiting > 0)) {
    appendToBuffer(store, batch);
    store.waiting += size;
    state.isBurst = size >= BURST;
  } else if (size === 0)
    // An empty batch tests whether a row can be stored. It must write: this sets the current value again.
    inTransaction(store.db, () => {
      store.db.exec(`PRAGMA user_version = ${readPragma(store.db, 'user_version')}`);
      tryRow(store);
    });
  else
    failed = commitRows(store, (add) => add(JSON.parse(rows) as SubscriptionRow[]).map(({ place }) => place));
  // Checked last, after the sync: acknowledged rows were then reachable by the file's name.
  assertIntact(state);
  state.rescue.keep(batch, state.files.logName());
  state.recorder.note([rows]);
  return failed;
}

/** No transaction is open: a caller with one holds the only connection. */
function record(state: State, wanted: RecordingOrder): Recorded {
  const { recorder, onBase } = state;
  const connection = connected(state);
  if (wanted === 'stop') recorder.end('not-begun');
  else if (wanted !== 'take')
    void recorder.begin(connection, wanted.base).then(
      () => onBase(null),
      (error: unknown) => onBase(messageOf(error)),
    );
  return recorder.take(connection);
}

function run(state: State, { sql, values }: Statement): Ran {
  const isOpen = state.connection?.db.isTransaction === true;
  if (state.inTransaction && !isOpen && sql !== 'ROLLBACK')
    throw new Error('The transaction was lost with its connection.');
  // A transaction sees everything: its start has drained the buffer, and no batch comes before its end.
  if (!isOpen) drainBefore(state, connected(state), sql);
  const connection = connected(state);
  const ran = runStatement(connection, { sql, values });
  state.recorder.note(values);
  state.inTransaction = connection.db.isTransaction;
  if (!state.inTransaction) assertIntact(state);
  return ran;
}

function runStatement({ db, prepare }: Connection, { sql, values }: Statement): Ran {
  // A lost transaction has nothing to roll back.
  if (sql === 'ROLLBACK' && !db.isTransaction) return { rows: [], changes: 0 };
  if (sql === EMPTY_LOG) return { rows: [{ busy: emptyLog(db) ? 0 : 1 }], changes: 0 };
  return runOn(prepare(sql), values);
}

/** @throws Gone if the files are not the opened ones, or were changed by somebody else. */
function assertIntact(state: State): void {
  const { connection, file, files, identity } = state;
  if (state.gone) throw state.gone;
  if (connection ? files.intact() : fileIdentity(file) === identity) return;
  const saved = connection ? state.rescue.save(connection.db, files.logName()) : '';
  if (connection) files.distrust();
  throw (state.gone = new Gone(`${file} ${GONE}${saved}`));
}

function isIntact(state: State): boolean {
  try {
    assertIntact(state);
    return true;
  } catch {
    // The next order meets the same error and reports it.
    return false;
  }
}

/** Returns the connection, reopened if it was lost. */
function connected(state: State): Open {
  if (state.gone) throw state.gone;
  if (state.connection) return state.connection;
  assertIntact(state);
  const db = reopenDatabase(state.data.dataDir, state.data.synchronous);
  const { connection, files } = connect(state.file, db, state.files);
  state.connection = connection;
  state.files = files;
  return connection;
}

function connect(file: string, db: DatabaseSync, before: StoreFiles | null) {
  try {
    retryQuarantined(db);
    const connection = connectionOf(db);
    const open: Open = { ...connection, waiting: rowsWaiting(connection) };
    return { connection: open, files: watchStoreFiles(file, Number(readPragma(db, 'page_size')), before) };
  } catch (error) {
    db.close();
    throw error;
  }
}

function disconnect(state: State): void {
  state.recorder.lose();
  try {
    state.connection?.db.close();
  } catch {
    // Nothing depends on it: acknowledged rows are in the log, which the next opening reads.
  }
  state.connection = null;
}

function close(state: State): void {
  while (drain(state) === 'more');
  disconnect(state);
  state.files.close();
}

/** Returns the error to report. Checks for lost files before a new connection trusts what it finds. */
function afterError(state: State, error: unknown): unknown {
  isIntact(state);
  // After an I/O error nobody knows what reached the disk, and the same handle may trust its cache
  // (https://wiki.postgresql.org/wiki/Fsync_Errors). The next order reopens and rereads.
  if (sqliteCode(error) !== null && codeOf(error) === 'io' && !isOfOneRow(error)) disconnect(state);
  return state.gone ?? error;
}

function codeOf(error: unknown): FailureCode {
  if (error instanceof Gone) return 'gone';
  const code = sqliteCode(error);
  if (code === SQLITE.full) return 'no-space';
  if (code === SQLITE.readOnly) return 'not-writable';
  return code === SQLITE.busy ? 'busy' : 'io';
}

function drainBefore(state: State, store: Open, sql: string): void {
  if (sql === 'BEGIN IMMEDIATE') {
    lookForOthers(store);
    while (store.waiting > 0) drainOnce(state, store);
  } else if (store.waiting <= DRAINED_AT_ONCE) while (drain(state) === 'more');
}

/** Includes rows left by another process that was killed in a burst. */
function lookForOthers(store: Open): void {
  if (store.waiting === 0) store.waiting = rowsWaiting(store);
}

/** If draining fails, readers do not wait for it any more: then nothing is `moved`. */
function drainForReader(state: State, store: Open): WriterReply {
  lookForOthers(store);
  const before = store.waiting;
  drain(state);
  const left = state.connection?.waiting ?? before;
  return { type: 'drained', moved: before - left, left };
}

function drain(state: State): Draining {
  const store = state.connection;
  // If the connection was lost, the next order reopens it and counts again.
  if (!store || store.waiting === 0 || !isIntact(state)) return 'done';
  if (store.db.isTransaction) return 'later';
  try {
    drainOnce(state, store);
    return store.waiting === 0 ? 'done' : 'more';
  } catch (error) {
    // Nothing is lost: the rows stay in the buffer, and the next commit meets and reports the same error.
    afterError(state, error);
    state.drainFrom = state.now() + RETRY_MS;
    return 'later';
  }
}

function drainOnce(state: State, store: Open): void {
  try {
    const { rows, faults } = drainPart(store);
    // Commands drain it too: they may have moved our rows, and we may have moved another's.
    const waiting = rows === 0 ? 0 : store.waiting - rows;
    store.waiting = waiting > 0 ? waiting : rowsWaiting(store);
    faults.forEach(state.onQuarantine);
  } catch (error) {
    // Draining does not sync: no commit may follow on a connection that may not sync again.
    disconnect(state);
    throw error;
  }
}

function afterwards(state: State): boolean {
  if ((state.connection?.waiting ?? 0) > MOST_IN_BUFFER) drain(state);
  // No checkpoint is possible inside a transaction.
  if (state.connection && !state.inTransaction && ++state.orders % ORDERS_PER_LOOK === 0 && isIntact(state)) {
    const isCalm = !state.isBurst && state.now() >= state.drainFrom;
    checkpointWhenLarge(state.connection.db, CHECKPOINT_PAGES[isCalm ? 'calm' : 'burst']);
    isIntact(state);
  }
  if (state.connection && !state.inTransaction) state.recorder.takeIfMuch(state.connection);
  // From here, not from the commit: after a long checkpoint the burst is still there. On a slow disk its next
  // batch waits behind a statement, or comes later: the rows of one sync must be answered first.
  const took = state.now() - state.begun;
  state.drainFrom = state.isBurst ? state.now() + Math.max(CALM_MS, took) : state.drainFrom + took;
  state.isBurst = false;
  return (state.connection?.waiting ?? 0) > 0;
}

/** Measures the log by what is not in the store yet: a long read elsewhere can hold that back. */
function checkpointWhenLarge(db: DatabaseSync, pages: number): void {
  try {
    const state = db.prepare('PRAGMA wal_checkpoint(NOOP)').get();
    if (Number(state?.log) - Number(state?.checkpointed) < pages) return;
    db.exec('PRAGMA wal_checkpoint(PASSIVE)');
  } catch {
    // Nothing is lost: the log keeps the rows, and the next commit meets and reports the same error.
  }
}
