import { sql, type Transaction } from '#kysely';
import type { Language } from '#contract/language.ts';
import type { BookId } from '#contract/books.ts';
import type { NEWS } from '#contract/newsletter.ts';
import { ofList } from '#server/store/subscription-sql.ts';
import type { Tables } from '#server/store/schema.ts';

/**
 * Replaces the consent version and the page for imported people: we have not seen their consent. No form can
 * send it: a version is longer.
 */
export const IMPORTED = 'import';

/** Replaces the page for people added one by one by the owner. */
export const BY_HAND = 'by-hand';

/** The words of a version. A version is a hash of them, so it is found under another language too. */
export const consentTextOf = (version: string, language: string) => sql<
  string | null
>`(SELECT shown.text FROM consent_text shown
  WHERE shown.version = ${sql.ref(version)} ORDER BY shown.language <> ${sql.ref(language)} LIMIT 1)`;

/** `consent`: the version of the words; `at`: milliseconds since 1970. */
type Agreeing = { id: number; consent: string | null; language: Language; at: number };

/**
 * Appends consent records: what these people agreed to or withdrew, on which page, when. `topic`: null for the list, else
 * the newsletter, or a book that they want no more.
 */
export async function keepReceipts(
  trx: Transaction<Tables>,
  event: 'given' | 'confirmed' | 'withdrawn',
  people: readonly Agreeing[],
  page: string,
  topic: BookId | typeof NEWS | null = null,
): Promise<void> {
  if (people.length === 0) return;
  const receipts = people.map(({ id, consent, language, at }) => {
    return { subscription_id: id, event, version: consent, language, page, at, topic };
  });
  await trx.insertInto('consent_receipt').values(receipts).execute();
}

/**
 * When somebody last unsubscribed, else null. A `pending` person with such a time came back by a form, which
 * anybody can post. Not EXISTS: for a chunk PostgreSQL would read all receipts.
 */
export const WITHDRAWN_AT = sql<number | null>`(SELECT max(r.at) FROM consent_receipt r
  WHERE r.subscription_id = subscription.id AND r.event = 'withdrawn' AND ${sql.raw(ofList('r'))})`;

/** Confirmed or pending, never unsubscribed and not bounced: who may be exported to another service. */
export const IS_ON_LIST = sql<boolean>`(subscription.state = 'confirmed'
  OR subscription.state = 'pending' AND subscription.undeliverable_at IS NULL AND ${WITHDRAWN_AT} IS NULL)`;
