import type { Kysely } from '#kysely';
import { INTERESTS } from '#contract/subscribe.ts';
import { queueBooks } from '#server/books/queue-book.ts';
import type { Tables } from '#server/store/schema.ts';
import { NEVER_LEFT } from '../left.ts';
import type { Store } from '../store.ts';
import { erasedOf, keepReceipts, tryAgain } from './add.ts';

/** Of these keys: who waits to be confirmed, suspects too. Who had left or was erased comes back by a mail alone. */
export async function waitingOf(query: Kysely<Tables>, keys: readonly string[]): Promise<string[]> {
  const rows = await query
    .selectFrom('subscription')
    .select('key')
    .where('key', 'in', keys)
    .where('state', '=', 'pending')
    .where(NEVER_LEFT)
    .execute();
  if (rows.length === 0) return [];
  const waiting = rows.map(({ key }) => key);
  const erased = await erasedOf(query, waiting);
  return waiting.filter((key) => !erased.has(key));
}

/**
 * Confirms those of `keys` who wait for it, each with a receipt, and gives their keys. A transaction of its own: one that
 * adds others as well would lock rows out of their order.
 */
export async function confirmWaiting(
  { kind, query }: Pick<Store, 'kind' | 'query'>,
  keys: readonly string[],
  now: number,
): Promise<string[]> {
  return tryAgain(() =>
    query.transaction().execute(async (trx) => {
      if (kind === 'postgres') await lockInOrder(trx, keys);
      const waiting = await waitingOf(trx, keys);
      if (waiting.length === 0) return [];
      const rows = await trx
        .updateTable('subscription')
        .set({ state: 'confirmed', confirmed_at: now, suspect: null })
        .where('key', 'in', waiting)
        // Not who came since the lock, and has left already.
        .where('state', '=', 'pending')
        .returning(['id', 'key', 'language'])
        .execute();
      if (rows.length === 0) return [];
      await keepReceipts(trx, rows, () => now);
      await queueTheirBooks(
        trx,
        rows.map(({ id }) => id),
      );
      return rows.map(({ key }) => key);
    }),
  );
}

/** As the intake does, so that neither waits in a circle for the other; and what is read next is what others did until then. */
async function lockInOrder(trx: Kysely<Tables>, keys: readonly string[]): Promise<void> {
  await trx
    .selectFrom('subscription')
    .select('id')
    .where('key', 'in', keys)
    .orderBy('key')
    .forNoKeyUpdate()
    .execute();
}

/** What was promised for when they confirm: their link would find that they are confirmed, and send nothing. */
async function queueTheirBooks(trx: Kysely<Tables>, ids: readonly number[]): Promise<void> {
  const rows = await trx
    .selectFrom('interest')
    .select('subscription_id as id')
    .distinct()
    .where('subscription_id', 'in', ids)
    .execute();
  // Whichever is handed out: the mails of others are skipped.
  for (const { id } of rows) await queueBooks(trx, id, INTERESTS);
}
