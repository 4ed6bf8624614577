import { Worker } from 'node:worker_threads';
import type { Kysely } from '#kysely';
import { withDeadline } from '#server/deadline.ts';
import { createMutex } from './mutex.ts';
import { createRunning, StatementError } from './running.ts';
import type { Tables } from './schema.ts';
import { queryBuilder } from './sqlite-query.ts';
import type { ReaderReply } from './writer-protocol.ts';

/** Milliseconds for the statement that is under way to end. */
const CLOSE_MS = 1_000;

export type Reader = { query: Kysely<Tables>; close(): Promise<void> };

/**
 * A connection to `file` that only reads, in a thread of its own, which is started with the first query. `settle`: resolves
 * when all that was accepted is in its tables.
 */
export function createReader(file: string, settle: () => Promise<void>): Reader {
  const mutex = createMutex();
  const running = createRunning((statement) => start().postMessage(statement));
  let worker: Worker | null = null;
  let closing: Promise<void> | null = null;

  function start(): Worker {
    if (worker !== null) return worker;
    const started = new Worker(new URL('./reader-thread.ts', import.meta.url), {
      workerData: file,
      // Closing a descriptor early would drop the locks that SQLite has on the same files.
      trackUnmanagedFds: false,
    });
    const ended = (message: string) => {
      if (worker !== started) return;
      worker = null;
      running.fail(new StatementError(message, null));
    };
    started.on('message', (reply: ReaderReply) => running.settle(reply));
    started.on('error', (error) => ended(`The thread that reads ${file} ended: ${String(error)}`));
    started.on('exit', () => ended(`The thread that reads ${file} ended`));
    // It keeps nobody running who wants to end.
    started.unref();
    return (worker = started);
  }

  async function stop(): Promise<void> {
    running.giveUp('The store is closed.');
    const stopped = worker;
    if (stopped === null) return;
    const exited = new Promise((resolve) => stopped.once('exit', resolve));
    stopped.postMessage('close');
    // A long report cannot be cut short; nothing hangs on its end.
    await withDeadline(exited, CLOSE_MS, undefined);
  }

  async function take(): Promise<void> {
    await settle();
    return new Promise((resolve) => mutex.take(resolve));
  }

  const query = queryBuilder({
    run: (sql, values) => running.run({ sql, values }),
    take,
    release: () => mutex.release(),
  });
  return { query, close: () => (closing ??= stop()) };
}
