import { type Kysely, sql, type Transaction } from '#kysely';
import type { SubscriptionState } from '#contract/pages.ts';
import type { Delivery } from '#server/outbox/delivery.ts';
import { refusesAddress } from '#server/outbox/replies.ts';
import { stopMails } from '#server/outbox/subject-mails.ts';
import type { Outcome } from '#server/outbox/kind.ts';
import { countRows } from '#server/store/count-rows.ts';
import type { SubscriptionTable, Tables } from '#server/store/schema.ts';
import { readSetting, writeSetting } from '#server/store/stored-setting.ts';
import { skipAnnouncements } from './announced.ts';

// An address that bounced. Stored as `unsubscribed` with a time in `undeliverable_at`: it gets no mail, and a
// new form asks for confirmation again. The time stays until then, so that a form alone brings nobody back.

const UNDELIVERABLE = sql<boolean>`(state = 'unsubscribed' AND undeliverable_at IS NOT NULL)`;
const WHY = 'Mails to this address are refused for good.';

/** Returns the state of a row as shown. */
export function stateOf({
  state,
  undeliverable_at,
}: Pick<SubscriptionTable, 'state' | 'undeliverable_at'>): SubscriptionState {
  return state === 'unsubscribed' && undeliverable_at !== null ? 'undeliverable' : state;
}

/** The same in SQL. */
export const STATE = sql<SubscriptionState>`CASE WHEN ${UNDELIVERABLE} THEN 'undeliverable' ELSE state END`;

export function stateIs(state: SubscriptionState) {
  if (state === 'undeliverable') return UNDELIVERABLE;
  const isState = sql<boolean>`state = ${state}`;
  return state === 'unsubscribed' ? sql<boolean>`(${isState} AND undeliverable_at IS NULL)` : isState;
}

/**
 * Marks addresses that a mail server refused for good: they get no more mail. Skips people who left: they get
 * none anyway. Returns the ids of the newly undeliverable.
 */
export async function markUndeliverable(
  trx: Transaction<Tables>,
  ids: readonly number[],
  now: number,
): Promise<number[]> {
  if (ids.length === 0) return [];
  const rows = await trx
    .updateTable('subscription')
    .set({ state: 'unsubscribed', undeliverable_at: now })
    .where('id', 'in', ids)
    .where('state', 'in', ['pending', 'confirmed'])
    .returning('id')
    .execute();
  const marked = rows.map(({ id }) => id);
  await stopMails(trx, marked, now, WHY);
  await skipAnnouncements(trx, marked, now, WHY);
  return marked;
}

/** Sends a mail to this person. If the address is refused for good, the mail is skipped, not failed. */
export function sendOrGiveUp(
  { query, now }: { query: Kysely<Tables>; now: () => number },
  person: number,
  send: () => Promise<Delivery>,
): () => Promise<Outcome> {
  return async () => {
    const delivery = await send();
    if (delivery.outcome !== 'failed' || !refusesAddress(delivery.reply)) return delivery;
    await query.transaction().execute((trx) => markUndeliverable(trx, [person], now()));
    return { outcome: 'skipped', reply: delivery.reply };
  };
}

/** Restores undeliverable people who posted a form but did not confirm. */
export async function staysUndeliverable(
  trx: Transaction<Tables>,
  people: readonly { id: number }[],
): Promise<void> {
  await trx
    .updateTable('subscription')
    .set({ state: 'unsubscribed' })
    .where(
      'id',
      'in',
      people.map(({ id }) => id),
    )
    .where('state', '=', 'pending')
    .where('undeliverable_at', 'is not', null)
    .execute();
}

/** The setting with the time an owner last dismissed the count. */
const CLEARED = 'undeliverable-cleared';

/** Counts people who bounced since an owner last dismissed the count. */
export async function countNewUndeliverable(query: Kysely<Tables>): Promise<number> {
  const cleared = Number(await readSetting(query, CLEARED));
  return countRows(
    query.selectFrom('subscription').where(UNDELIVERABLE).where('undeliverable_at', '>', cleared),
  );
}

/** Dismisses the bounces until `now`. */
export function clearUndeliverable(query: Kysely<Tables>, now: number): Promise<void> {
  return writeSetting(query, CLEARED, String(now));
}
