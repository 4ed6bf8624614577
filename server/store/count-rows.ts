import { type SelectQueryBuilder, sql } from '#kysely';

/** Counts the rows of a query without a selection. */
export async function countRows<DB, TB extends keyof DB, O>(
  rows: SelectQueryBuilder<DB, TB, O>,
): Promise<number> {
  const { n } = (await rows.select(sql<number>`count(*)`.as('n')).executeTakeFirstOrThrow()) as { n: number };
  return Number(n);
}
