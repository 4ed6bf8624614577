import { type SelectQueryBuilder, sql } from '#kysely';

/** How many rows a query finds that selects nothing yet. */
export async function countRows<DB, TB extends keyof DB, O>(
  rows: SelectQueryBuilder<DB, TB, O>,
): Promise<number> {
  const { n } = (await rows.select(sql<number>`count(*)`.as('n')).executeTakeFirstOrThrow()) as { n: number };
  return Number(n);
}
