import type { OutboxKind } from '#server/db/schema.ts';
import type { Log } from '#server/http/log.ts';
import type { Job, Outcome, Queue } from './queue.ts';
import type { Delivery } from './delivery.ts';

/**
 * What is done for one kind. `prepare` reads all that is needed and changes nothing; what it returns sends. The job
 * counts as started in between.
 */
export type Handler = (job: Job) => Promise<(() => Promise<Delivery>) | Outcome>;

export type WorkerDeps = {
  queue: Queue;
  handlers: Partial<Record<OutboxKind, Handler>>;
  /** How many may be claimed now, at most `wanted`: a brake on mails. Asked before each claim. */
  allowance?: (wanted: number) => Promise<number>;
  log: Log;
  /** Told how each job ended, for the figures. */
  onOutcome?: (kind: OutboxKind, outcome: Outcome['outcome']) => void;
};

export type OutboxWorker = {
  /** Does what is due, until nothing is. */
  runOnce(): Promise<void>;
  /** Looks every few seconds, and when poked. */
  start(): void;
  /** There may be something new. */
  poke(): void;
  /** Claims nothing more; resolves when what was started has ended, or after `patience` milliseconds. */
  stop(patience: number): Promise<void>;
};

/** Also as many jobs as are under way at once. */
const BATCH = 10;
/** Batches; looking for what others have left walks over all that is open. */
const ROUNDS_UNTIL_RECOVERY = 20;
/** Another process may have written something; a retry may be due. */
const LOOK_MS = 5_000;
/** Several addresses that come together need one look. */
const POKE_MS = 100;

/** One worker for the kinds of its handlers. */
export function createWorker({ queue, handlers, allowance, log, onOutcome }: WorkerDeps): OutboxWorker {
  const kinds = Object.keys(handlers) as OutboxKind[];
  let started = false;
  let stopping = false;
  let running: Promise<void> | null = null;
  let timer: NodeJS.Timeout | null = null;

  async function perform(job: Job): Promise<void> {
    if (stopping) return queue.release(job);
    const outcome = await attempt(job);
    if (outcome === null) return;
    await queue.finish(job, outcome);
    onOutcome?.(job.kind, outcome.outcome);
  }

  /** Null when the job was taken from us. */
  async function attempt(job: Job): Promise<Outcome | null> {
    const prepared = await handlers[job.kind]?.(job);
    if (prepared === undefined) throw new Error(`no handler for ${job.kind}`);
    if (typeof prepared !== 'function') return prepared;
    if (!(await queue.start(job))) return null;
    try {
      return await prepared();
    } catch (error) {
      log.error('a delivery ended unexpectedly', { kind: job.kind, id: job.id, error });
      return { outcome: 'unknown', reply: 'The sender failed unexpectedly.' };
    }
  }

  async function runOnce(): Promise<void> {
    for (let round = 0; ; round += 1) {
      if (stopping) return;
      // Also in a long queue: what a killed process had claimed must not wait behind all of it.
      if (round % ROUNDS_UNTIL_RECOVERY === 0) await queue.recover(kinds);
      const jobs = await queue.claim(kinds, allowance ? await allowance(BATCH) : BATCH);
      if (jobs.length === 0) return;
      // One that fails leaves its claim to run out; the others go on.
      const ends = await Promise.allSettled(jobs.map(perform));
      for (const end of ends) if (end.status === 'rejected') throw end.reason;
    }
  }

  function look(): void {
    timer = null;
    running = runOnce()
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

  async function stop(patience: number): Promise<void> {
    stopping = true;
    if (timer) clearTimeout(timer);
    if (!running) return;
    const { promise: tooLong, resolve } = Promise.withResolvers<void>();
    const patienceTimer = setTimeout(resolve, patience);
    await Promise.race([running, tooLong]);
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
