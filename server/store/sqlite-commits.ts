import { Worker } from 'node:worker_threads';
import * as batching from './batches.ts';
import type { CommitOutcome, Fatal, NotStored, SubscriptionRow } from './database.ts';
import { createMutex, type Mutex } from './mutex.ts';
import { databaseFile } from './open.ts';
import type { Refusal } from './refusal.ts';
import { createRunning } from './running.ts';
import { fileIdentity } from './store-files.ts';
import {
  DRAIN_PART,
  type Failure,
  type Order,
  type Ran,
  type Statement,
  type WriterData,
  type WriterReply,
} from './writer-protocol.ts';

/** Those that wait are two batches, which two syncs of a slow disk store. */
const BATCH_LIMITS: batching.BatchLimits = { waiting: 8192, rows: 4096 };

export type GroupCommit = {
  /** `stored` once it is committed and synced. */
  add(row: SubscriptionRow): Promise<CommitOutcome>;
  /** Runs one statement. Call it only while holding `mutex`. @throws StatementError */
  run(statement: Statement): Promise<Ran>;
  /** Resolves when all that was accepted before is in its tables, as far as there is no trouble with that. */
  settled(): Promise<void>;
  /** Batches take it by themselves; who runs statements takes it before. */
  mutex: Mutex;
  readiness(): Promise<CommitOutcome>;
  /** Takes no more rows from now on; stores what was accepted, and closes after `readers`. May be called again. */
  close(readers: Promise<void>): Promise<void>;
};

type Watching = {
  /** Called at most once. Everything in flight has been answered before, as not stored. */
  onFatal(fatal: Fatal): void;
  /** A row that was accepted could not be stored in its tables, and is kept aside. */
  onSetAside(fault: string): void;
};

export type Opened = { ok: true; commits: GroupCommit } | { ok: false; refusal: Refusal };

/** Opens the store in a thread of its own; rows that come together share one transaction. */
export async function openGroupCommit(options: WriterData & Watching): Promise<Opened> {
  const { onFatal, onSetAside, ...data } = options;
  const worker = new Worker(new URL('./writer-thread.ts', import.meta.url), {
    workerData: data,
    // Closing the writer's descriptors early would drop the locks that SQLite has on the same files.
    trackUnmanagedFds: false,
  });
  const first = await new Promise<WriterReply>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
  if (first.type === 'refused') return { ok: false, refusal: first.refusal };
  const file = databaseFile(data.dataDir);
  return { ok: true, commits: startCommits(worker, file, { onFatal, onSetAside }) };
}

type Commits = {
  worker: Worker;
  file: string;
  /** Which file was opened under this name. */
  identity: string;
  mutex: Mutex;
  batches: batching.Batches;
  running: ReturnType<typeof createRunning>;
  /** Why the last batch was not stored. */
  failure: Failure | null;
  fatal: Fatal | null;
  closing: Promise<void> | null;
} & Watching;

function startCommits(worker: Worker, file: string, watching: Watching): GroupCommit {
  const mutex = createMutex();
  const batches = batching.createBatches(
    (rows) => mutex.take(() => post(worker, { rows: JSON.stringify(rows), size: rows.length })),
    BATCH_LIMITS,
    () => performance.now(),
  );
  const running = createRunning((statement) => post(worker, statement));
  const parts = { worker, file, identity: fileIdentity(file), mutex, batches, running };
  const commits: Commits = { ...parts, failure: null, fatal: null, closing: null, ...watching };
  const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  worker.on('message', (answer: WriterReply) => received(commits, answer));
  worker.on('error', (error) => die(commits, writerDied(file, error)));
  worker.on('exit', () => {
    if (!commits.closing || batches.inFlight) die(commits, writerDied(file, null));
  });
  return {
    add: (row) => batching.enqueue(batches, row),
    run: running.run,
    mutex,
    settled: () => settled(commits),
    readiness: () => readiness(commits),
    close: (readers) => (commits.closing ??= stop(commits, readers, exited)),
  };
}

function die(commits: Commits, reason: Fatal): void {
  if (commits.fatal) return;
  commits.fatal = reason;
  const isHeldByBatch = commits.batches.inFlight !== null;
  batching.giveUp(commits.batches, reason.code);
  commits.running.giveUp(reason.message);
  if (isHeldByBatch) commits.mutex.release();
  commits.onFatal(reason);
}

function received(commits: Commits, answer: WriterReply): void {
  if (answer.type === 'committed' || answer.type === 'failed') {
    commits.failure = answer.type === 'failed' ? answer.failure : null;
  }
  const { failure } = commits;
  if (failure?.code === 'gone') die(commits, { code: 'gone', message: failure.message });
  else if (answer.type === 'committed') settleBatch(commits, answer.failed);
  else if (answer.type === 'failed') settleBatch(commits, { why: answer.failure.code });
  else if (answer.type === 'set-aside') commits.onSetAside(answer.fault);
  else if (answer.type === 'ran' || answer.type === 'refused-statement') commits.running.settle(answer);
}

function settleBatch({ mutex, batches }: Commits, failed: readonly number[] | NotStored): void {
  mutex.release();
  batching.settle(batches, failed);
}

async function settled({ mutex, running }: Commits): Promise<void> {
  // By parts, so that batches have their turn. What comes meanwhile need not be seen.
  for (let left = Infinity; left > 0;) {
    await new Promise<void>((resolve) => mutex.take(resolve));
    const { rows } = await running.run({ sql: DRAIN_PART, values: [] }).finally(() => mutex.release());
    const [waited, waiting] = [Number(rows[0]?.waited), Number(rows[0]?.waiting)];
    left = waiting < waited ? Math.min(left, waited) - (waited - waiting) : 0;
  }
}

async function readiness({ batches, failure, file, identity }: Commits): Promise<CommitOutcome> {
  const isFine = batches.closed === null && !failure && fileIdentity(file) === identity;
  if (isFine && batching.isProven(batches)) return 'stored';
  // An empty batch writes one page: only that tells whether the trouble is over, also when nobody posts.
  return batching.probe(batches);
}

async function stop(commits: Commits, readers: Promise<void>, exited: Promise<void>): Promise<void> {
  const { worker, mutex, batches, running } = commits;
  await Promise.all([batching.drain(batches), readers]);
  if (commits.fatal) return void (await worker.terminate());
  // After whatever transaction is still open.
  mutex.take(() => post(worker, 'close'));
  await exited;
  // Whoever asks later, or still waits for the connection, gets an error.
  running.giveUp('The store is closed.');
  mutex.release();
}

function post(worker: Worker, order: Order): void {
  worker.postMessage(order);
}

function writerDied(file: string, error: unknown): Fatal {
  const why = error instanceof Error ? `: ${error.message}` : '';
  return { code: 'writer-died', message: `The thread that writes ${file} ended${why}` };
}
