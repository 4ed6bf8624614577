import type { CommitOutcome, NotStored, SubscriptionRow } from './database.ts';

/** Without a row it only asks whether a batch can be stored. */
type Waiting = { row: SubscriptionRow | null; answer(outcome: CommitOutcome): void };

export type BatchLimits = {
  /** Rows that may wait for a place in a batch; beyond it the answer is `overloaded` at once. */
  waiting: number;
  /** Rows of one batch. */
  rows: number;
};

/** Stores the rows of one batch; gives the places of those that were not stored, or why none was. Never rejects. */
export type StoreBatch = (rows: SubscriptionRow[]) => Promise<readonly number[] | NotStored>;

/**
 * Of more than these only half go into a batch: while it is written, this thread deals with the others. With all in
 * one, whoever asks, this thread and the database would wait for each other in turn, each idle for most of the time.
 */
const FEW = 24;
/**
 * Milliseconds. A store that takes longer for each of its last batches (a slow disk, a database far away) leaves this
 * thread idle anyway, and a row would wait for several batches: then all go into the next.
 */
const SLOW_MS = 15;
/** One alone may be a checkpoint. */
const SLOW_BATCHES = 3;
/** Milliseconds. A batch that is in flight for longer hangs, and nothing else is stored meanwhile. */
const HANGS_MS = 1_000;
/** Milliseconds. A disk may begin to hang while nobody posts. */
const PROVEN_MS = 10_000;

/**
 * One batch for all rows of one turn of the event loop; while it is in flight the next one collects. No timer: whoever
 * comes alone is not made to wait for company. `now`: milliseconds of a clock that never goes back.
 */
export function createBatches(store: StoreBatch, limits: BatchLimits, now = () => performance.now()) {
  const speed = createSpeed(now);
  let waiting: Waiting[] = [];
  let inFlight: Waiting[] | null = null;
  let isScheduled = false;
  /** Why no more are taken. */
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
    if (!isScheduled) setImmediate(flush);
    isScheduled = true;
  }

  function flush(): void {
    isScheduled = false;
    if (inFlight || waiting.length === 0) return endWhenIdle();
    const all = waiting.length;
    const size = speed.isSlow() ? all : Math.max(FEW, Math.ceil(all / 2));
    inFlight = waiting.splice(0, Math.min(size, limits.rows));
    speed.begin();
    void store(inFlight.flatMap(({ row }) => row ?? [])).then(settle);
  }

  function settle(failed: readonly number[] | NotStored): void {
    const settled = inFlight ?? [];
    inFlight = null;
    speed.end();
    // Before the answers: a slow store is not kept waiting for them as well.
    if (speed.isSlow()) flush();
    answerAll(settled, failed);
    // Whoever comes in this turn still goes along: in an overload batches would else be small and many.
    if (!inFlight && waiting.length > 0) schedule();
    endWhenIdle();
  }

  function endWhenIdle(): void {
    if (closed !== null && !inFlight && waiting.length === 0) idle.resolve();
  }

  /** What becomes of a batch. All who ask at once share one: anybody may ask, and the places are for addresses. */
  function probe(): Promise<CommitOutcome> {
    if (speed.hangs()) return Promise.resolve({ why: 'hanging' });
    return (probing ??= add(null).finally(() => (probing = null)));
  }

  /** Stores nothing of what it has, and takes no more. */
  function giveUp(why: string): void {
    const all = [...(inFlight ?? []), ...waiting];
    [closed, inFlight, waiting] = [why, null, []];
    for (const { answer } of all) answer({ why });
    idle.resolve();
  }

  /** Takes no more rows and waits until the accepted ones are answered. */
  function drain(): Promise<void> {
    closed ??= 'closed';
    endWhenIdle();
    return idle.promise;
  }

  return { add, probe, isProven: () => closed === null && speed.isProven(), giveUp, drain };
}

function answerAll(settled: readonly Waiting[], failed: readonly number[] | NotStored): void {
  let place = 0;
  for (const { row, answer } of settled) {
    if ('why' in failed) answer(failed);
    else answer(row !== null && failed.includes(place++) ? { why: 'refused' } : 'stored');
  }
}

/** How quickly the store answers. */
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
    hangs,
    /** Whether a batch was sent lately, and none hangs. */
    isProven: () => now() - sentAt < PROVEN_MS && !hangs(),
  };
}
