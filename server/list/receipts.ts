import { sql, type Transaction } from '#kysely';
import type { Language } from '#contract/language.ts';
import type { Tables } from '#server/store/schema.ts';

/**
 * Stands in place of the version of the words, and of the page, for people of an imported list: we have not seen their
 * consent. No form can send it: a version is longer.
 */
export const IMPORTED = 'import';

/** Stands in place of the page for people that the owner has added one by one. */
export const BY_HAND = 'by-hand';

/** The words of a version. It is a hash of them, so a person with another language by now finds them too. */
export const wordsOf = (version: string, language: string) => sql<
  string | null
>`(SELECT shown.text FROM consent_text shown
  WHERE shown.version = ${sql.ref(version)} ORDER BY shown.language <> ${sql.ref(language)} LIMIT 1)`;

/** `consent`: the version of the words; `at`: milliseconds since 1970. */
type Agreeing = { id: number; consent: string | null; language: Language; at: number };

/** Evidence, only ever added to: what these people agreed to or took back, on which page, when. */
export async function keepReceipts(
  trx: Transaction<Tables>,
  event: 'given' | 'confirmed' | 'withdrawn',
  people: readonly Agreeing[],
  page: string,
): Promise<void> {
  if (people.length === 0) return;
  const receipts = people.map(({ id, consent, language, at }) => {
    return { subscription_id: id, event, version: consent, language, page, at };
  });
  await trx.insertInto('consent_receipt').values(receipts).execute();
}

/**
 * When somebody said last that they want no mail, else null. Who is `pending` all the same came back by a form, which
 * anybody can send. Not EXISTS: for a chunk PostgreSQL would read the receipts of all.
 */
export const WITHDRAWN_AT = sql<number | null>`(SELECT max(r.at) FROM consent_receipt r
  WHERE r.subscription_id = subscription.id AND r.event = 'withdrawn')`;

/** Confirmed, or waiting to be, never left and never out of reach: who may be on a list that is taken elsewhere. */
export const IS_ON_LIST = sql<boolean>`(subscription.state = 'confirmed'
  OR subscription.state = 'pending' AND subscription.undeliverable_at IS NULL AND ${WITHDRAWN_AT} IS NULL)`;
