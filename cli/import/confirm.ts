import type { Kysely } from '#kysely';
import { becomeConfirmed } from '#server/list/confirm.ts';
import { erasedOf } from '#server/list/erase.ts';
import { NEVER_LEFT } from '#server/list/left.ts';
import type { Tables } from '#server/store/schema.ts';
import type { Store } from '../store.ts';
import { keepReceipts, tryAgain } from './add.ts';

/** Of these keys: who waits to be confirmed, suspects too. Who had left or was erased comes back by a mail alone. */
export async function waitingOf(
  query: Kysely<Tables>,
  keys: readonly string[],
): Promise<{ id: number; key: string }[]> {
  const rows = await query
    .selectFrom('subscription')
    .select(['id', 'key'])
    .where('key', 'in', keys)
    .where('state', '=', 'pending')
    .where(NEVER_LEFT)
    .execute();
  if (rows.length === 0) return [];
  const erased = await erasedOf(
    query,
    rows.map(({ key }) => key),
  );
  return rows.filter(({ key }) => !erased.has(key));
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
      const rows = await becomeConfirmed(
        trx,
        waiting.map(({ id }) => id),
        now,
      );
      if (rows.length > 0) await keepReceipts(trx, rows, () => now);
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
