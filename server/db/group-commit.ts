import { Worker } from 'node:worker_threads';
import { type CommitOutcome, createBatches, drain, enqueue, giveUp, settle } from './batches.ts';
import { fileIdentity } from './identity.ts';
import type { Answer, Failure, Order, SqlValue, WriterData } from './messages.ts';
import { databaseFile } from './open.ts';
import type { Refusal } from './refusal.ts';

/** Two seconds' worth on a slow disk. */
const MAX_WAITING = 8192;

/** The store cannot go on in this process: its file or its thread is gone. */
export type Fatal = { code: 'gone' | 'writer-died'; message: string };

export type NotReady = Failure | Fatal | { code: 'closed' | 'overloaded'; message: string };
export type Readiness = { ready: true } | { ready: false; failure: NotReady };

export type GroupCommit = {
  /** Takes the values of one row of `insert`. `stored` once they are committed and synced. */
  add(values: SqlValue[]): Promise<CommitOutcome>;
  readiness(): Promise<Readiness>;
  /** Stores what was accepted, then closes. Later rows are `unavailable`. May be called again. */
  close(): Promise<void>;
};

export type GroupCommitOptions = WriterData & {
  /** Called at most once. Everything in flight has been answered `unavailable` before. */
  onFatal(fatal: Fatal): void;
  /** Rows that may wait for their transaction; beyond it the answer is `unavailable` at once. */
  maxWaiting?: number;
};

export type Opened = { ok: true; commits: GroupCommit } | { ok: false; refusal: Refusal };

/** Opens the store in a thread of its own; rows that come together share one transaction. */
export async function openGroupCommit(options: GroupCommitOptions): Promise<Opened> {
  const { onFatal, maxWaiting = MAX_WAITING, ...data } = options;
  const worker = new Worker(new URL('./writer-thread.ts', import.meta.url), { workerData: data });
  const first = await new Promise<Answer>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
  if (first.type === 'refused') return { ok: false, refusal: first.refusal };
  return { ok: true, commits: startCommits(worker, databaseFile(data.dataDir), maxWaiting, onFatal) };
}

function startCommits(
  worker: Worker,
  file: string,
  maxWaiting: number,
  onFatal: (fatal: Fatal) => void,
): GroupCommit {
  const opened = fileIdentity(file);
  const batches = createBatches((values) => worker.postMessage(values satisfies Order), maxWaiting);
  const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  let failure: Failure | null = null;
  let fatal: Fatal | null = null;
  let closing: Promise<void> | null = null;

  function die(reason: Fatal): void {
    if (fatal) return;
    fatal = reason;
    giveUp(batches);
    onFatal(reason);
  }

  function received(answer: Answer): void {
    failure = answer.type === 'failed' ? answer.failure : null;
    if (failure?.code === 'gone') die({ code: 'gone', message: failure.message });
    else if (answer.type === 'committed') settle(batches, answer.failed);
    else if (answer.type === 'failed') settle(batches, 'all');
  }

  async function readiness(): Promise<Readiness> {
    if (closing) return { ready: false, failure: { code: 'closed', message: 'The store is closing.' } };
    if (!fatal && !failure && fileIdentity(file) === opened) return { ready: true };
    // An empty batch writes one page: only that tells whether the trouble is over, also when nobody posts.
    if ((await enqueue(batches, [])) === 'stored') return { ready: true };
    const overloaded = { code: 'overloaded' as const, message: 'Too many rows wait to be stored.' };
    return { ready: false, failure: fatal ?? failure ?? overloaded };
  }

  async function stop(): Promise<void> {
    await drain(batches);
    if (fatal) await worker.terminate();
    else worker.postMessage('close' satisfies Order);
    await exited;
  }

  worker.on('message', received);
  worker.on('error', (error) => die(writerDied(file, error)));
  worker.on('exit', () => {
    if (!closing || batches.inFlight) die(writerDied(file, null));
  });
  return { add: (values) => enqueue(batches, values), readiness, close: () => (closing ??= stop()) };
}

function writerDied(file: string, error: unknown): Fatal {
  const why = error instanceof Error ? `: ${error.message}` : '';
  return { code: 'writer-died', message: `The thread that writes ${file} ended${why}` };
}
