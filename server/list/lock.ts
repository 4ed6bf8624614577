import type { Transaction } from '#kysely';
import type { Tables } from '#server/store/schema.ts';

/**
 * Changes nothing, but whoever posts one of these addresses waits from here on, and what is read next is what they had
 * done until then.
 */
export async function lockPeople(trx: Transaction<Tables>, ids: readonly number[]): Promise<void> {
  await trx
    .updateTable('subscription')
    .set((row) => ({ state: row.ref('state') }))
    .where('id', 'in', ids)
    .execute();
}
