import { type Kysely, sql } from '#kysely';
import { localeOf, type Language } from '#contract/language.ts';
import type { SiteManifest } from '#contract/documents.ts';
import type { BookId } from '#contract/books.ts';
import { NEWS } from '#contract/newsletter.ts';
import { bookMailTo, LEFT_SINCE, mayGetBook } from '#server/store/subscription-sql.ts';
import type { Tables } from '#server/store/schema.ts';

/**
 * Queues the requested books of people who have just been confirmed. `trx`: the transaction that confirms
 * them. People who came back without asking for a book get none.
 */
export async function queueBooks(
  trx: Kysely<Tables>,
  ids: readonly number[],
  books?: readonly BookId[],
): Promise<void> {
  if (ids.length === 0 || books?.length === 0) return;
  const isOut = books === undefined ? sql`i.product <> ${NEWS}` : sql`i.product IN (${sql.join(books)})`;
  await sql`${sql.raw(bookMailTo('i.product', 's.confirmed_at', 's.confirmed_at'))}
    JOIN interest i ON i.subscription_id = s.id
    WHERE s.id IN (${sql.join(ids)}) AND ${isOut}
      AND ${sql.raw(mayGetBook('i.product', 's.confirmed_at'))} AND NOT ${sql.raw(LEFT_SINCE)}
    ORDER BY s.id, i.product`.execute(trx);
}

/** Reads the books that a person asked for, oldest first. */
export async function selectBooks(query: Kysely<Tables>, subscription: number) {
  const all = await selectInterests(query, subscription);
  return all.filter(({ product }) => product !== NEWS);
}

/** The same with the newsletter. */
export function selectInterests(query: Kysely<Tables>, subscription: number) {
  return query
    .selectFrom('interest')
    .select(['product', 'at'])
    .where('subscription_id', '=', subscription)
    .orderBy('at')
    .orderBy('product')
    .execute();
}

/** Returns a sentence that names them, e.g. `Also asked for: “SEO: Be found”.`; empty without books that the site has. */
export function alsoAskedFor(words: SiteManifest['words'], language: Language, books: BookId[]): string {
  const { also, book: quoted, books: titles } = words[language];
  const named = books.flatMap((book) => {
    const title = titles[book];
    return title === undefined ? [] : [quoted.replace('%BOOK%', () => title)];
  });
  if (named.length === 0) return '';
  return also.replace('%BOOKS%', () => new Intl.ListFormat(localeOf(language)).format(named));
}
