import { NEWS } from '#contract/newsletter.ts';
import { PATHS } from '#contract/pages.ts';
import { type Kysely, sql, type Transaction } from '#kysely';
import type { Language } from '#contract/language.ts';
import { HAS_BOOK } from '#server/outbox/conditions.ts';
import { isBeforeOpening } from '#server/stage/opening.ts';
import type { Tables } from '#server/store/schema.ts';
import { isLetter, IS_WAITING, NO_NEWS, skipAnnouncements } from './announced.ts';
import { lockPeople, takeOff } from './leave.ts';
import { keepReceipts } from './receipts.ts';

/** A condition: this row of `subscription` gets the newsletter, once confirmed. */
export const getsNews = (subscription: string) => sql<boolean>`EXISTS (SELECT 1 FROM interest n
  WHERE n.subscription_id = ${sql.ref(`${subscription}.id`)} AND n.product = ${NEWS}
    AND ${sql.ref(`${subscription}.state`)} = 'confirmed')`;

/** Since when somebody gets the newsletter, in milliseconds since 1970; null: they do not. */
export async function getsNewsSince(query: Kysely<Tables>, id: number): Promise<number | null> {
  const row = await query
    .selectFrom('interest')
    .innerJoin('subscription', 'subscription.id', 'interest.subscription_id')
    .select('at')
    .where('subscription_id', '=', id)
    .where('product', '=', NEWS)
    .where('state', '=', 'confirmed')
    .executeTakeFirst();
  return row === undefined ? null : Number(row.at);
}

/** `version`: of the words agreed to; null: unknown. */
type Agreed = { version: string | null; language: Language };

/**
 * A confirmed person says yes to the newsletter; safe to repeat. Behind a link that only their mailbox got, so the
 * address needs no other proof. Returns false if they have left, or are to confirm first.
 */
export async function joinNews(
  query: Kysely<Tables>,
  id: number,
  { version, language }: Agreed,
  now: number,
): Promise<boolean> {
  return query.transaction().execute(async (trx) => {
    await lockPeople(trx, [id]);
    const person = await trx
      .selectFrom('subscription')
      .select('id')
      .where('id', '=', id)
      .where('state', '=', 'confirmed')
      .where('suspect', 'is', null)
      .executeTakeFirst();
    if (person === undefined) return false;
    if ((await addReaders(trx, [id], now)) === 0n) return true;
    const agreeing = [{ id, consent: version, language, at: now }];
    for (const event of ['given', 'confirmed'] as const)
      await keepReceipts(trx, event, agreeing, PATHS.soon, NEWS);
    return true;
  });
}

/** People whose address has just been proved by its link, and who asked for the newsletter before: it is theirs now. */
export async function confirmNews(
  trx: Transaction<Tables>,
  ids: readonly number[],
  now: number,
): Promise<void> {
  if (ids.length === 0) return;
  const readers = await trx
    .selectFrom('interest')
    .select('subscription_id as id')
    .where('subscription_id', 'in', ids)
    .where('product', '=', NEWS)
    .execute();
  for (const { id } of readers)
    await keepReceipts(trx, 'confirmed', [{ ...(await agreedBy(trx, id)), id, at: now }], PATHS.soon, NEWS);
}

/** Takes the newsletter from pending people who are confirmed without their link: whoever posted them asked for it. */
export async function forgetUnproved(trx: Transaction<Tables>, ids: readonly number[]): Promise<void> {
  await trx.deleteFrom('interest').where('subscription_id', 'in', ids).where('product', '=', NEWS).execute();
}

/** Gives confirmed people the newsletter, without their receipts. Returns how many did not get it. */
export async function addReaders(
  trx: Transaction<Tables>,
  ids: readonly number[],
  at: number,
): Promise<bigint> {
  const { numInsertedOrUpdatedRows = 0n } = await trx
    .insertInto('interest')
    .values(ids.map((id) => ({ subscription_id: id, product: NEWS, at })))
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows;
}

/**
 * Ends the newsletter alone; safe to repeat. Whoever then waits for nothing more has left the list. Returns whether
 * they are still on it.
 */
export async function leaveNews(query: Kysely<Tables>, id: number, now: number): Promise<boolean> {
  return query.transaction().execute(async (trx) => {
    await lockPeople(trx, [id]);
    const wasReader = await endNews(trx, id, now);
    const person = await trx
      .selectFrom('subscription')
      .select(['state', WAITS_FOR_MORE.as('waits')])
      .where('id', '=', id)
      .executeTakeFirst();
    if (person?.state !== 'confirmed') return false;
    if (!wasReader || person.waits) return true;
    await takeOff(trx, [{ id, state: 'unsubscribed', at: now }]);
    return false;
  });
}

/** In a transaction that has locked the person. Returns false if they did not get it. */
export async function endNews(trx: Transaction<Tables>, id: number, now: number): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('interest')
    .where('subscription_id', '=', id)
    .where('product', '=', NEWS)
    .executeTakeFirst();
  if (numDeletedRows === 0n) return false;
  await skipAnnouncements(trx, [id], now, NO_NEWS, 'letters');
  await keepReceipts(trx, 'withdrawn', [{ ...(await agreedBy(trx, id)), id, at: now }], PATHS.soon, NEWS);
  return true;
}

/** The words that they agreed to last, and their language. */
async function agreedBy(trx: Transaction<Tables>, id: number) {
  const given = await trx
    .selectFrom('consent_receipt')
    .select(['version as consent', 'language'])
    .where('subscription_id', '=', id)
    .where('topic', '=', NEWS)
    .where('event', '=', 'given')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return given ?? languageOf(trx, id);
}

async function languageOf(trx: Transaction<Tables>, id: number) {
  const { language } = await trx
    .selectFrom('subscription')
    .select('language')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return { language, consent: null };
}

/** The launch, an announcement that is queued, or a book that they have not got. */
const WAITS_FOR_MORE = sql<boolean>`(
  (${isBeforeOpening('subscription.created_at')} AND NOT EXISTS (SELECT 1 FROM announcement a
    WHERE a.purpose = 'launch' AND a.state IN ('done', 'stopped')))
  OR EXISTS (SELECT 1 FROM announcement_recipient WHERE announcement_id IN (SELECT a.id FROM announcement a WHERE NOT ${isLetter('a')})
    AND subscription_id = subscription.id AND (${IS_WAITING} OR state = 'started'))
  OR EXISTS (SELECT 1 FROM interest i WHERE i.subscription_id = subscription.id AND i.product <> ${NEWS}
    AND NOT EXISTS (SELECT 1 FROM outbox o WHERE o.subject_id = subscription.id AND o.kind = 'book'
      AND o.payload = i.product AND ${HAS_BOOK})
    AND NOT EXISTS (SELECT 1 FROM announcement a JOIN announcement_recipient r ON r.announcement_id = a.id
      WHERE a.purpose = 'book:' || i.product AND r.subscription_id = subscription.id AND r.state = 'sent')))`;
