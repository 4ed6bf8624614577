import type { CommitOutcome, NotStored, SubscriptionRow } from './database.ts';

/** Without a row it only asks whether a batch can be stored. */
type Waiting = { row: SubscriptionRow | null; answer(outcome: CommitOutcome): void };

export type BatchLimits = {
  /** Rows that may wait for a place in a batch; beyond it the answer is `overloaded` at once. */
  waiting: number;
  /** Rows of one batch. */
  rows: number;
};

export type Batches = {
  waiting: Waiting[];
  inFlight: Waiting[] | null;
  scheduled: boolean;
  /** Why no more are taken. */
  closed: string | null;
  probing: Promise<CommitOutcome> | null;
  /** Milliseconds, when the batch in flight was sent. */
  sentAt: number;
  /** Batches one after the other, up to now, that took long. */
  slow: number;
  limits: BatchLimits;
  now: () => number;
  /** Takes the rows of one batch; `settle` tells how it went. */
  send(rows: SubscriptionRow[]): void;
  onIdle(): void;
};

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
/** Milliseconds. A batch that is in flight for longer hangs, and nothing else is stored meanwhile. */
const HANGS_MS = 1_000;
/** Milliseconds. A disk may begin to hang while nobody posts. */
const PROVEN_MS = 10_000;
/** One alone may be a checkpoint. */
const SLOW_BATCHES = 3;

/** `now`: milliseconds of a clock that never goes back. */
export function createBatches(
  send: (rows: SubscriptionRow[]) => void,
  limits: BatchLimits,
  now: () => number,
): Batches {
  const state = {
    waiting: [],
    inFlight: null,
    scheduled: false,
    closed: null,
    probing: null,
    sentAt: 0,
    slow: 0,
  };
  return { ...state, limits, now, send, onIdle: () => {} };
}

/**
 * One batch for all rows of one turn of the event loop; while it is in flight the next one collects. No timer:
 * whoever comes alone is not made to wait for company.
 */
export function enqueue(batches: Batches, row: SubscriptionRow | null): Promise<CommitOutcome> {
  if (batches.closed !== null) return Promise.resolve({ why: batches.closed });
  if (batches.waiting.length >= batches.limits.waiting) return Promise.resolve({ why: 'overloaded' });
  return new Promise((answer) => {
    batches.waiting.push({ row, answer });
    if (batches.scheduled || batches.inFlight) return;
    batches.scheduled = true;
    setImmediate(flush, batches);
  });
}

function flush(batches: Batches): void {
  batches.scheduled = false;
  if (batches.inFlight) return;
  if (batches.waiting.length === 0) return batches.onIdle();
  batches.inFlight = batches.waiting.splice(0, sizeOfNext(batches));
  batches.sentAt = batches.now();
  batches.send(batches.inFlight.flatMap(({ row }) => row ?? []));
}

function sizeOfNext(batches: Batches): number {
  const all = batches.waiting.length;
  return Math.min(isSlow(batches) ? all : Math.max(FEW, Math.ceil(all / 2)), batches.limits.rows);
}

function isSlow({ slow }: Batches): boolean {
  return slow >= SLOW_BATCHES;
}

/** What becomes of a batch. All who ask at once share one: anybody may ask, and the places are for addresses. */
export function probe(batches: Batches): Promise<CommitOutcome> {
  if (hangs(batches)) return Promise.resolve({ why: 'hanging' });
  return (batches.probing ??= enqueue(batches, null).finally(() => (batches.probing = null)));
}

/** Whether a batch was sent lately, and none hangs. */
export function isProven(batches: Batches): boolean {
  return batches.now() - batches.sentAt < PROVEN_MS && !hangs(batches);
}

function hangs({ inFlight, sentAt, now }: Batches): boolean {
  return inFlight !== null && now() - sentAt > HANGS_MS;
}

/** Answers the batch in flight; `failed` holds the places of the rows in it that were not stored, or why none was. */
export function settle(batches: Batches, failed: readonly number[] | NotStored): void {
  const settled = batches.inFlight ?? [];
  batches.inFlight = null;
  batches.slow = batches.now() - batches.sentAt > SLOW_MS ? batches.slow + 1 : 0;
  // Before the answers: a slow store is not kept waiting for them as well.
  if (isSlow(batches) && batches.waiting.length > 0) flush(batches);
  let place = 0;
  for (const { row, answer } of settled) {
    if ('why' in failed) answer(failed);
    else answer(row !== null && failed.includes(place++) ? { why: 'refused' } : 'stored');
  }
  if (batches.inFlight) return;
  if (batches.waiting.length === 0) return flush(batches);
  // Whoever comes in this turn still goes along: in an overload batches would else be small and many.
  batches.scheduled = true;
  setImmediate(flush, batches);
}

/** Stores nothing of what it has, and takes no more. */
export function giveUp(batches: Batches, why: string): void {
  const all = [...(batches.inFlight ?? []), ...batches.waiting];
  batches.closed = why;
  batches.inFlight = null;
  batches.waiting = [];
  for (const { answer } of all) answer({ why });
  batches.onIdle();
}

/** Takes no more rows and waits until the accepted ones are answered. */
export function drain(batches: Batches): Promise<void> {
  batches.closed = 'closed';
  return new Promise((resolve) => {
    batches.onIdle = resolve;
    if (!batches.inFlight && !batches.scheduled) resolve();
  });
}
