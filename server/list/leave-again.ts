import { type Kysely, type RawBuilder, sql } from '#kysely';
import { PATHS } from '#contract/pages.ts';
import type { Tables } from '#server/store/schema.ts';

/** Who has left, or said "that was not me" (`suppressed`), and when. */
export type Left = { key: string; state: 'unsubscribed' | 'suppressed'; at: number };

/** Who came back and has not confirmed it yet has left all the same: anybody can send a form. */
export const WHO_LEFT = `SELECT key, state, left_at AS at FROM subscription
    WHERE state IN ('unsubscribed', 'suppressed') AND left_at IS NOT NULL
  UNION ALL SELECT s.key, 'unsubscribed', max(r.at) FROM subscription s
    JOIN consent_receipt r ON r.subscription_id = s.id AND r.event = 'withdrawn'
    WHERE s.state = 'pending' GROUP BY s.key`;

const CHUNK = 500;

/**
 * For a store put back from a backup: takes off its list again whoever left after it was made. Who came back to it after
 * that stays. Gives how many people were taken off.
 */
export async function leaveAgain(query: Kysely<Tables>, left: readonly Left[]): Promise<number> {
  let again = 0;
  for (let from = 0; from < left.length; from += CHUNK) {
    const chunk = left.slice(from, from + CHUNK);
    again += await query.transaction().execute(async (trx) => {
      const ids = (await takeOff(chunk).execute(trx)).rows.map(({ id }) => id);
      if (ids.length > 0) await keepReceipts(ids).execute(trx);
      return ids.length;
    });
  }
  return again;
}

/** Not a row that knows better: of that leaving, or of what came later. `suppressed` is for good. */
function takeOff(left: readonly Left[]): RawBuilder<{ id: number }> {
  const rows = left.map(
    ({ key, state, at }) => sql`(CAST(${key} AS TEXT), CAST(${state} AS TEXT), CAST(${at} AS BIGINT))`,
  );
  // A form that is sent twice in a day leaves no receipt of the return.
  return sql`WITH gone (key, state, at) AS (VALUES ${sql.join(rows)})
    UPDATE subscription SET state = gone.state, left_at = gone.at FROM gone
    WHERE subscription.key = gone.key AND subscription.state NOT IN ('suppressed', gone.state)
      AND subscription.created_at <= gone.at
      AND NOT EXISTS (SELECT 1 FROM consent_receipt r WHERE r.subscription_id = subscription.id
        AND (r.at > gone.at OR (r.event = 'withdrawn' AND r.at = gone.at)))
    RETURNING subscription.id`;
}

/** As who leaves by a link gets one. */
function keepReceipts(ids: readonly number[]): RawBuilder<unknown> {
  return sql`INSERT INTO consent_receipt (subscription_id, event, version, language, page, at)
    SELECT id, 'withdrawn', consent, language, ${sql.lit(PATHS.soon)}, left_at
    FROM subscription WHERE id IN (${sql.join(ids)}) ORDER BY id`;
}
