import type { BookId } from '#contract/books.ts';
import { NEWS } from '#contract/newsletter.ts';
import { PATHS } from '#contract/pages.ts';
import { type Kysely, sql, type Transaction } from '#kysely';
import type { Language } from '#contract/language.ts';
import { HAS_BOOK } from '#server/outbox/conditions.ts';
import { stopMails } from '#server/outbox/subject-mails.ts';
import { isBeforeOpening } from '#server/stage/opening.ts';
import type { Tables } from '#server/store/schema.ts';
import { IS_WAITING, NOT_WANTED, skipAnnouncements } from './announced.ts';
import { lockPeople, takeOff } from './leave.ts';
import { keepReceipts } from './receipts.ts';

/** Conditions on a row of `subscription`: the launch's email is still to come; a mail is queued. */
const WAITS_FOR_LAUNCH = sql<boolean>`(${isBeforeOpening('subscription.created_at')} AND NOT EXISTS (
  SELECT 1 FROM announcement a WHERE a.purpose = 'launch' AND a.state IN ('done', 'stopped')))`;
const HAS_QUEUED = sql<boolean>`EXISTS (SELECT 1 FROM announcement_recipient
  WHERE announcement_id IN (SELECT a.id FROM announcement a WHERE a.purpose NOT LIKE 'letter:%')
    AND subscription_id = subscription.id AND (${IS_WAITING} OR state = 'started'))`;

/** A condition on a row `i` of `interest`: the newsletter, or a book that they have not got. */
const IS_TO_COME = sql<boolean>`(i.product = ${NEWS} OR NOT EXISTS (SELECT 1 FROM outbox o
    WHERE o.subject_id = i.subscription_id AND o.kind = 'book' AND o.payload = i.product AND ${HAS_BOOK})
  AND NOT EXISTS (SELECT 1 FROM announcement a JOIN announcement_recipient r ON r.announcement_id = a.id
    WHERE a.purpose = 'book:' || i.product AND r.subscription_id = i.subscription_id AND r.state = 'sent'))`;
const WAITS_FOR_MORE = sql<boolean>`(${WAITS_FOR_LAUNCH} OR ${HAS_QUEUED}
  OR EXISTS (SELECT 1 FROM interest i WHERE i.subscription_id = subscription.id AND ${IS_TO_COME}))`;

/** What a confirmed person still gets: the launch’s email, these books, the newsletter since `news`. */
export type Choices = { launch: boolean; books: BookId[]; news: number | null };

/** Of somebody who is not confirmed: nothing. */
export async function choicesOf(query: Kysely<Tables>, id: number): Promise<Choices> {
  const person = await query
    .selectFrom('subscription')
    .select(WAITS_FOR_LAUNCH.as('launch'))
    .where('id', '=', id)
    .where('state', '=', 'confirmed')
    .executeTakeFirst();
  if (person === undefined) return { launch: false, books: [], news: null };
  const topics = await query
    .selectFrom('interest as i')
    .select(['product', 'at'])
    .where('subscription_id', '=', id)
    .where(IS_TO_COME)
    .orderBy('at')
    .orderBy('product')
    .execute();
  return {
    launch: Boolean(person.launch),
    books: topics.flatMap(({ product }) => (product === NEWS ? [] : [product])),
    news: topics.find(({ product }) => product === NEWS)?.at ?? null,
  };
}

/**
 * Ends what somebody asked for, and nothing else; safe to repeat. `topics`: books, or the newsletter. Whoever then waits
 * for nothing more has left the list. Returns whether they are still on it.
 */
export async function endTopics(
  query: Kysely<Tables>,
  id: number,
  topics: readonly (BookId | typeof NEWS)[],
  now: number,
): Promise<boolean> {
  return query.transaction().execute(async (trx) => {
    await lockPeople(trx, [id]);
    let ended = 0;
    for (const topic of topics) ended += Number(await endTopic(trx, id, topic, now));
    const person = await trx
      .selectFrom('subscription')
      .select(['state', WAITS_FOR_MORE.as('waits')])
      .where('id', '=', id)
      .executeTakeFirst();
    if (person?.state !== 'confirmed') return false;
    if (ended === 0 || person.waits) return true;
    await takeOff(trx, [{ id, state: 'unsubscribed', at: now }]);
    return false;
  });
}

/** In a transaction that has locked the person. Returns false if they had not asked for it. */
export async function endTopic(
  trx: Transaction<Tables>,
  id: number,
  topic: BookId | typeof NEWS,
  now: number,
): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('interest')
    .where('subscription_id', '=', id)
    .where('product', '=', topic)
    .executeTakeFirst();
  if (numDeletedRows === 0n) return false;
  const purposes = topic === NEWS ? 'letter:%' : `book:${topic}`;
  await skipAnnouncements(trx, [id], now, NOT_WANTED, purposes);
  if (topic === NEWS) await stopMails(trx, [id], now, NOT_WANTED, 'welcome');
  await keepReceipts(
    trx,
    'withdrawn',
    [{ ...(await agreedBy(trx, id, topic)), id, at: now }],
    PATHS.soon,
    topic,
  );
  return true;
}

/** The words that they agreed to last, and their language. */
export async function agreedBy(
  trx: Transaction<Tables>,
  id: number,
  topic: string,
): Promise<{ consent: string | null; language: Language }> {
  const given = await trx
    .selectFrom('consent_receipt')
    .select(['version as consent', 'language'])
    .where('subscription_id', '=', id)
    .where('topic', '=', topic)
    .where('event', '=', 'given')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (given !== undefined) return given;
  const { language } = await trx
    .selectFrom('subscription')
    .select('language')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return { language, consent: null };
}
