import type { Kysely } from '#kysely';
import type { CounterTable, Tables } from '#server/store/schema.ts';
import { IN_TROUBLE, IS_OPEN } from '#server/outbox/conditions.ts';

/** What the store says of itself. */
export type StoreFigures = {
  /** Rows of `subscription` by state; suspects by themselves. */
  subscribers: Record<CounterTable['name'], number>;
  /** Rows of the outbox that are not done, and those that need a person; at most `MOST_COUNTED` each. */
  outbox: { open: number; trouble: number };
};

/** Counting takes longer the more there is, and others wait for it. */
export const MOST_COUNTED = 100_000;

/** @throws what the store throws. */
export async function readFigures(query: Kysely<Tables>): Promise<StoreFigures> {
  const subscribers = { pending: 0, confirmed: 0, unsubscribed: 0, suppressed: 0, suspect: 0 };
  for (const { name, n } of await query.selectFrom('counter').selectAll().execute()) subscribers[name] = n;
  const [open, trouble] = [await count(query, IS_OPEN), await count(query, IN_TROUBLE)];
  return { subscribers, outbox: { open, trouble } };
}

async function count(query: Kysely<Tables>, condition: typeof IS_OPEN): Promise<number> {
  const row = await query
    .selectFrom((rows) =>
      rows.selectFrom('outbox').select('id').where(condition).limit(MOST_COUNTED).as('some'),
    )
    .select((some) => some.fn.countAll<number>().as('n'))
    .executeTakeFirst();
  return Number(row?.n ?? 0);
}
