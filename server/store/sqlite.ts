import { Worker } from 'node:worker_threads';
import { CompiledQuery } from '#kysely';
import { withDeadline } from '#server/base/deadline.ts';
import { type BatchLimits, createBatches } from './batches.ts';
import type { CommitOutcome, Database, Fatal, NotStored, Recording, SubscriptionRow } from './database.ts';
import { databaseFile, EMPTY_LOG, type Synchronous } from './open.ts';
import type { Recorded } from './writer-protocol.ts';
import { messageOf, RefusedError } from './refusal.ts';
import { createMutex, sqliteQueries, readingBuilder } from './sqlite-query.ts';
import { fileIdentity } from './store-files.ts';
import type {
  Ran,
  ReaderReply,
  RecordingOrder,
  Statement,
  WriterOrder,
  WriterReply,
} from './writer-protocol.ts';

/** The waiting rows are two batches: two syncs of a slow disk. */
const BATCH_LIMITS: BatchLimits = { waiting: 8192, rows: 4096 };
/** Milliseconds for a long report to end: it cannot be aborted, and nothing depends on it. */
const CLOSE_READER_MS = 1_000;
const CLOSED = 'The store is closed.';

export type SqliteOptions = {
  dataDir: string;
  /** Called at most once, when this process can store no more: log it and exit with an error. */
  onFatal(fatal: Fatal): void;
  /** Called when an accepted row could not be stored in its tables, and is quarantined: log it. */
  onQuarantine(fault: string): void;
};

/** Opens the store in `dataDir`. `synchronous` is weakened only to prove the tests. @throws RefusedError */
export async function openSqlite(
  { dataDir, onFatal, onQuarantine }: SqliteOptions,
  synchronous: Synchronous = 'FULL',
): Promise<Database> {
  const file = databaseFile(dataDir);
  const url = new URL('./writer-thread.ts', import.meta.url);
  const name = `The thread that writes ${file}`;
  const thread = startThread<WriterOrder, WriterReply>(url, name, { dataDir, synchronous }, onQuarantine);
  const first = await thread.answer();
  if (first.type === 'refused') throw new RefusedError(first.refusal.code, first.refusal.message);
  const writer = createWriter(file, thread, onFatal);
  const reader = createReader(file, writer.settled);
  const { write, add, readiness, recording } = writer;
  async function emptyLog(): Promise<boolean> {
    const { rows } = await write.executeQuery<{ busy: number }>(CompiledQuery.raw(EMPTY_LOG));
    return rows[0]?.busy === 0;
  }
  // The writer last: it merges the log into the store.
  const close = () => writer.close(reader.close());
  return { kind: 'sqlite', write, read: reader.read, add, emptyLog, recording, readiness, close };
}

/** A single thread stores everything. Callers hold its mutex. */
function createWriter(
  file: string,
  thread: Thread<WriterOrder, WriterReply>,
  onFatal: SqliteOptions['onFatal'],
) {
  const identity = fileIdentity(file);
  const mutex = createMutex();
  const batches = createBatches(store, BATCH_LIMITS);
  let isFailing = false;
  let fatal: Fatal | null = null;
  let closing: Promise<void> | null = null;

  /** Everything in flight is answered first, as not stored. */
  function die(reason: Fatal): void {
    if (fatal) return;
    fatal = reason;
    batches.giveUp(reason.code);
    thread.giveUp(reason.message);
    onFatal(reason);
  }
  void thread.died.then((message) => die({ code: 'writer-died', message }));

  async function ask(order: WriterOrder): Promise<WriterReply> {
    const reply = await thread.ask(order);
    if (reply.type === 'failed' && reply.code === 'gone') die({ code: 'gone', message: reply.message });
    return reply;
  }

  async function store(rows: SubscriptionRow[]): Promise<number[] | NotStored> {
    await mutex.take();
    const reply = await ask({ rows: JSON.stringify(rows), size: rows.length }).catch(() => null);
    mutex.release();
    // A row that is refused may be at fault itself; if all are, the next pass tries one of our own.
    isFailing = reply?.type !== 'committed' || (rows.length > 0 && reply.failed.length === rows.length);
    if (reply?.type === 'committed') return reply.failed;
    return { why: reply?.type === 'failed' ? reply.code : 'writer-died' };
  }

  /** Resolves when everything accepted before is in its tables, unless draining fails. */
  async function settled(): Promise<void> {
    // In parts, so that batches get their turn. Rows arriving meanwhile need not be seen.
    for (let left = Infinity; left > 0;) {
      const part = await askAlone('drain');
      if (part.type !== 'drained' || part.moved === 0) return;
      left = Math.min(left, part.moved + part.left) - part.moved;
    }
  }

  /** Between transactions. */
  async function askAlone(order: WriterOrder): Promise<WriterReply> {
    await mutex.take();
    return ask(order).finally(mutex.release);
  }

  async function readiness(): Promise<CommitOutcome> {
    if (!isFailing && batches.isProven() && fileIdentity(file) === identity) return 'stored';
    // An empty batch writes one page: only that shows whether the error is over, even if nobody posts.
    return batches.probe();
  }

  async function stop(readers: Promise<void>): Promise<void> {
    await Promise.all([batches.drain(), readers]);
    if (fatal) return void (await thread.worker.terminate());
    // After any open transaction.
    await mutex.take();
    await thread.close();
    // Callers still waiting for the connection get an error.
    mutex.release();
  }

  const write = sqliteQueries({ ...mutex, run: async (statement) => ranIn(await ask(statement)) });
  const close = (readers: Promise<void>) => (closing ??= stop(readers));
  const recording = createRecording(thread, askAlone);
  return { write, add: batches.add, settled, recording, readiness, close };
}

