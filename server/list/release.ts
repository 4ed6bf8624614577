import type { Kysely } from '#kysely';
import { NEWS } from '#contract/newsletter.ts';
import { type SubscriptionState } from '#contract/pages.ts';
import type { Tables } from '#server/store/schema.ts';
import { becomeConfirmed } from './confirm.ts';
import { find } from './find.ts';
import { keepReceipts } from './receipts.ts';
import { type FollowUp, formPageOf, mustConfirm } from './subscribe.ts';
import { stateOf } from './undeliverable.ts';

export type Released = { ok: true; state: SubscriptionState } | { ok: false; code: 'unknown' | 'not-held' };

/**
 * Approves a suspected bot's sign-up: does what a post normally does at once. `key`: as stored. Returns the
 * resulting state.
 */
export async function release(
  query: Kysely<Tables>,
  key: string,
  { doubleOptIn, forward }: FollowUp,
  now: number,
): Promise<Released> {
  return query.transaction().execute(async (trx) => {
    const row = await trx
      .updateTable('subscription')
      .set({ suspect: null })
      .where('key', '=', key)
      .where('suspect', 'is not', null)
      .returning(['id', 'state', 'undeliverable_at', 'consent', 'language', 'created_at'])
      .executeTakeFirst();
    if (row === undefined) return { ok: false, code: (await find(trx, { key })) ? 'not-held' : 'unknown' };
    const { id, state, created_at: at } = row;
    if (state !== 'pending') return { ok: true, state: stateOf(row) };
    const interest = await trx
      .selectFrom('interest')
      .select('product')
      .where('subscription_id', '=', id)
      .where('at', '=', at)
      .executeTakeFirst();
    const product = interest?.product ?? null;
    const topic = product === NEWS ? NEWS : null;
    const asksFirst = mustConfirm(product, doubleOptIn);
    // They consented when they sent the form, not now.
    await keepReceipts(trx, 'given', [{ ...row, at }], formPageOf(product), topic);
    if (!asksFirst) await becomeConfirmed(trx, [id], now);
    const kinds = [...(asksFirst ? (['confirm'] as const) : []), ...(forward ? (['forward'] as const) : [])];
    for (const kind of kinds)
      await trx.insertInto('outbox').values({ kind, subject_id: id, due_at: now, created_at: now }).execute();
    return { ok: true, state: asksFirst ? 'pending' : 'confirmed' };
  });
}
