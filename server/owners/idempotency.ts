import type { Kysely } from '#kysely';
import type { Tables } from '#server/store/schema.ts';

/** After this time without an answer the request counts as abandoned. */
const ABANDONED_MS = 60_000;

type Key = { owner: number; key: string };

/** `request`: identifies the request. `again`: it was done, with this answer. */
type Begun =
  | { state: 'new' }
  | { state: 'again'; answer: string }
  | { state: 'under-way' }
  /** Another request was sent under this key. */
  | { state: 'other' };

/** Kept for a day, see retain.ts. */
export async function beginOnce(
  query: Kysely<Tables>,
  { owner, key, request, now }: Key & { request: string; now: number },
): Promise<Begun> {
  const row = { owner_id: owner, key, request, at: now };
  const { numInsertedOrUpdatedRows = 0n } = await query
    .insertInto('idempotency')
    .values(row)
    .onConflict((conflict) => conflict.columns(['owner_id', 'key']).doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows > 0n) return { state: 'new' };
  const found = await query
    .selectFrom('idempotency')
    .selectAll()
    .where('owner_id', '=', owner)
    .where('key', '=', key)
    .executeTakeFirst();
  if (found === undefined) return { state: 'under-way' };
  if (found.request !== request) return { state: 'other' };
  if (found.answer !== null) return { state: 'again', answer: found.answer };
  const { numUpdatedRows } = await query
    .updateTable('idempotency')
    .set({ at: now })
    .where('owner_id', '=', owner)
    .where('key', '=', key)
    .where('answer', 'is', null)
    .where('at', '<', now - ABANDONED_MS)
    .executeTakeFirst();
  return { state: numUpdatedRows > 0n ? 'new' : 'under-way' };
}

/** `answer` null: it was not done, and may be retried. */
export async function endOnce(
  query: Kysely<Tables>,
  { owner, key }: Key,
  answer: string | null,
): Promise<void> {
  if (answer === null)
    await query.deleteFrom('idempotency').where('owner_id', '=', owner).where('key', '=', key).execute();
  else
    await query
      .updateTable('idempotency')
      .set({ answer })
      .where('owner_id', '=', owner)
      .where('key', '=', key)
      .execute();
}
