import { titleOf, wordsIn } from '#contract/announcement.ts';
import { DAY } from '#contract/time.ts';
import { type Kysely, sql, type Transaction } from '#kysely';
import { endOf } from '#server/outbox/delivery.ts';
import { isBeforeOpening } from '#server/stage/opening.ts';
import type { RecipientState, Tables } from '#server/store/schema.ts';

/** A condition on a row of `announcement`: a newsletter. */
export const isLetter = (announcement: string) =>
  sql<boolean>`${sql.ref(`${announcement}.purpose`)} LIKE 'letter:%'`;

/** Why an announcement is not sent to somebody who is still on the list. */
export const NOT_WANTED = 'The person no longer wants it.';

/** The mail has not been started. Verbatim as in the partial index. */
export const IS_WAITING = sql<boolean>`state IN ('queued', 'retry')`;

/**
 * The end state of a mail that is not sent. If an earlier attempt may have got through
 * (server/launch/uncertain.ts), the outcome is unknown.
 */
export const NOT_TOLD = sql<RecipientState>`CASE WHEN unknown_since IS NULL THEN 'skipped' ELSE 'unknown' END`;

/** How late a confirmation may be to still get the mail. */
const LATE_MS = 30 * DAY;

/**
 * Queues the mail for people who signed up before the launch and confirm after it, in the transaction that
 * confirms them. Later sign-ups know that the site is open.
 */
export async function addLate(trx: Transaction<Tables>, ids: readonly number[], now: number): Promise<void> {
  if (ids.length === 0) return;
  await sql`INSERT INTO announcement_recipient
      (announcement_id, subscription_id, state, due_at, language, consent, added_at)
    SELECT a.id, s.id, 'queued', CAST(${now} AS BIGINT), s.language, s.consent, CAST(${now} AS BIGINT)
    FROM announcement a JOIN subscription s ON s.id IN (${sql.join(ids)}) AND s.created_at <= a.armed_at
      AND ${isBeforeOpening('s.created_at')}
    WHERE a.purpose = 'launch' AND a.state IN ('undo', 'sending', 'paused', 'done')
      AND a.armed_at > ${now - LATE_MS}
    ON CONFLICT DO NOTHING`.execute(trx);
}

/** Skips mails not yet started to people who left or are erased, in the same transaction. `purposes`: as LIKE reads them. */
export async function skipAnnouncements(
  trx: Transaction<Tables>,
  ids: readonly number[],
  now: number,
  why: string,
  purposes = '%',
): Promise<void> {
  if (ids.length === 0) return;
  await trx
    .updateTable('announcement_recipient')
    .set({ state: NOT_TOLD, finished_at: now, reply: why })
    .where('announcement_id', 'in', (query) =>
      query
        .selectFrom('announcement')
        .select('id')
        .where(sql<boolean>`purpose LIKE ${purposes}`),
    )
    .where('subscription_id', 'in', ids)
    .where(IS_WAITING)
    .execute();
}

/** Reads the announcements that a person got or is to get. `title`: of a newsletter. */
export async function selectAnnounced(query: Kysely<Tables>, id: number) {
  const rows = await query
    .selectFrom('announcement_recipient as r')
    .innerJoin('announcement as a', 'a.id', 'r.announcement_id')
    .select(['a.purpose', 'a.words', 'r.state', 'r.finished_at', 'r.due_at', 'r.reply'])
    // By the whole key: by its second column alone it would scan all recipients.
    .where('r.announcement_id', 'in', query.selectFrom('announcement').select('id'))
    .where('r.subscription_id', '=', id)
    .orderBy('a.id')
    .execute();
  return rows.map(({ words, ...row }) => ({
    ...row,
    title: titleOf(row.purpose, wordsIn(words)),
    state: endOf(row.state, row.reply),
  }));
}