function createRecording(
  { worker, died }: Thread<WriterOrder, WriterReply>,
  ask: (order: WriterOrder) => Promise<WriterReply>,
): Recording {
  async function record(wanted: RecordingOrder): Promise<Recorded> {
    const reply = await ask({ recording: wanted });
    if (reply.type === 'recorded') return reply.recorded;
    throw new Error(reply.type === 'failed' ? reply.message : reply.type);
  }
  async function begin(base: string): Promise<Recorded> {
    const copied = Promise.withResolvers<void>();
    // Nobody waits for it if the order fails.
    copied.promise.catch(() => {});
    const hear = (said: { base?: string | null }) => {
      if (said.base === null) copied.resolve();
      else if (said.base !== undefined) copied.reject(new Error(said.base));
    };
    worker.on('message', hear);
    void died.then((message) => copied.reject(new Error(message)));
    try {
      const recorded = await record({ base });
      await copied.promise;
      return recorded;
    } finally {
      worker.off('message', hear);
    }
  }
  return { begin, take: () => record('take'), stop: async () => void (await record('stop')) };
}

/**
 * A read-only connection to `file` in its own thread, started with the first query. `settle` resolves when
 * everything accepted is in its tables.
 */
function createReader(file: string, settle: () => Promise<void>) {
  const mutex = createMutex();
  let thread: Thread<Statement[], ReaderReply[]> | null = null;
  let isClosed = false;
  let waiting: (PromiseWithResolvers<ReaderReply> & { statement: Statement })[] = [];

  function started(): Thread<Statement[], ReaderReply[]> {
    if (isClosed) throw new Error(CLOSED);
    if (thread) return thread;
    const url = new URL('./reader-thread.ts', import.meta.url);
    thread = startThread<Statement[], ReaderReply[]>(url, `The thread that reads ${file}`, file);
    // It does not keep the process alive.
    thread.worker.unref();
    void thread.died.then(() => (thread = null));
    return thread;
  }

  /** Sends waiting queries together: each message wakes both threads, which costs more than most queries. */
  async function send(): Promise<void> {
    await mutex.take();
    const queries = waiting;
    waiting = [];
    try {
      await settle();
      const replies = await started().ask(queries.map(({ statement }) => statement));
      replies.forEach((reply, place) => queries[place]?.resolve(reply));
    } catch (error) {
      for (const { reject } of queries) reject(error);
    }
    mutex.release();
  }

  async function run(statement: Statement): Promise<Ran> {
    const asked = Promise.withResolvers<ReaderReply>();
    if (waiting.push({ statement, ...asked }) === 1) void send();
    return ranIn(await asked.promise);
  }

  async function close(): Promise<void> {
    isClosed = true;
    if (thread) await withDeadline(thread.close(), CLOSE_READER_MS, undefined);
  }
  return { read: readingBuilder(run), close };
}

function ranIn(reply: WriterReply): Ran {
  if (reply.type === 'ran') return reply.ran;
  throw new Error(reply.type === 'failed' ? reply.message : reply.type);
}

type Thread<Order, Reply> = ReturnType<typeof startThread<Order, Reply>>;

/** A thread with its own connection. One order at a time: callers wait for the answer. */
function startThread<Order, Reply>(
  module: URL,
  name: string,
  workerData: unknown,
  onQuarantine: (fault: string) => void = () => {},
) {
  const worker = new Worker(module, {
    workerData,
    // Closing a descriptor early would release SQLite's locks on the same files.
    trackUnmanagedFds: false,
  });
  const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  const died = Promise.withResolvers<string>();
  let asked: PromiseWithResolvers<Reply> | null = null;
  let over: string | null = null;

  /** Resolves with its next message. */
  function answer(): Promise<Reply> {
    if (over !== null) return Promise.reject(new Error(over));
    asked = Promise.withResolvers<Reply>();
    return asked.promise;
  }
  function ask(order: Order): Promise<Reply> {
    if (over === null) worker.postMessage(order);
    return answer();
  }
  /** Pending and later calls get an error. */
  function giveUp(message: string): void {
    over ??= message;
    asked?.reject(new Error(over));
    asked = null;
  }
  function close(): Promise<void> {
    giveUp(CLOSED);
    worker.postMessage('close');
    return exited;
  }
  function ended(why: string): void {
    if (over !== null) return;
    giveUp(`${name} ended${why}`);
    died.resolve(`${name} ended${why}`);
  }

  worker.on('message', (said: { reply: Reply } | { quarantined: string }) => {
    if ('quarantined' in said) return onQuarantine(said.quarantined);
    // Under `node --watch` Node reports on the same channel which files the thread has read.
    if (!('reply' in said)) return;
    asked?.resolve(said.reply);
    asked = null;
  });
  worker.on('error', (error) => ended(`: ${messageOf(error)}`));
  worker.on('exit', () => ended(''));
  /** `died`: resolves with the reason if it ends by itself. */
  return { worker, ask, answer, giveUp, close, died: died.promise };
}
