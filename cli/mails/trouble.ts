import { type Kysely, type RawBuilder, sql } from '#kysely';
import { IN_TROUBLE } from '#server/outbox/queue.ts';
import type { Tables } from '#server/store/schema.ts';

export const TROUBLE = ['held', 'failed', 'unknown'] as const;
export type Trouble = (typeof TROUBLE)[number];

/** Of a row in trouble: what of it. */
export function troubleOf(table: string = 'outbox'): RawBuilder<Trouble> {
  return sql`CASE WHEN ${sql.ref(`${table}.held_at`)} IS NOT NULL THEN 'held' ELSE ${sql.ref(`${table}.state`)} END`;
}

/** How many rows of the outbox wait for the operator, by state. */
export async function countTrouble(query: Kysely<Tables>): Promise<Record<Trouble, number>> {
  const rows = await query
    .selectFrom('outbox')
    .select((row) => [troubleOf().as('trouble'), row.fn.countAll<number>().as('n')])
    .where(IN_TROUBLE)
    .groupBy('trouble')
    .execute();
  const found = new Map<string, number>(rows.map(({ trouble, n }) => [trouble, Number(n)]));
  return {
    held: found.get('held') ?? 0,
    failed: found.get('failed') ?? 0,
    unknown: found.get('unknown') ?? 0,
  };
}
