import { type Kysely, sql } from '#kysely';
import type { SubscriptionState } from '#contract/pages.ts';
import type { Interest } from '#contract/subscribe.ts';
import { inChunks } from '#server/store/in-chunks.ts';
import type { Tables } from '#server/store/schema.ts';
import { isoTime, type Table } from '#server/table.ts';
import { loadDisposable } from './disposable.ts';
import { HAD_LEFT_AT, IS_ON_LIST } from './left.ts';

const CHUNK = 250;
const SOURCE = [
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
  'referrer',
  'path',
] as const;

/** `all`: also suspected bots and, without a `state`, those who have left. */
export type PeopleChoice = { state: SubscriptionState | null; all: boolean };

/** In the order in which people subscribed. */
export function exportPeople(query: Kysely<Tables>, { state, all }: PeopleChoice): Table {
  const chunks = inChunks((after) =>
    query
      .selectFrom('subscription')
      .select(['id', 'address', 'language', 'created_at', 'consent as consent_version', 'state', 'suspect'])
      .select([
        ...SOURCE,
        'confirmed_at',
        sql<number | null>`coalesce(left_at, ${HAD_LEFT_AT})`.as('left_at'),
      ])
      .where('id', '>', after)
      .$if(state !== null, (rows) => rows.where('state', '=', state))
      // Whoever takes the list to a mail program must not write to those who have left.
      .$if(state === null && !all, (rows) => rows.where(IS_ON_LIST))
      .$if(!all, (rows) => rows.where('suspect', 'is', null))
      .orderBy('id')
      .limit(CHUNK)
      .execute(),
  );
  // Programs read them by their place as well: new ones come at the end.
  const columns = ['address', 'language', 'subscribed_at', 'consent_version', ...SOURCE];
  columns.push('state', 'confirmed_at', 'left_at', 'disposable');
  if (all) columns.push('suspect');
  return {
    columns,
    chunks: eachChunk(chunks, async (rows) => {
      const isDisposable = await loadDisposable();
      return rows.map(({ id: _id, created_at, confirmed_at, left_at, ...row }) => ({
        ...row,
        subscribed_at: isoTime(created_at),
        confirmed_at: isoTime(confirmed_at),
        left_at: isoTime(left_at),
        disposable: isDisposable(row.address) ? 'yes' : 'no',
      }));
    }),
  };
}

/** The people to tell that a book is out, without those who have left and suspected bots. */
export function exportInterests(query: Kysely<Tables>, product: Interest | null): Table {
  // By persons, so that nobody's interests are torn apart.
  const people = inChunks((after) =>
    query
      .selectFrom('subscription')
      .select('id')
      .where('id', '>', after)
      .orderBy('id')
      .limit(CHUNK)
      .execute(),
  );
  return {
    columns: ['address', 'language', 'product', 'state', 'time'],
    chunks: eachChunk(people, async (chunk) => {
      const rows = await query
        .selectFrom('interest')
        .innerJoin('subscription', 'subscription.id', 'interest.subscription_id')
        .select(['address', 'language', 'product', 'state', 'interest.at'])
        .where('subscription.id', '>=', chunk[0]?.id ?? 0)
        .where('subscription.id', '<=', chunk.at(-1)?.id ?? 0)
        .where(IS_ON_LIST)
        .where('suspect', 'is', null)
        .$if(product !== null, (some) => some.where('product', '=', product))
        .orderBy('subscription.id')
        .orderBy('interest.at')
        .orderBy('product')
        .execute();
      return rows.map(({ at, ...row }) => ({ ...row, time: isoTime(at) }));
    }),
  };
}

/** The evidence: who agreed to or took back what, when, where. */
export function exportReceipts(query: Kysely<Tables>): Table {
  const chunks = inChunks((after) =>
    query
      .selectFrom('consent_receipt as receipt')
      .innerJoin('subscription', 'subscription.id', 'receipt.subscription_id')
      .select(['receipt.id', 'subscription.address', 'receipt.event', 'receipt.version as consent_version'])
      .select(['receipt.language', 'receipt.page', 'receipt.at'])
      .where('receipt.id', '>', after)
      .orderBy('receipt.id')
      .limit(CHUNK)
      .execute(),
  );
  return {
    columns: ['address', 'event', 'consent_version', 'language', 'page', 'time'],
    chunks: eachChunk(chunks, (rows) =>
      rows.map(({ id: _id, at, ...row }) => ({ ...row, time: isoTime(at) })),
    ),
  };
}

/** The exact words behind each version that stands in a subscription. There are few of them. */
export function exportConsentTexts(query: Kysely<Tables>): Table {
  const texts = query
    .selectFrom('consent_text')
    .selectAll()
    .orderBy('first_seen')
    .orderBy('version')
    .orderBy('language');
  return {
    columns: ['version', 'language', 'first_seen', 'text'],
    chunks: eachChunk([texts.execute()], (rows) =>
      rows.map((row) => ({ ...row, first_seen: isoTime(row.first_seen) })),
    ),
  };
}

async function* eachChunk<A, B>(
  chunks: AsyncIterable<A[]> | Iterable<Promise<A[]>>,
  change: (rows: A[]) => B[] | Promise<B[]>,
): AsyncGenerator<B[]> {
  for await (const rows of chunks) yield await change(rows);
}
