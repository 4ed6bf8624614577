import { type Kysely, sql, type Transaction } from '#kysely';
import type { RecipientState, Tables } from '#server/store/schema.ts';

/** Not begun to be told. Word for word as in the partial index. */
export const IS_WAITING = sql<boolean>`state IN ('queued', 'retry')`;

/**
 * Whose mail is not sent after all. Where an attempt before it may have got through (server/launch/uncertain.ts) nobody can
 * say that they were not told.
 */
export const NOT_TOLD = sql<RecipientState>`CASE WHEN unknown_since IS NULL THEN 'skipped' ELSE 'unknown' END`;

const DAY = 24 * 60 * 60 * 1000;
/** Who confirms so much later is still told. */
const LATE_MS = 30 * DAY;

/**
 * Who signed up before the opening and confirms after it is told then. In the transaction that confirms them. Later
 * sign-ups know that the site is open.
 */
export async function addLate(trx: Transaction<Tables>, ids: readonly number[], now: number): Promise<void> {
  if (ids.length === 0) return;
  await sql`INSERT INTO announcement_recipient
      (announcement_id, subscription_id, state, due_at, language, consent, added_at)
    SELECT a.id, s.id, 'queued', CAST(${now} AS BIGINT), s.language, s.consent, CAST(${now} AS BIGINT)
    FROM announcement a JOIN subscription s ON s.id IN (${sql.join(ids)}) AND s.created_at <= a.armed_at
    WHERE a.purpose = 'launch' AND a.state IN ('undo', 'sending', 'paused', 'done')
      AND a.armed_at > ${now - LATE_MS}
    ON CONFLICT DO NOTHING`.execute(trx);
}

/** They have left, or are gone: what has not begun to leave stays. In the transaction that takes them off. */
export async function skipAnnouncements(
  trx: Transaction<Tables>,
  ids: readonly number[],
  now: number,
  why: string,
): Promise<void> {
  if (ids.length === 0) return;
  await trx
    .updateTable('announcement_recipient')
    .set({ state: NOT_TOLD, finished_at: now, reply: why })
    .where('announcement_id', 'in', (query) => query.selectFrom('announcement').select('id'))
    .where('subscription_id', 'in', ids)
    .where(IS_WAITING)
    .execute();
}

/** What a person is or was told by announcements. */
export function selectAnnounced(query: Kysely<Tables>, id: number) {
  return (
    query
      .selectFrom('announcement_recipient as r')
      .innerJoin('announcement as a', 'a.id', 'r.announcement_id')
      .select(['a.purpose', 'r.state', 'r.finished_at', 'r.due_at', 'r.reply'])
      // By the whole key: by the second column alone it would walk through everybody.
      .where('r.announcement_id', 'in', query.selectFrom('announcement').select('id'))
      .where('r.subscription_id', '=', id)
      .orderBy('a.id')
      .execute()
  );
}
