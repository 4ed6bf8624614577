import { setTimeout as wait } from 'node:timers/promises';
import { withDeadline } from '#server/base/deadline.ts';
import type { Log } from '#server/base/log.ts';
import type { Handler, Job, Outcome } from './kind.ts';
import type { Queue } from './queue.ts';
import type { MayLeave } from './send-rate.ts';
import { renewing } from './renewal.ts';

export type WorkerDeps = {
  queue: Queue;
  /** By kind, for the settings of this moment. Which kinds there are never changes. */
  handlers: () => Readonly<Record<string, Handler>>;
  /** Maximum concurrency. While one hangs the others go on; waiting jobs stay unclaimed. */
  atOnce: number;
  /** How many of a kind may be claimed now. Called before each claim. */
  mayLeave?: (kind: string) => Promise<MayLeave>;
  log: Log;
  /** Called with each outcome, for the metrics. */
  onOutcome?: (kind: string, outcome: Outcome['outcome']) => void;
};

export type OutboxWorker = {
  /** Runs all due jobs, and resolves when they have ended. */
  runOnce(): Promise<void>;
  /** Polls every few seconds, and when poked; does not keep the process alive. */
  start(): void;
  /** Wakes the worker: there may be new rows. */
  poke(): void;
  /** Claims no more jobs; resolves when started ones have ended, or after `patience` milliseconds. */
  stop(patience: number): Promise<void>;
};

/** Another process may have added or abandoned rows; a retry may be due. */
const LOOK_MS = 5_000;
/** Outcomes are stored once the store is back, within the lease: otherwise the mail would be sent again. */
const WRITE_DOWN_MS = { again: 1_000, patience: 15 * 60_000 };
/** Debounces sign-ups that come together. */
const POKE_MS = 100;

type State = { underWay: Set<Promise<void>>; stopping: boolean };

/** Creates one worker for the kinds of its handlers. */
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
        // The store may be unavailable for a while; due jobs stay due.
        deps.log.error('the outbox could not be processed', { error });
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

/** Starts all due jobs as slots become free. */
async function beginAll(deps: WorkerDeps, state: State): Promise<void> {
  for (let recoverAt = -Infinity; !state.stopping;) {
    // Even with a long queue, or while all slots hang: a dead process's claims must not wait behind it.
    if (performance.now() >= recoverAt) {
      await deps.queue.recover(Object.keys(deps.handlers()));
      recoverAt = performance.now() + LOOK_MS;
    }
    if (state.underWay.size >= deps.atOnce) {
      await withDeadline(Promise.race(state.underWay), LOOK_MS, undefined);
      continue;
    }
    const jobs = await claimAll(deps, state);
    if (jobs.length === 0) return;
    // All start before more are claimed: the limits count started jobs.
    const begun = await Promise.allSettled(jobs.map((job) => begin(deps, state, job)));
    // The claim of a failing job expires; the others go on.
    for (const one of begun) if (one.status === 'rejected') throw one.reason;
  }
}

/** Claims as many of each kind as allowed, in the order of `handlers`. */
async function claimAll(deps: WorkerDeps, { underWay }: State): Promise<Job[]> {
  const { queue, handlers, atOnce, mayLeave } = deps;
  const jobs: Job[] = [];
  const due = await queue.due(Object.keys(handlers()));
  for (const kind of Object.keys(handlers()).filter((one) => due.includes(one))) {
    const free = atOnce - underWay.size - jobs.length;
    if (free <= 0) break;
    const { all, others } = mayLeave ? await mayLeave(kind) : { all: free, others: free };
    jobs.push(...(await queue.claim(kind, Math.min(free, all), others)));
  }
  return jobs;
}

/** Resolves when the job has started, or if there is nothing to send. */
async function begin(deps: WorkerDeps, state: State, job: Job): Promise<void> {
  const prepared = await prepare(deps, job);
  if (state.stopping) return deps.queue.release(job);
  if (typeof prepared !== 'function') return finish(deps, job, prepared);
  // False: another worker has the job.
  if (!(await deps.queue.start(job))) return;
  const delivery = renewing(
    () => deps.queue.renew(job),
    () => deliver(deps, job, prepared),
  )
    .catch((error: unknown) => deps.log.error('a delivery result could not be stored', { error }))
    .finally(() => state.underWay.delete(delivery));
  state.underWay.add(delivery);
}

/** A row that cannot be read, as one of another version, must not keep others waiting. */
async function prepare({ handlers, log }: WorkerDeps, job: Job): ReturnType<Handler> {
  const handler = handlers()[job.kind];
  if (handler === undefined) throw new Error(`no handler for ${job.kind}`);
  try {
    return await handler(job);
  } catch (error) {
    log.error('a mail could not be made, and is tried again later', { kind: job.kind, id: job.id, error });
    return { outcome: 'retry', reply: 'This version could not make the mail. The log says why.' };
  }
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
      // Does not keep the process alive: `stop` waits only for its `patience`.
      await wait(WRITE_DOWN_MS.again, undefined, { ref: false });
    }
  }
}

async function finish({ queue, onOutcome }: WorkerDeps, job: Job, outcome: Outcome): Promise<void> {
  await queue.finish(job, outcome);
  onOutcome?.(job.kind, outcome.outcome);
}
