import { type Kysely, sql, type Transaction } from '#kysely';
import type { Tables } from '#server/store/schema.ts';

/** The row of `setting` with the last revision. */
const REVISION = 'content-revision';

/**
 * Locks draft, editions and the list of files until the transaction ends: one process at a time changes them.
 * Returns a revision that was never given before. A reader who sees it sees everything with a lower one, too.
 */
export async function lockContent(trx: Transaction<Tables>): Promise<number> {
  const { rows } = await sql<{ value: string }>`
    INSERT INTO setting (name, value) VALUES (${REVISION}, '1')
    ON CONFLICT (name) DO UPDATE SET value = CAST(CAST(setting.value AS BIGINT) + 1 AS TEXT)
    RETURNING value`.execute(trx);
  return Number(rows[0]?.value);
}

/** The last revision: while it is the same, so are draft and editions. Cheap. */
export async function contentRevision(query: Kysely<Tables>): Promise<number> {
  const row = await query
    .selectFrom('setting')
    .select('value')
    .where('name', '=', REVISION)
    .executeTakeFirst();
  return Number(row?.value ?? 0);
}
