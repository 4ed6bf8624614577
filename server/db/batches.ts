import type { SqlValue } from './messages.ts';

/** `unavailable`: not known to be stored, so it must not be acknowledged. */
export type CommitOutcome = 'stored' | 'unavailable';

type Waiting = { values: SqlValue[]; answer(outcome: CommitOutcome): void };

export type Batches = {
  waiting: Waiting[];
  inFlight: Waiting[] | null;
  scheduled: boolean;
  closed: boolean;
  /** Rows that may wait for a place in a batch. */
  limit: number;
  /** Takes the values of all rows of one batch; `settle` tells how it went. */
  send(values: SqlValue[]): void;
  onIdle(): void;
};

/**
 * Of more than these only half go into a batch: while it is written, this thread deals with the others. With all in
 * one, whoever asks, this thread and the database would wait for each other in turn, each idle for most of the time.
 */
const FEW = 24;

export function createBatches(send: (values: SqlValue[]) => void, limit: number): Batches {
  return { waiting: [], inFlight: null, scheduled: false, closed: false, limit, send, onIdle: () => {} };
}

/**
 * One batch for all rows of one turn of the event loop; while it is in flight the next one collects. No timer:
 * whoever comes alone is not made to wait for company. An empty row only asks whether a batch can be stored.
 */
export function enqueue(batches: Batches, values: SqlValue[]): Promise<CommitOutcome> {
  if (batches.closed || batches.waiting.length >= batches.limit) return Promise.resolve('unavailable');
  return new Promise((answer) => {
    batches.waiting.push({ values, answer });
    if (batches.scheduled || batches.inFlight) return;
    batches.scheduled = true;
    setImmediate(flush, batches);
  });
}

function flush(batches: Batches): void {
  batches.scheduled = false;
  if (batches.inFlight) return;
  if (batches.waiting.length === 0) return batches.onIdle();
  batches.inFlight = batches.waiting.splice(0, Math.max(FEW, Math.ceil(batches.waiting.length / 2)));
  const all: SqlValue[] = [];
  for (const { values } of batches.inFlight) for (const value of values) all.push(value);
  batches.send(all);
}

/** Answers the batch in flight; `failed` holds the places of the rows in it that were not stored. */
export function settle(batches: Batches, failed: readonly number[] | 'all'): void {
  const settled = batches.inFlight ?? [];
  batches.inFlight = null;
  let place = 0;
  for (const row of settled) {
    const lost = failed === 'all' || (row.values.length > 0 && failed.includes(place++));
    row.answer(lost ? 'unavailable' : 'stored');
  }
  if (batches.waiting.length === 0) return flush(batches);
  // Whoever comes in this turn still goes along: in an overload batches would else be small and many.
  batches.scheduled = true;
  setImmediate(flush, batches);
}

/** Answers everything `unavailable`, now and from now on. */
export function giveUp(batches: Batches): void {
  const rows = [...(batches.inFlight ?? []), ...batches.waiting];
  batches.closed = true;
  batches.inFlight = null;
  batches.waiting = [];
  for (const row of rows) row.answer('unavailable');
  batches.onIdle();
}

/** Takes no more rows and waits until the accepted ones are answered. */
export function drain(batches: Batches): Promise<void> {
  batches.closed = true;
  return new Promise((resolve) => {
    batches.onIdle = resolve;
    if (!batches.inFlight && !batches.scheduled) resolve();
  });
}
