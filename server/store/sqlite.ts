import { Worker } from 'node:worker_threads';
import { CompiledQuery } from '#kysely';
import { withDeadline } from '#server/deadline.ts';
import { type BatchLimits, createBatches } from './batches.ts';
import type { CommitOutcome, Database, Fatal, NotStored, SubscriptionRow } from './database.ts';
import { databaseFile, EMPTY_LOG, type Synchronous } from './open.ts';
import { messageOf, RefusedError } from './refusal.ts';
import { createMutex, queryBuilder, readingBuilder } from './sqlite-query.ts';
import { fileIdentity } from './store-files.ts';
import type { Ran, ReaderReply, Statement, WriterOrder, WriterReply } from './writer-protocol.ts';

/** Those that wait are two batches, which two syncs of a slow disk store. */
const BATCH_LIMITS: BatchLimits = { waiting: 8192, rows: 4096 };
/** Milliseconds for a long report to end: it cannot be cut short, and nothing hangs on its end. */
const CLOSE_READER_MS = 1_000;
const CLOSED = 'The store is closed.';

export type SqliteOptions = {
  dataDir: string;
  /** Called at most once, when this process can store no more: log it and exit with an error. */
  onFatal(fatal: Fatal): void;
  /** A row that was accepted could not be stored in its tables, and is kept aside: log it. */
  onQuarantine(fault: string): void;
};

/** Opens the embedded store in `dataDir`. `synchronous` is weakened only to prove the tests. @throws RefusedError */
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
  const { write, add, readiness } = writer;
  async function emptyLog(): Promise<boolean> {
    const { rows } = await write.executeQuery<{ busy: number }>(CompiledQuery.raw(EMPTY_LOG));
    return rows[0]?.busy === 0;
  }
  // The writer last, who puts the log into the store.
  const close = () => writer.close(reader.close());
  return { kind: 'sqlite', write, read: reader.read, add, emptyLog, readiness, close };
}

/** All that is stored goes through one thread. Whoever asks it for something holds its mutex. */
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

  /** Everything in flight is answered before, as not stored. */
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
    isFailing = reply?.type !== 'committed';
    if (reply?.type === 'committed') return reply.failed;
    return { why: reply?.type === 'failed' ? reply.code : 'writer-died' };
  }

  /** Resolves when all that was accepted before is in its tables, as far as there is no trouble with that. */
  async function settled(): Promise<void> {
    // By parts, so that batches have their turn. What comes meanwhile need not be seen.
    for (let left = Infinity; left > 0;) {
      await mutex.take();
      const part = await ask('drain').finally(mutex.release);
      if (part.type !== 'drained' || part.moved === 0) return;
      left = Math.min(left, part.moved + part.left) - part.moved;
    }
  }

  async function readiness(): Promise<CommitOutcome> {
    if (!isFailing && batches.isProven() && fileIdentity(file) === identity) return 'stored';
    // An empty batch writes one page: only that tells whether the trouble is over, also when nobody posts.
    return batches.probe();
  }

  async function stop(readers: Promise<void>): Promise<void> {
    await Promise.all([batches.drain(), readers]);
    if (fatal) return void (await thread.worker.terminate());
    // After whatever transaction is still open.
    await mutex.take();
    await thread.close();
    // Whoever still waits for the connection gets an error.
    mutex.release();
  }

  const write = queryBuilder({ ...mutex, run: async (statement) => ranIn(await ask(statement)) });
  const close = (readers: Promise<void>) => (closing ??= stop(readers));
  return { write, add: batches.add, settled, readiness, close };
}

/**
 * A connection to `file` that only reads, in a thread of its own, which is started with the first query. `settle`: resolves
 * when all that was accepted is in its tables.
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
    // It keeps nobody running who wants to end.
    thread.worker.unref();
    void thread.died.then(() => (thread = null));
    return thread;
  }

  /** Queries that wait go together: each trip wakes both threads, which costs more than most of them. */
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

/** A thread with a connection of its own. It has one order at a time: whoever asks waits for the answer. */
function startThread<Order, Reply>(
  module: URL,
  name: string,
  workerData: unknown,
  onQuarantine: (fault: string) => void = () => {},
) {
  const worker = new Worker(module, {
    workerData,
    // Closing a descriptor early would drop the locks that SQLite has on the same files.
    trackUnmanagedFds: false,
  });
  const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  const died = Promise.withResolvers<string>();
  let asked: PromiseWithResolvers<Reply> | null = null;
  let over: string | null = null;

  /** What it says next. */
  function answer(): Promise<Reply> {
    if (over !== null) return Promise.reject(new Error(over));
    asked = Promise.withResolvers<Reply>();
    return asked.promise;
  }
  function ask(order: Order): Promise<Reply> {
    if (over === null) worker.postMessage(order);
    return answer();
  }
  /** Whoever waits for an answer, or asks later, gets an error. */
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
    // Under `node --watch` Node itself says on the same channel which files the thread has read.
    if (!('reply' in said)) return;
    asked?.resolve(said.reply);
    asked = null;
  });
  worker.on('error', (error) => ended(`: ${messageOf(error)}`));
  worker.on('exit', () => ended(''));
  /** `died`: with why, when it ends by itself. */
  return { worker, ask, answer, giveUp, close, died: died.promise };
}
