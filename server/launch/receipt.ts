import type { Kysely } from '#kysely';
import { inChunks } from '#server/store/in-chunks.ts';
import type { Tables } from '#server/store/schema.ts';
import type { DataTable } from '#server/base/table.ts';

const CHUNK = 500;

/** The outcome of each mail. Erased addresses are gone from it. */
export function receiptOf(query: Kysely<Tables>, announcement: number): DataTable {
  const recipients = query
    .selectFrom('announcement_recipient as r')
    .leftJoin('subscription as s', 's.id', 'r.subscription_id')
    .select(['r.subscription_id as id', 's.address', 'r.language', 'r.consent as consent_version', 'r.state'])
    .select(['r.started_at', 'r.finished_at as ended_at', 'r.reply'])
    .where('r.announcement_id', '=', announcement)
    .orderBy('r.subscription_id')
    .limit(CHUNK);
  return {
    columns: ['address', 'language', 'consent_version', 'state', 'started_at', 'ended_at', 'reply'],
    chunks: inChunks((after) => recipients.where('r.subscription_id', '>', after).execute()),
  };
}
