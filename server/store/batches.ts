import type { CommitOutcome, NotStored, SubscriptionRow } from './database.ts';

/** Without a row it only tests whether a batch can be stored. */
type Waiting = { row: SubscriptionRow | null; answer(outcome: CommitOutcome): void };

export type BatchLimits = {
  /** Rows that may wait for a batch; beyond it the answer is `overloaded` at once. */
  waiting: number;
  /** Rows per batch. */
  rows: number;
  /**
   * Milliseconds from the beginning of a batch to that of the next, where a batch costs much and a row little:
   * more rows share it. The first row after a pause does not wait.
   */
  apartMs?: number;
};

/** Stores a batch; returns the indexes of rows not stored, or why none was. Never rejects. */
export type StoreBatch = (rows: SubscriptionRow[]) => Promise<readonly number[] | NotStored>;

/**
 * Above this number only half the rows go into a batch: while it is written, this thread handles the others.
 * Otherwise clients, this thread and the database would wait for each other in turn.
 */
const FEW = 24;
/**
 * Milliseconds. If each of the last batches took longer (a slow disk, a remote database), this thread is idle
 * anyway, and a row would wait for several batches: then all go into the next one.
 */
const SLOW_MS = 15;
/** A single one may be a checkpoint. */
const SLOW_BATCHES = 3;
/** Milliseconds. A batch in flight for longer hangs, and blocks all others. */
const HANGS_MS = 1_000;
/** Milliseconds. A disk may start to hang while nobody posts. */
const PROVEN_MS = 10_000;

/**
 * Group commit: one batch for all rows of one turn of the event loop; the next one collects while it is in
 * flight. A single row does not wait for others. `now`: milliseconds of a monotonic clock.
 */
export function createBatches(store: StoreBatch, limits: BatchLimits, now = () => performance.now()) {
  const { apartMs = 0 } = limits;
  const speed = createSpeed(now);
  let waiting: Waiting[] = [];
  let inFlight: Waiting[] | null = null;
  let isScheduled = false;
  /** Why no more rows are accepted. */
  let closed: string | null = null;
  let probing: Promise<CommitOutcome> | null = null;
  const idle = Promise.withResolvers<void>();

  function add(row: SubscriptionRow | null): Promise<CommitOutcome> {
    if (closed !== null) return Promise.resolve({ why: closed });
    if (waiting.length >= limits.waiting) return Promise.resolve({ why: 'overloaded' });
    return new Promise((answer) => {
      waiting.push({ row, answer });
      if (!inFlight) schedule();
    });
  }

  function schedule(): void {
    if (isScheduled) return;
    isScheduled = true;
    afterMs(apartMs - speed.sinceLast(), flush);
  }

  function flush(): void {
    isScheduled = false;
    if (inFlight || waiting.length === 0) return endWhenIdle();
    const all = waiting.length;
    const size = speed.isSlow() || apartMs > 0 ? all : Math.max(FEW, Math.ceil(all / 2));
    inFlight = waiting.splice(0, Math.min(size, limits.rows));
    speed.begin();
    void store(inFlight.flatMap(({ row }) => row ?? [])).then(settle);
  }

  function settle(failed: readonly number[] | NotStored): void {
    const settled = inFlight ?? [];
    inFlight = null;
    speed.end();
    // Before the answers: a slow store must not wait for them too.
    if (speed.isSlow()) flush();
    answerAll(settled, failed);
    // Rows of this turn still join: otherwise an overload would make batches small and many.
    if (!inFlight && waiting.length > 0) schedule();
    endWhenIdle();
  }

  function endWhenIdle(): void {
    if (closed !== null && !inFlight && waiting.length === 0) idle.resolve();
  }

  /** Returns what a batch would return. Concurrent probes share one, to leave the slots to sign-ups. */
  function probe(): Promise<CommitOutcome> {
    if (speed.hangs()) return Promise.resolve({ why: 'hanging' });
    return (probing ??= add(null).finally(() => (probing = null)));
  }

  /** Answers all its rows as not stored, and accepts no more. */
  function giveUp(why: string): void {
    const all = [...(inFlight ?? []), ...waiting];
    [closed, inFlight, waiting] = [why, null, []];
    for (const { answer } of all) answer({ why });
    idle.resolve();
  }

  /** Accepts no more rows, and waits until the accepted ones are answered. */
  function drain(): Promise<void> {
    closed ??= 'closed';
    endWhenIdle();
    return idle.promise;
  }

  return { add, probe, isProven: () => closed === null && speed.isProven(), giveUp, drain };
}

function afterMs(ms: number, run: () => void): void {
  if (ms > 0) setTimeout(run, ms);
  else setImmediate(run);
}

function answerAll(settled: readonly Waiting[], failed: readonly number[] | NotStored): void {
  let place = 0;
  for (const { row, answer } of settled) {
    if ('why' in failed) answer(failed);
    else answer(row !== null && failed.includes(place++) ? { why: 'refused' } : 'stored');
  }
}

/** Measures how fast the store answers. */
function createSpeed(now: () => number) {
  let isUnderWay = false;
  let sentAt = 0;
  let slow = 0;
  const hangs = () => isUnderWay && now() - sentAt > HANGS_MS;
  return {
    begin(): void {
      isUnderWay = true;
      sentAt = now();
    },
    end(): void {
      isUnderWay = false;
      slow = now() - sentAt > SLOW_MS ? slow + 1 : 0;
    },
    isSlow: () => slow >= SLOW_BATCHES,
    sinceLast: () => now() - sentAt,
    hangs,
    /** Whether a batch was sent recently, and none hangs. */
    isProven: () => now() - sentAt < PROVEN_MS && !hangs(),
  };
}
