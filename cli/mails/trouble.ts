import { type Kysely, sql } from '#kysely';
import type { OutboxState, Tables } from '#server/store/schema.ts';

export const TROUBLE = ['held', 'failed', 'unknown'] as const satisfies OutboxState[];
export type Trouble = (typeof TROUBLE)[number];

/** With its words as they stand in the index of such rows, so that both databases use it. */
export const IN_TROUBLE = sql<boolean>`state IN ('held', 'failed', 'unknown')`;

/** How many rows of the outbox wait for the operator, by state. */
export async function countTrouble(query: Kysely<Tables>): Promise<Record<Trouble, number>> {
  const rows = await query
    .selectFrom('outbox')
    .select((row) => ['state', row.fn.countAll<number>().as('n')])
    .where(IN_TROUBLE)
    .groupBy('state')
    .execute();
  const found = new Map<string, number>(rows.map(({ state, n }) => [state, Number(n)]));
  return {
    held: found.get('held') ?? 0,
    failed: found.get('failed') ?? 0,
    unknown: found.get('unknown') ?? 0,
  };
}
