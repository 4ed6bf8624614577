import { NEWS } from '#contract/newsletter.ts';
import { PATHS } from '#contract/pages.ts';
import { type Kysely, sql, type Transaction } from '#kysely';
import type { Language } from '#contract/language.ts';
import type { Tables } from '#server/store/schema.ts';
import { agreedBy } from './choices.ts';
import { lockPeople } from './leave.ts';
import { IMPORTED, keepReceipts } from './receipts.ts';

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

/** `version`: of the words agreed to; null: unknown. `welcome`: whether new readers are welcomed by mail. */
type Agreed = { version: string | null; language: Language; welcome?: boolean | undefined };

/**
 * A confirmed person says yes to the newsletter; safe to repeat. Behind a link that only their mailbox got, so the
 * address needs no other proof. Returns false if they have left, or are to confirm first.
 */
export async function joinNews(
  query: Kysely<Tables>,
  id: number,
  { version, language, welcome = false }: Agreed,
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
    const isNew = (await addReaders(trx, [id], now)) > 0n;
    // Their own word replaces an owner's, which an undone import takes back.
    if (!isNew && (await agreedBy(trx, id, NEWS)).consent !== IMPORTED) return true;
    if (welcome) await queueWelcome(trx, [id], now);
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
  { now, welcome }: { now: number; welcome: boolean },
): Promise<void> {
  if (ids.length === 0) return;
  const readers = await trx
    .selectFrom('interest')
    .select('subscription_id as id')
    .where('subscription_id', 'in', ids)
    .where('product', '=', NEWS)
    .execute();
  if (welcome)
    await queueWelcome(
      trx,
      readers.map(({ id }) => id),
      now,
    );
  for (const { id } of readers)
    await keepReceipts(
      trx,
      'confirmed',
      [{ ...(await agreedBy(trx, id, NEWS)), id, at: now }],
      PATHS.soon,
      NEWS,
    );
}

/**
 * Queues the welcome of people whose first yes this is, before its receipt is kept: what they proved, left, or were
 * imported with earlier has one.
 */
async function queueWelcome(trx: Transaction<Tables>, ids: readonly number[], now: number): Promise<void> {
  if (ids.length === 0) return;
  const earlier = await trx
    .selectFrom('consent_receipt')
    .select('subscription_id as id')
    .where('subscription_id', 'in', ids)
    .where('topic', '=', NEWS)
    .where((row) => row.or([row('event', '!=', 'given'), row('version', '=', IMPORTED)]))
    .execute();
  const welcome = ids.filter((id) => !earlier.some((one) => Number(one.id) === id));
  const mails = welcome.map((id) => ({ kind: 'welcome', subject_id: id, due_at: now, created_at: now }));
  if (mails.length > 0) await trx.insertInto('outbox').values(mails).execute();
}

/** Takes the newsletter from pending people who are confirmed without their link: their post asked for it. */
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
