import type { Kysely } from '#kysely';
import type { Tables } from '#server/store/schema.ts';

/** After so long without an answer whoever did it is gone. */
const ABANDONED_MS = 60_000;

type Key = { owner: number; key: string };

/** `request`: what tells one request from another. `again`: it was done, and this is what was answered. */
type Begun =
  | { state: 'new' }
  | { state: 'again'; answer: string }
  | { state: 'under-way' }
  /** Something else was sent under this key. */
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

/** `answer` null: it was not done, and may be tried again. */
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
