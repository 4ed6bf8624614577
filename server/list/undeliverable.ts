import { type Kysely, sql, type Transaction } from '#kysely';
import type { SubscriptionState } from '#contract/pages.ts';
import type { Delivery } from '#server/outbox/delivery.ts';
import { stopMails } from '#server/outbox/subject-mails.ts';
import type { Outcome } from '#server/outbox/queue.ts';
import { countRows } from '#server/store/count-rows.ts';
import type { SubscriptionTable, Tables } from '#server/store/schema.ts';
import { readSetting, writeSetting } from '#server/store/stored-setting.ts';
import { skipAnnouncements } from './announced.ts';

// An address that mails cannot reach. In the store it is `unsubscribed` with a time in `undeliverable_at`: nothing is sent to
// it, and a form with it asks for a confirmation anew. The time stays until then, so that a form alone brings nobody back.

const UNDELIVERABLE = sql<boolean>`(state = 'unsubscribed' AND undeliverable_at IS NOT NULL)`;
const WHY = 'Mails to this address are refused for good.';

/** The state of a row, for whoever reads it. */
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
 * A mail server has refused these addresses for good: nothing is sent to them any more. Not who has left: they get nothing
 * anyway. Returns the ids of those who are undeliverable from now on.
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

/** Sends a mail to this person. Where the address is refused for good, that is its end, and no failure to mend. */
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

/** A form was sent with these addresses, and nobody has confirmed it: they are undeliverable as before. */
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

/** When an owner last cleared the line that counts them. */
const CLEARED = 'undeliverable-cleared';

/** How many could not be reached since an owner last cleared their line. */
export async function countNewUndeliverable(query: Kysely<Tables>): Promise<number> {
  const cleared = Number(await readSetting(query, CLEARED));
  return countRows(
    query.selectFrom('subscription').where(UNDELIVERABLE).where('undeliverable_at', '>', cleared),
  );
}

/** Those until `now` have been seen. */
export function clearUndeliverable(query: Kysely<Tables>, now: number): Promise<void> {
  return writeSetting(query, CLEARED, String(now));
}

/** What is said by mail servers that do not number their reasons. */
const NOBODY_THERE =
  /\b(?:no such|unknown) (?:user|mailbox|recipient|address)\b|\b(?:user|mailbox|recipient)\b.{0,20}(?:\bunknown|not found|does(?: not|n.t) exist)\b/i;

/**
 * RFC 3463: no such mailbox (1), domain (2) or address (3), moved away (6), a domain without mail (10). Not 5.1.7 and
 * 5.1.8, which are about the sender, nor a bare 550: many refuse us with it.
 */
const NO_SUCH_ADDRESS = /^5\.1\.(?:1|2|3|6|10)$/;

/** Whether a mail server that replied so has refused the address itself, for good. */
export function refusesAddress(reply: string): boolean {
  const [refused, status] = /^55\d[ -](?:(5\.\d\.\d{1,3})\b)?/.exec(reply) ?? [];
  if (refused === undefined) return false;
  return status === undefined ? NOBODY_THERE.test(reply) : isNoSuchAddress(status);
}

/** Whether an enhanced status, e.g. 5.1.1, says so. */
export function isNoSuchAddress(status: string): boolean {
  return NO_SUCH_ADDRESS.test(status);
}
