import type { Kysely } from '#kysely';
import { CONTACT_FIELDS } from '#contract/contact.ts';
import type { Tables } from '#server/store/schema.ts';
import { exportCommand } from '../export-command.ts';
import { type Cell, CHUNK, isoTime, readInChunks } from '../table.ts';

const COLUMNS = ['received_at', ...CONTACT_FIELDS, 'language', 'consent_version'];

export const messagesExport = exportCommand({
  name: 'messages export',
  about: 'what people wrote in the contact form; suspected bots only with --all',
  options: { all: 'flag' },
  table:
    ({ all = false }) =>
    async (query) => {
      const { last } = await query
        .selectFrom('message')
        .select((row) => row.fn.max('id').as('last'))
        .executeTakeFirstOrThrow();
      return {
        columns: all ? [...COLUMNS, 'suspect'] : COLUMNS,
        chunks: readCells(query, all, Number(last ?? 0)),
      };
    },
});

async function* readCells(query: Kysely<Tables>, all: boolean, last: number): AsyncGenerator<Cell[][]> {
  for await (const rows of readInChunks(last, (after) => readRows(query, all, after, last))) {
    yield rows.map((row) => {
      const { created_at, language, consent } = row;
      const fields = CONTACT_FIELDS.map((field) => row[field]);
      const cells = [isoTime(created_at), ...fields, language, consent];
      return all ? [...cells, row.suspect] : cells;
    });
  }
}

function readRows(query: Kysely<Tables>, all: boolean, after: number, last: number) {
  let rows = query.selectFrom('message').selectAll().where('id', '>', after).where('id', '<=', last);
  if (!all) rows = rows.where('suspect', 'is', null);
  return rows.orderBy('id').limit(CHUNK).execute();
}
