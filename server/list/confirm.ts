import type { Kysely, Transaction } from '#kysely';
import { PATHS } from '#contract/pages.ts';
import type { BookId } from '#contract/books.ts';
import { find } from './find.ts';
import { addLate } from './announced.ts';
import { queueBooks } from './interests.ts';
import { confirmNews } from './news.ts';
import { keepReceipts } from './receipts.ts';
import type { Tables } from '#server/store/schema.ts';

/** What the site has: the books that are available, by default any; whether new readers are welcomed by mail. */
type Offered = { books?: readonly BookId[]; welcome?: boolean | undefined };

/**
 * Handles the link of a confirmation mail; safe to repeat. Returns false if there is nothing left to confirm: erased,
 * unsubscribed, or deleted unconfirmed.
 */
export async function confirm(
  query: Kysely<Tables>,
  id: number,
  now: number,
  { books, welcome = false }: Offered = {},
): Promise<boolean> {
  return query.transaction().execute(async (trx) => {
    const confirmed = await becomeConfirmed(trx, [id], now, books);
    await keepReceipts(
      trx,
      'confirmed',
      confirmed.map((person) => ({ ...person, at: now })),
      PATHS.soon,
    );
    await confirmNews(
      trx,
      confirmed.map((person) => person.id),
      { now, welcome },
    );
    return (await find(trx, { id }))?.state === 'confirmed';
  });
}

/** Confirms pending people, suspects too, and queues their books. The caller adds the receipts. */
export async function becomeConfirmed(
  trx: Transaction<Tables>,
  ids: readonly number[],
  now: number,
  books?: readonly BookId[],
) {
  const rows = await trx
    .updateTable('subscription')
    .set({ state: 'confirmed', confirmed_at: now, suspect: null, undeliverable_at: null })
    .where('id', 'in', ids)
    .where('state', '=', 'pending')
    .returning(['id', 'key', 'language', 'consent'])
    .execute();
  const confirmed = rows.map(({ id }) => id);
  await queueBooks(trx, confirmed, books);
  await addLate(trx, confirmed, now);
  return rows;
}
