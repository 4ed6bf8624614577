import type { Kysely, Transaction } from '#kysely';
import { NEWS } from '#contract/newsletter.ts';
import { PATHS } from '#contract/pages.ts';
import { skipAnnouncements } from './announced.ts';
import { stopMails } from '#server/outbox/subject-mails.ts';
import type { Tables } from '#server/store/schema.ts';
import { keepReceipts, WITHDRAWN_AT } from './receipts.ts';

const HAS_LEFT = 'The person has left.';

/** `suppressed`: said "that was not me". `at`: milliseconds since 1970. */
export type Leaving = { id: number; state: 'unsubscribed' | 'suppressed'; at: number };

/**
 * Handles the unsubscribe link; safe to repeat. Also "that was not me": an address that was never confirmed
 * is suppressed, whoever posts it again.
 */
export async function leave(query: Kysely<Tables>, id: number, now: number): Promise<void> {
  await query.transaction().execute(async (trx) => void (await leaveIn(trx, id, now)));
}

/**
 * The same in a transaction; `saidAt`: when they said so, if earlier. Returns false if they had left by then,
 * or have come back since.
 */
export async function leaveIn(
  trx: Transaction<Tables>,
  id: number,
  now: number,
  saidAt = Infinity,
): Promise<boolean> {
  await lockPeople(trx, [id]);
  const row = await trx
    .selectFrom('subscription')
    .select(['state', 'undeliverable_at', 'confirmed_at', WITHDRAWN_AT.as('withdrawn_at')])
    .where('id', '=', id)
    .where((person) =>
      person.or([
        person('state', 'in', ['pending', 'confirmed']),
        person('undeliverable_at', 'is not', null),
      ]),
    )
    .executeTakeFirst();
  if (!row || Math.max(Number(row.withdrawn_at), row.confirmed_at ?? 0) >= saidAt) return false;
  const neverCounted = row.confirmed_at === null && row.state !== 'confirmed' && row.withdrawn_at === null;
  await takeOff(trx, [{ id, state: neverCounted ? 'suppressed' : 'unsubscribed', at: now }]);
  return true;
}

/** A no-op update that locks the rows: posts of these addresses wait, and earlier ones are read next. */
export async function lockPeople(trx: Transaction<Tables>, ids: readonly number[]): Promise<void> {
  await trx
    .updateTable('subscription')
    .set((row) => ({ state: row.ref('state') }))
    .where('id', 'in', ids)
    .execute();
}

/** Unsubscribes these people, each with a receipt unless there is one, and cancels what is still queued. */
export async function takeOff(trx: Transaction<Tables>, leaving: readonly Leaving[]): Promise<void> {
  for (const { id, state, at } of leaving) {
    const { withdrawn_at, ...person } = await trx
      .updateTable('subscription')
      .set({ state, left_at: at, undeliverable_at: null })
      .where('id', '=', id)
      .returning(['id', 'consent', 'language', WITHDRAWN_AT.as('withdrawn_at')])
      .executeTakeFirstOrThrow();
    // A return by another form brings no newsletter back.
    await trx.deleteFrom('interest').where('subscription_id', '=', id).where('product', '=', NEWS).execute();
    if (withdrawn_at !== at) await keepReceipts(trx, 'withdrawn', [{ ...person, at }], PATHS.soon);
    await stopMails(trx, [id], at, HAS_LEFT);
    await skipAnnouncements(trx, [id], at, HAS_LEFT);
  }
}
