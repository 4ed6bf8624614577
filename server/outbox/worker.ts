import { setTimeout as wait } from 'node:timers/promises';
import { withDeadline } from '#server/deadline.ts';
import type { Log } from '#server/log.ts';
import type { Job, Outcome, Queue } from './queue.ts';
import type { MayLeave } from './send-rate.ts';
import { renewing } from './renewal.ts';

/**
 * What is done for one kind. `prepare` reads all that is needed and changes nothing; what it returns sends. The job
 * counts as started in between.
 */
export type Handler = (job: Job) => Promise<(() => Promise<Outcome>) | Outcome>;

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
  /** Looks every few seconds, and when poked; keeps no process alive. */
  start(): void;
  /** There may be something new. */
  poke(): void;
  /** Claims nothing more; resolves when what was started has ended, or after `patience` milliseconds. */
  stop(patience: number): Promise<void>;
};

/** Another process may have written something, or left something; a retry may be due. */
const LOOK_MS = 5_000;
/** What has left is written down as soon as the store is back, while the lease lasts: else it would leave again. */
const WRITE_DOWN_MS = { again: 1_000, patience: 15 * 60_000 };
/** Several addresses that come together need one look. */
const POKE_MS = 100;

type State = { underWay: Set<Promise<void>>; stopping: boolean };

/** One worker for the kinds of its handlers. */
export function createWorker(deps: WorkerDeps): OutboxWorker {
  const state: State = { underWay: new Set(), stopping: false };
  let wake = () => {};
  let looking: Promise<void> | null = null;

  async function runOnce(): Promise<void> {
    const before = new Set(state.underWay);
    try {
      await beginAll(deps, state);
    } finally {
      await Promise.all([...state.underWay].filter((one) => !before.has(one)));
    }
  }

  async function keepLooking(): Promise<void> {
    while (!state.stopping) {
      const { promise: woken, resolve } = Promise.withResolvers<void>();
      wake = resolve;
      await beginAll(deps, state).catch((error: unknown) => {
        // The store may be away for a while; whatever was due still is.
        deps.log.error('the outbox could not be worked on', { error });
      });
      await Promise.race([woken, wait(LOOK_MS, undefined, { ref: false })]);
      await wait(POKE_MS, undefined, { ref: false });
    }
  }

  async function ended(): Promise<void> {
    await looking;
    await Promise.all(state.underWay);
  }

  return {
    runOnce,
    start: () => void (looking ??= keepLooking()),
    poke: () => wake(),
    stop: async (patience) => {
      state.stopping = true;
      wake();
      await withDeadline(ended(), patience, undefined);
    },
  };
}

/** Begins all that is due, as soon as there is room. */
async function beginAll(deps: WorkerDeps, state: State): Promise<void> {
  for (let recoverAt = -Infinity; !state.stopping;) {
    // Also in a long queue, or while all hang: what a killed process had claimed must not wait behind all of it.
    if (performance.now() >= recoverAt) {
      await deps.queue.recover(Object.keys(deps.handlers));
      recoverAt = performance.now() + LOOK_MS;
    }
    if (state.underWay.size >= deps.atOnce) {
      await withDeadline(Promise.race(state.underWay), LOOK_MS, undefined);
      continue;
    }
    const jobs = await claimAll(deps, state);
    if (jobs.length === 0) return;
    // All begin before more are claimed: the limits count what has begun.
    const begun = await Promise.allSettled(jobs.map((job) => begin(deps, state, job)));
    // One that fails leaves its claim to run out; the others go on.
    for (const one of begun) if (one.status === 'rejected') throw one.reason;
  }
}

/** Of each kind as many as may go, those named first in `handlers` first. */
async function claimAll(deps: WorkerDeps, { underWay }: State): Promise<Job[]> {
  const { queue, handlers, atOnce, mayLeave } = deps;
  const jobs: Job[] = [];
  const due = await queue.due(Object.keys(handlers));
  for (const kind of Object.keys(handlers).filter((one) => due.includes(one))) {
    const free = atOnce - underWay.size - jobs.length;
    if (free <= 0) break;
    const { all, others } = mayLeave ? await mayLeave(kind) : { all: free, others: free };
    jobs.push(...(await queue.claim(kind, Math.min(free, all), others)));
  }
  return jobs;
}

/** Resolves when the job has begun to leave, or when there is nothing to send. */
async function begin(deps: WorkerDeps, state: State, job: Job): Promise<void> {
  const prepared = await deps.handlers[job.kind]?.(job);
  if (prepared === undefined) throw new Error(`no handler for ${job.kind}`);
  if (state.stopping) return deps.queue.release(job);
  if (typeof prepared !== 'function') return finish(deps, job, prepared);
  // False: the job was taken from us.
  if (!(await deps.queue.start(job))) return;
  const delivery = renewing(
    () => deps.queue.renew(job),
    () => deliver(deps, job, prepared),
  )
    .catch((error: unknown) => deps.log.error('the end of a delivery could not be stored', { error }))
    .finally(() => state.underWay.delete(delivery));
  state.underWay.add(delivery);
}

async function deliver(deps: WorkerDeps, job: Job, send: () => Promise<Outcome>): Promise<void> {
  let outcome: Outcome;
  try {
    outcome = await send();
  } catch (error) {
    deps.log.error('a delivery ended unexpectedly', { kind: job.kind, id: job.id, error });
    outcome = { outcome: 'unknown', reply: 'The sender failed unexpectedly.' };
  }
  await finishAtLast(deps, job, outcome);
}

async function finishAtLast(deps: WorkerDeps, job: Job, outcome: Outcome): Promise<void> {
  const end = performance.now() + WRITE_DOWN_MS.patience;
  for (;;) {
    try {
      return await finish(deps, job, outcome);
    } catch (error) {
      if (performance.now() > end) throw error;
      // Keeps no process alive: what is told to stop waits for as long as it is given.
      await wait(WRITE_DOWN_MS.again, undefined, { ref: false });
    }
  }
}

async function finish({ queue, onOutcome }: WorkerDeps, job: Job, outcome: Outcome): Promise<void> {
  await queue.finish(job, outcome);
  onOutcome?.(job.kind, outcome.outcome);
}
