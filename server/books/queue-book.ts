import { type Kysely, sql } from '#kysely';
import type { Interest } from '#contract/subscribe.ts';
import { bookMailTo, LEFT_SINCE, mayGetBook } from '#server/store/known-subscription.ts';
import type { Tables } from '#server/store/schema.ts';

/**
 * Queues the books that people have asked for whose addresses have just been confirmed. `trx`: the transaction of that.
 * Who had left and came back without asking for a book gets none.
 */
export async function queueBooks(
  trx: Kysely<Tables>,
  ids: readonly number[],
  books: readonly Interest[],
): Promise<void> {
  if (ids.length === 0 || books.length === 0) return;
  await sql`${sql.raw(bookMailTo('i.product', 's.confirmed_at', 's.confirmed_at'))}
    JOIN interest i ON i.subscription_id = s.id
    WHERE s.id IN (${sql.join(ids)}) AND i.product IN (${sql.join(books)})
      AND ${sql.raw(mayGetBook('i.product', 's.confirmed_at'))} AND NOT ${sql.raw(LEFT_SINCE)}
    ORDER BY s.id, i.product`.execute(trx);
}
