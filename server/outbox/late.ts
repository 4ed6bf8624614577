import type { Kysely } from '#kysely';
import type { Tables } from '#server/store/schema.ts';
import { IS_OPEN } from './conditions.ts';

/** How many rows have been due since before `due`, and wait all the same. */
export async function countLate(query: Kysely<Tables>, due: number): Promise<number> {
  const { n } = await query
    .selectFrom('outbox')
    .select((row) => row.fn.countAll<number>().as('n'))
    .where(IS_OPEN)
    .where('state', 'in', ['queued', 'retry'])
    .where('due_at', '<', due)
    .where('created_at', '<', due)
    .executeTakeFirstOrThrow();
  return Number(n);
}
