import type { Kysely } from '#kysely';
import { CONTACT_FIELDS } from '#contract/contact.ts';
import { inChunks } from '#server/store/in-chunks.ts';
import type { Tables } from '#server/store/schema.ts';
import type { DataTable } from '#server/base/table.ts';

const CHUNK = 250;

/** Exports messages in order of arrival; `all`: including suspects. */
export function exportMessages(query: Kysely<Tables>, all: boolean): DataTable {
  const columns = ['received_at', ...CONTACT_FIELDS, 'language', 'consent_version', 'answered_at'];
  const messages = query
    .selectFrom('message')
    .select(['id', 'created_at as received_at', ...CONTACT_FIELDS, 'language', 'consent as consent_version'])
    .select(['suspect', 'answered_at'])
    .$if(!all, (rows) => rows.where('suspect', 'is', null))
    .orderBy('id')
    .limit(CHUNK);
  return {
    columns: all ? [...columns, 'suspect'] : columns,
    chunks: inChunks((after) => messages.where('id', '>', after).execute()),
  };
}
