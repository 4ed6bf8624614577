import { type Kysely, sql } from '#kysely';
import type { SubscriptionState } from '#contract/pages.ts';
import type { BookId } from '#contract/books.ts';
import { NEWS } from '#contract/newsletter.ts';
import { inChunks } from '#server/store/in-chunks.ts';
import type { Tables } from '#server/store/schema.ts';
import { SOURCE_COLUMNS } from '#server/store/subscription-sql.ts';
import type { DataTable } from '#server/base/table.ts';
import { getsNews } from './news.ts';
import { IS_ON_LIST, WITHDRAWN_AT } from './receipts.ts';
import { STATE, stateIs } from './undeliverable.ts';

const CHUNK = 250;

/** Also for people who had left and are pending again. */
const LEFT_AT = sql<number | null>`coalesce(left_at, CASE WHEN state = 'pending' THEN ${WITHDRAWN_AT} END)`;

const NEWSLETTER = sql<'yes' | 'no'>`CASE WHEN ${getsNews('subscription')} THEN 'yes' ELSE 'no' END`;

/** `all`: includes suspected bots and, without a `state`, people who left. */
type PeopleChoice = { state: SubscriptionState | null; all: boolean };

/** In sign-up order. */
export function exportPeople(query: Kysely<Tables>, { state, all }: PeopleChoice): DataTable {
  const people = allColumns(query)
    .$if(state !== null, (rows) => (state === null ? rows : rows.where(stateIs(state))))
    // A mail program that gets the list must not mail people who left.
    .$if(state === null && !all, (rows) => rows.where(IS_ON_LIST))
    .$if(!all, (rows) => rows.where('suspect', 'is', null))
    .orderBy('id')
    .limit(CHUNK);
  return {
    columns: EXPORT_COLUMNS.filter((name) => all || name !== 'suspect'),
    chunks: inChunks(async (after) => {
      const rows = await people.where('id', '>', after).execute();
      const isDisposable = await loadDisposable();
      return rows.map((row) => ({ ...row, disposable: isDisposable(row.address) ? 'yes' : 'no' }));
    }),
  };
}

/** New columns go last: programs may read them by position. */
export const EXPORT_COLUMNS = [
  'address',
  'language',
  'subscribed_at',
  'consent_version',
  ...SOURCE_COLUMNS,
  'state',
  'confirmed_at',
  'left_at',
  'disposable',
  'suspect',
  'newsletter',
] as const;

/** All columns except `disposable`, which the store does not know. */
export function allColumns(query: Kysely<Tables>) {
  return query
    .selectFrom('subscription')
    .select(['id', 'address', 'language', 'created_at as subscribed_at', 'consent as consent_version'])
    .select([...SOURCE_COLUMNS, STATE.as('state'), 'confirmed_at', 'suspect'])
    .select([LEFT_AT.as('left_at'), NEWSLETTER.as('newsletter')]);
}

/** The ids of all books that somebody has asked about, also of removed ones. */
export async function booksAskedAbout(query: Kysely<Tables>): Promise<string[]> {
  const rows = await query
    .selectFrom('interest')
    .select('product')
    .distinct()
    .where('product', '<>', NEWS)
    .orderBy('product')
    .execute();
  return rows.map(({ product }) => product);
}

/** People to notify of a book, without unsubscribed people and suspected bots. */
export function exportInterests(query: Kysely<Tables>, product: BookId | null): DataTable {
  const interests = query
    .selectFrom('interest')
    .innerJoin('subscription', 'subscription.id', 'interest.subscription_id')
    .where(IS_ON_LIST)
    .where('suspect', 'is', null)
    .where('product', '<>', NEWS)
    .$if(product !== null, (some) => some.where('product', '=', product))
    .orderBy('subscription_id');
  // By person, so that nobody's interests are split.
  const people = interests.select('subscription_id').distinct().limit(CHUNK);
  const rows = interests
    .select(['subscription_id as id', 'address', 'language', 'product', 'state', 'interest.at as time'])
    .orderBy('interest.at')
    .orderBy('product');
  return {
    columns: ['address', 'language', 'product', 'state', 'time'],
    chunks: inChunks((after) =>
      rows.where('subscription_id', 'in', people.where('subscription_id', '>', after)).execute(),
    ),
  };
}

/** The consent records: who gave or withdrew which consent, when and where. */
export function exportReceipts(query: Kysely<Tables>): DataTable {
  const receipts = query
    .selectFrom('consent_receipt as receipt')
    .innerJoin('subscription', 'subscription.id', 'receipt.subscription_id')
    .select(['receipt.id', 'subscription.address', 'receipt.event', 'receipt.version as consent_version'])
    .select(['receipt.language', 'receipt.page', 'receipt.at as time', 'receipt.topic'])
    .orderBy('receipt.id')
    .limit(CHUNK);
  return {
    columns: ['address', 'event', 'consent_version', 'language', 'page', 'time', 'topic'],
    chunks: inChunks((after) => receipts.where('receipt.id', '>', after).execute()),
  };
}

/** The exact words of each consent version in use. There are few. */
export function exportConsentTexts(query: Kysely<Tables>): DataTable {
  const texts = query
    .selectFrom('consent_text')
    .selectAll()
    .orderBy('first_seen')
    .orderBy('version')
    .orderBy('language');
  return { columns: ['version', 'language', 'first_seen', 'text'], chunks: [texts.execute()] };
}

/** Returns a check for addresses of disposable-email domains. */
export async function loadDisposable(): Promise<(address: string) => boolean> {
  // Lazy: the list is long.
  const { disposableEmailBlocklistSet } = await import('disposable-email-domains-js');
  const listed = disposableEmailBlocklistSet();
  return (address) => {
    const labels = address
      .slice(address.lastIndexOf('@') + 1)
      .toLowerCase()
      .split('.');
    // Such services hand out subdomains too.
    return labels.some((_, start) => start < labels.length - 1 && listed.has(labels.slice(start).join('.')));
  };
}
