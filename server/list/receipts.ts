import type { Transaction } from '#kysely';
import type { Language } from '#contract/language.ts';
import type { Tables } from '#server/store/schema.ts';

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
