import { sql } from '#kysely';
import type { OutboxKind } from '#server/store/schema.ts';
import type { TestStore } from '#server/fixture.ts';
import { createLog } from '#server/log.ts';
import type { Delivery } from './delivery.ts';
import { createQueue } from './queue.ts';
import { createWorker, type Handler } from './worker.ts';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
export const START = 1_795_000_000_000;

/** A clock that tests set. */
export function clock(time = START) {
  const set = { time, now: () => set.time };
  return set;
}

export async function put({ query }: TestStore, kind: OutboxKind, count = 1, due = START): Promise<number[]> {
  const values = Array.from({ length: count }, () => ({ kind, due_at: due, created_at: due }));
  const rows = await query.insertInto('outbox').values(values).returning('id').execute();
  return rows.map(({ id }) => id);
}

export async function states({ query }: TestStore): Promise<string> {
  const rows = await query.selectFrom('outbox').select('state').orderBy('id').execute();
  return rows.map(({ state }) => state).join(' ');
}

/** As if all leases were that much older. */
export async function ageLeases({ query }: TestStore, ms: number): Promise<void> {
  await query
    .updateTable('outbox')
    .set({ lease_until: sql<number>`lease_until - CAST(${ms} AS BIGINT)` })
    .execute();
}

export function workerOf(
  store: TestStore,
  now: () => number,
  handlers: Partial<Record<OutboxKind, Handler>>,
  atOnce = 10,
) {
  const lines: string[] = [];
  const log = createLog(
    (line) => lines.push(line),
    () => new Date(0),
  );
  const queue = createQueue(store, now, () => 0.5);
  return { worker: createWorker({ queue, handlers, atOnce, log }), lines };
}

/** Ends every job alike, and remembers which it was asked to send. */
export function sending(delivery: Delivery): { sent: number[]; handler: Handler } {
  const sent: number[] = [];
  const handler: Handler =
    async ({ id }) =>
    async () => {
      sent.push(id);
      return delivery;
    };
  return { sent, handler };
}

/** Sends, and notes in `sent` who did; the first delivery lasts until it is told to end. */
export function slow(sent: string[]) {
  const begun = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  const handler =
    (name: string): Handler =>
    async () =>
    async () => {
      sent.push(name);
      begun.resolve();
      if (sent.length === 1) await end.promise;
      return { outcome: 'sent', reply: '' };
    };
  return { handler, begun: begun.promise, end: end.resolve };
}
