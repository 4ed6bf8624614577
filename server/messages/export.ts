import type { Kysely } from '#kysely';
import { CONTACT_FIELDS } from '#contract/contact.ts';
import { inChunks } from '#server/store/in-chunks.ts';
import type { Tables } from '#server/store/schema.ts';
import { isoTime, type Table } from '#server/table.ts';

const CHUNK = 250;

/** What people wrote, in the order in which it came; `all`: suspected bots too. */
export function exportMessages(query: Kysely<Tables>, all: boolean): Table {
  const columns = ['received_at', ...CONTACT_FIELDS, 'language', 'consent_version'];
  return { columns: all ? [...columns, 'suspect'] : columns, chunks: readRows(query, all) };
}

async function* readRows(query: Kysely<Tables>, all: boolean) {
  const chunks = inChunks((after) =>
    query
      .selectFrom('message')
      .select(['id', 'created_at', ...CONTACT_FIELDS, 'language', 'consent as consent_version', 'suspect'])
      .where('id', '>', after)
      .$if(!all, (rows) => rows.where('suspect', 'is', null))
      .orderBy('id')
      .limit(CHUNK)
      .execute(),
  );
  for await (const rows of chunks)
    yield rows.map(({ id: _id, created_at, ...row }) => ({ ...row, received_at: isoTime(created_at) }));
}
