import { type Kysely, sql, type Transaction } from '#kysely';
import type { Language } from '#contract/language.ts';
import { PATHS } from '#contract/pages.ts';
import { stopMails } from '#server/outbox/mails-about.ts';
import type { Tables } from '#server/store/schema.ts';
import { keepReceipts, WITHDRAWN_AT } from './receipts.ts';

/** `suppressed`: said "that was not me". `at`: milliseconds since 1970. */
type Leaving = { id: number; state: 'unsubscribed' | 'suppressed'; at: number };

type Gone = {
  id: number;
  consent: string | null;
  language: Language;
  at: number;
  withdrawn_at: number | null;
};

/**
 * What the link in every mail does; again without harm. Also "that was not me": an address that never counted is
 * suppressed, whoever posts it again.
 */
export async function leave(query: Kysely<Tables>, id: number, now: number): Promise<void> {
  await query.transaction().execute(async (trx) => {
    await lockPeople(trx, [id]);
    const row = await trx
      .selectFrom('subscription')
      .select(['state', WITHDRAWN_AT.as('withdrawn_at')])
      .where('id', '=', id)
      .where('state', 'in', ['pending', 'confirmed'])
      .executeTakeFirst();
    if (!row) return;
    const neverCounted = row.state === 'pending' && row.withdrawn_at === null;
    await takeOff(trx, [{ id, state: neverCounted ? 'suppressed' : 'unsubscribed', at: now }]);
  });
}

/**
 * Changes nothing, but whoever posts one of these addresses waits from here on, and what is read next is what they had
 * done until then.
 */
export async function lockPeople(trx: Transaction<Tables>, ids: readonly number[]): Promise<void> {
  await trx
    .updateTable('subscription')
    .set((row) => ({ state: row.ref('state') }))
    .where('id', 'in', ids)
    .execute();
}

/**
 * These people have left: each with a receipt, unless there is one of that leaving. Nothing that has not begun to leave
 * goes out to them any more.
 */
export async function takeOff(trx: Transaction<Tables>, leaving: readonly Leaving[]): Promise<void> {
  if (leaving.length === 0) return;
  const gone = leaving.map(
    ({ id, state, at }) => sql`(CAST(${id} AS BIGINT), CAST(${state} AS TEXT), CAST(${at} AS BIGINT))`,
  );
  const { rows } = await sql<Gone>`WITH gone (id, state, at) AS (VALUES ${sql.join(gone)})
    UPDATE subscription SET state = gone.state, left_at = gone.at FROM gone WHERE subscription.id = gone.id
    RETURNING subscription.id, consent, language, left_at AS at, ${WITHDRAWN_AT} AS withdrawn_at`.execute(
    trx,
  );
  const withoutReceipt = rows.filter(({ at, withdrawn_at }) => at !== withdrawn_at);
  await keepReceipts(trx, 'withdrawn', withoutReceipt, PATHS.soon);
  for (const { id, at } of leaving) await stopMails(trx, id, at);
}

/** Who has left, by address: as a backup is told that was made before. */
export type Left = Omit<Leaving, 'id'> & { key: string };

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
      const leaving = await stillThere(trx, chunk);
      await takeOff(trx, leaving);
      return leaving.length;
    });
  }
  return again;
}

/** Not a row that knows better: of that leaving, or of what came later. `suppressed` is for good. */
async function stillThere(trx: Transaction<Tables>, left: readonly Left[]): Promise<Leaving[]> {
  const gone = left.map(
    ({ key, state, at }) => sql`(CAST(${key} AS TEXT), CAST(${state} AS TEXT), CAST(${at} AS BIGINT))`,
  );
  // A form that is sent twice in a day leaves no receipt of the return.
  const { rows } = await sql<Leaving>`WITH gone (key, state, at) AS (VALUES ${sql.join(gone)})
    SELECT s.id, gone.state, gone.at FROM gone JOIN subscription s ON s.key = gone.key
    WHERE s.state NOT IN ('suppressed', gone.state) AND s.created_at <= gone.at
      AND NOT EXISTS (SELECT 1 FROM consent_receipt r WHERE r.subscription_id = s.id
        AND (r.at > gone.at OR (r.event = 'withdrawn' AND r.at = gone.at)))`.execute(trx);
  return rows;
}
