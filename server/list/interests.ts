import { type Kysely, sql } from '#kysely';
import { localeOf, type Language } from '#contract/language.ts';
import type { AskedThing, SiteManifest } from '#contract/documents.ts';
import type { BookId } from '#contract/books.ts';
import { NEWS } from '#contract/newsletter.ts';
import { NEWSLETTER_PATH, PATHS } from '#contract/pages.ts';
import { isBeforeOpening } from '#server/stage/opening.ts';
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

type Asked = { things: AskedThing[]; books: BookId[] };

/** Everything that somebody asked for; the launch by another form than those of books and the newsletter. */
export async function askedBy(query: Kysely<Tables>, subscription: number): Promise<Asked> {
  const products = (await selectInterests(query, subscription)).map(({ product }) => product);
  const { isEarly, isPlain } = await query
    .selectFrom('subscription')
    .select(isBeforeOpening('created_at').as('isEarly'))
    .select(
      sql<boolean>`EXISTS (SELECT 1 FROM consent_receipt r WHERE r.subscription_id = subscription.id
        AND r.event = 'given' AND r.page NOT IN (${PATHS.products}, ${NEWSLETTER_PATH}))`.as('isPlain'),
    )
    .where('id', '=', subscription)
    .executeTakeFirstOrThrow();
  const isAlone = products.length === 0;
  const things: AskedThing[] = [
    ...(isEarly && (isPlain || isAlone) ? (['launch'] as const) : []),
    ...(!isEarly && isAlone ? (['first'] as const) : []),
    ...(products.includes(NEWS) ? ([NEWS] as const) : []),
  ];
  return { things, books: products.filter((product) => product !== NEWS) };
}

/**
 * Returns a sentence that names it, e.g. `You asked for: our newsletter and “SEO: Be found”.`; empty if it was a book that
 * the site has no more.
 */
export function askedFor(words: SiteManifest['words'], language: Language, { things, books }: Asked): string {
  const { asked, things: names, book: quoted, books: titles } = words[language];
  const named = books.flatMap((book) => {
    const title = titles[book];
    return title === undefined ? [] : [quoted.replace('%BOOK%', () => title)];
  });
  const all = [...things.map((thing) => names[thing]), ...named];
  if (all.length === 0) return '';
  return asked.replace('%WHAT%', () => new Intl.ListFormat(localeOf(language)).format(all));
}
