import type { Kysely } from '#kysely';
import type { Tables } from '#server/store/schema.ts';
import { exportCommand } from './export-command.ts';
import { type Cell, CHUNK, isoTime, readInChunks } from './table.ts';

/** The evidence: who agreed to or took back what, when, where. */
export const receiptsExport = exportCommand({
  name: 'receipts export',
  about: 'every consent receipt: who agreed to what, when and where',
  table: () => async (query) => {
    const { last } = await query
      .selectFrom('consent_receipt')
      .select((row) => row.fn.max('id').as('last'))
      .executeTakeFirstOrThrow();
    const columns = ['address', 'event', 'consent_version', 'language', 'page', 'time'];
    return { columns, chunks: readCells(query, Number(last ?? 0)) };
  },
});

async function* readCells(query: Kysely<Tables>, last: number): AsyncGenerator<Cell[][]> {
  for await (const rows of readInChunks(last, (after) => readRows(query, after, last))) {
    yield rows.map(({ address, event, version, language, page, at }) => [
      address,
      event,
      version,
      language,
      page,
      isoTime(at),
    ]);
  }
}

function readRows(query: Kysely<Tables>, after: number, last: number) {
  return query
    .selectFrom('consent_receipt as receipt')
    .innerJoin('subscription', 'subscription.id', 'receipt.subscription_id')
    .select([
      'receipt.id',
      'subscription.address',
      'receipt.event',
      'receipt.version',
      'receipt.language',
      'receipt.page',
      'receipt.at',
    ])
    .where('receipt.id', '>', after)
    .where('receipt.id', '<=', last)
    .orderBy('receipt.id')
    .limit(CHUNK)
    .execute();
}
