import type { Kysely } from '#kysely';
import type { OutboxKind, Tables } from '#server/db/schema.ts';

/**
 * How many of a kind began to leave after `from` and not after `to`, in milliseconds since 1970. With `to` the present,
 * none counts that is from before the clock was put back.
 */
export async function countStarted(
  query: Kysely<Tables>,
  kind: OutboxKind,
  from: number,
  to: number,
): Promise<number> {
  const row = await query
    .selectFrom('outbox')
    .select((outbox) => outbox.fn.countAll<number>().as('n'))
    .where('kind', '=', kind)
    .where('started_at', '>', from)
    .where('started_at', '<=', to)
    .executeTakeFirst();
  return Number(row?.n ?? 0);
}
