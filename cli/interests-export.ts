import type { Kysely } from '#kysely';
import { INTERESTS, type Interest } from '#contract/subscribe.ts';
import type { Tables } from '#server/store/schema.ts';
import { oneOf } from './command.ts';
import { exportCommand } from './export-command.ts';
import { IS_ON_LIST } from '#server/list/left.ts';
import { type Cell, CHUNK, isoTime, readInChunks } from './table.ts';

/** Whom to tell that a book is out: nobody who has left, no suspected bot. */
export const interestsExport = exportCommand({
  name: 'interests export',
  about: 'who asked to be told about which book, as CSV; nobody who has left',
  options: { product: 'PRODUCT' },
  table: ({ product }) => {
    const wanted = oneOf('--product', product, INTERESTS);
    return async (query) => {
      const { last } = await query
        .selectFrom('subscription')
        .select((row) => row.fn.max('id').as('last'))
        .executeTakeFirstOrThrow();
      const columns = ['address', 'language', 'product', 'state', 'time'];
      return { columns, chunks: readCells(query, wanted, Number(last ?? 0)) };
    };
  },
});

async function* readCells(
  query: Kysely<Tables>,
  product: Interest | null,
  last: number,
): AsyncGenerator<Cell[][]> {
  for await (const people of readInChunks(last, (after) => readPeople(query, after, last))) {
    let interests = query
      .selectFrom('interest')
      .innerJoin('subscription', 'subscription.id', 'interest.subscription_id')
      .select(['address', 'language', 'state', 'product', 'interest.at'])
      .where('subscription.id', '>=', people[0]?.id ?? 0)
      .where('subscription.id', '<=', people.at(-1)?.id ?? 0)
      .where(IS_ON_LIST)
      .where('suspect', 'is', null);
    if (product !== null) interests = interests.where('product', '=', product);
    const rows = await interests
      .orderBy('subscription.id')
      .orderBy('interest.at')
      .orderBy('product')
      .execute();
    yield rows.map((row) => [row.address, row.language, row.product, row.state, isoTime(row.at)]);
  }
}

/** By persons, so that nobody's interests are torn apart. */
function readPeople(query: Kysely<Tables>, after: number, last: number) {
  return query
    .selectFrom('subscription')
    .select('id')
    .where('id', '>', after)
    .where('id', '<=', last)
    .orderBy('id')
    .limit(CHUNK)
    .execute();
}
