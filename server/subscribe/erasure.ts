import { createHmac, randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Tables } from '#server/db/schema.ts';

const KEY_NAME = 'erasure-key';

/**
 * What stays of an erased address: a keyed hash, by which an import can be kept from bringing it back. Its key stands in
 * the store and is never rotated, so that it outlives the keys that sign links.
 */
export async function erasureHash(query: Kysely<Tables>, key: string): Promise<string> {
  return createHmac('sha256', await erasureKey(query))
    .update(key)
    .digest('hex');
}

async function erasureKey(query: Kysely<Tables>): Promise<string> {
  const find = () =>
    query.selectFrom('setting').select('value').where('name', '=', KEY_NAME).executeTakeFirst();
  const found = await find();
  if (found) return found.value;
  await query
    .insertInto('setting')
    .values({ name: KEY_NAME, value: randomBytes(32).toString('hex') })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  // Another process may have been first: then its key is the one.
  return (await find())?.value ?? '';
}

/**
 * Deletes all that is kept about an address (`key`: as in the store) in one transaction: subscription, receipts, mails
 * and forwards still to go, contact messages. False when nothing was kept; the hash is written all the same.
 */
export async function eraseByKey(query: Kysely<Tables>, key: string, now: number): Promise<boolean> {
  const hash = await erasureHash(query, key);
  return query.transaction().execute(async (trx) => {
    const rows = await trx.selectFrom('subscription').select('id').where('key', '=', key).execute();
    const written = await trx
      .selectFrom('message')
      .select('id')
      .where((row) => row(row.fn<string>('lower', ['email']), '=', key))
      .execute();
    await removeOutbox(trx, ['confirm', 'forward'], rows);
    await removeOutbox(trx, ['message'], written);
    // Receipts go with the subscription they belong to.
    await trx.deleteFrom('subscription').where('key', '=', key).execute();
    for (const { id } of written) await trx.deleteFrom('message').where('id', '=', id).execute();
    await trx
      .insertInto('erasure')
      .values({ hash, at: now })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return rows.length + written.length > 0;
  });
}

async function removeOutbox(
  trx: Kysely<Tables>,
  kinds: ('confirm' | 'forward' | 'message')[],
  subjects: { id: number }[],
): Promise<void> {
  for (const { id } of subjects) {
    await trx.deleteFrom('outbox').where('subject', '=', id).where('kind', 'in', kinds).execute();
  }
}
