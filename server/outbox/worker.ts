import { setTimeout as wait } from 'node:timers/promises';
import type { Log } from '#server/log.ts';
import type { Job, Outcome, Queue } from './queue.ts';
import type { Delivery } from './delivery.ts';
import type { MayLeave } from './pace.ts';

/**
 * What is done for one kind. `prepare` reads all that is needed and changes nothing; what it returns sends. The job
 * counts as started in between.
 */
export type Handler = (job: Job) => Promise<(() => Promise<Delivery>) | Outcome>;

export type WorkerDeps = {
  queue: Queue;
  handlers: Readonly<Record<string, Handler>>;
  /** How many are under way at most. While one hangs the others go on; those that wait are claimed by nobody. */
  atOnce: number;
  /** How many of a kind may be claimed now. Asked before each claim. */
  mayLeave?: (kind: string) => Promise<MayLeave>;
  log: Log;
  /** Told how each job ended, for the figures. */
  onOutcome?: (kind: string, outcome: Outcome['outcome']) => void;
};

export type OutboxWorker = {
  /** Does what is due, and resolves when it has ended. */
  runOnce(): Promise<void>;
  /** Looks every few seconds, and when poked. */
  start(): void;
  /** There may be something new. */
  poke(): void;
  /** Claims nothing more; resolves when what was started has ended, or after `patience` milliseconds. */
  stop(patience: number): Promise<void>;
};

/** Jobs; looking for what others have left walks over all that is open. */
const JOBS_UNTIL_RECOVERY = 200;
/** Another process may have written something; a retry may be due. */
const LOOK_MS = 5_000;
/** What has left is written down as soon as the store is back, while the lease lasts: else it would leave again. */
const WRITE_DOWN_MS = { again: 1_000, patience: 15 * 60_000 };
/** Several addresses that come together need one look. */
const POKE_MS = 100;

/** One worker for the kinds of its handlers. */
export function createWorker(deps: WorkerDeps): OutboxWorker {
  const { queue, handlers, atOnce, mayLeave, log, onOutcome } = deps;
  const kinds = Object.keys(handlers);
  let started = false;
  let stopping = false;
  let running: Promise<void> | null = null;
  const underWay = new Set<Promise<void>>();
  let timer: NodeJS.Timeout | null = null;

  /** Resolves when the job has begun to leave, or when there is nothing to send. */
  async function begin(job: Job): Promise<void> {
    const prepared = await handlers[job.kind]?.(job);
    if (prepared === undefined) throw new Error(`no handler for ${job.kind}`);
    if (stopping) return queue.release(job);
    if (typeof prepared !== 'function') return finish(job, prepared);
    // False: the job was taken from us.
    if (!(await queue.start(job))) return;
    const delivery = deliver(job, prepared)
      .catch((error: unknown) => log.error('the end of a delivery could not be stored', { error }))
      .finally(() => underWay.delete(delivery));
    underWay.add(delivery);
  }

  async function deliver(job: Job, send: () => Promise<Delivery>): Promise<void> {
    let outcome: Outcome;
    try {
      outcome = await send();
    } catch (error) {
      log.error('a delivery ended unexpectedly', { kind: job.kind, id: job.id, error });
      outcome = { outcome: 'unknown', reply: 'The sender failed unexpectedly.' };
    }
    await finishAtLast(job, outcome);
  }

  async function finishAtLast(job: Job, outcome: Outcome): Promise<void> {
    const end = performance.now() + WRITE_DOWN_MS.patience;
    for (;;) {
      try {
        return await finish(job, outcome);
      } catch (error) {
        if (performance.now() > end) throw error;
        // Keeps no process alive: what is told to stop waits for as long as it is given.
        await wait(WRITE_DOWN_MS.again, undefined, { ref: false });
      }
    }
  }

  async function finish(job: Job, outcome: Outcome): Promise<void> {
    await queue.finish(job, outcome);
    onOutcome?.(job.kind, outcome.outcome);
  }

  /** Begins all that is due, as soon as there is room. */
  async function beginAll(): Promise<void> {
    for (let untilRecovery = 0; ;) {
      if (underWay.size >= atOnce) await Promise.race(underWay);
      if (stopping) return;
      // Also in a long queue: what a killed process had claimed must not wait behind all of it.
      if (untilRecovery <= 0) {
        await queue.recover(kinds);
        untilRecovery = JOBS_UNTIL_RECOVERY;
      }
      const jobs = await claimAll();
      if (jobs.length === 0) return;
      untilRecovery -= jobs.length;
      // All begin before more are claimed: the limits count what has begun.
      const begun = await Promise.allSettled(jobs.map(begin));
      // One that fails leaves its claim to run out; the others go on.
      for (const one of begun) if (one.status === 'rejected') throw one.reason;
    }
  }

  /** Of each kind as many as may go, those named first in `handlers` first. */
  async function claimAll(): Promise<Job[]> {
    const jobs: Job[] = [];
    for (const kind of kinds) {
      const free = atOnce - underWay.size - jobs.length;
      if (free <= 0) break;
      const { all, others } = mayLeave ? await mayLeave(kind) : { all: free, others: free };
      jobs.push(...(await queue.claim([kind], Math.min(free, all), others)));
    }
    return jobs;
  }

  async function runOnce(): Promise<void> {
    const before = new Set(underWay);
    try {
      await beginAll();
    } finally {
      await Promise.all([...underWay].filter((one) => !before.has(one)));
    }
  }

  function look(): void {
    timer = null;
    running = beginAll()
      // The store may be away for a while; whatever was due still is.
      .catch((error: unknown) => log.error('the outbox could not be worked on', { error }))
      .finally(() => {
        running = null;
        schedule(LOOK_MS);
      });
  }

  function schedule(delay: number): void {
    if (!started || stopping || running) return;
    if (timer) clearTimeout(timer);
    timer = setTimeout(look, delay);
    timer.unref();
  }

  async function ended(): Promise<void> {
    await running;
    await Promise.all(underWay);
  }

  async function stop(patience: number): Promise<void> {
    stopping = true;
    if (timer) clearTimeout(timer);
    const { promise: tooLong, resolve } = Promise.withResolvers<void>();
    const patienceTimer = setTimeout(resolve, patience);
    await Promise.race([ended(), tooLong]);
    clearTimeout(patienceTimer);
  }

  let poked = false;
  function poke(): void {
    if (poked) return;
    poked = true;
    const soon = setTimeout(() => {
      poked = false;
      schedule(0);
    }, POKE_MS);
    soon.unref();
  }

  function start(): void {
    started = true;
    schedule(0);
  }

  return { runOnce, start, poke, stop };
}
