import { DAY } from '#contract/time.ts';
import { type Expression, type Kysely, type SqlBool, sql, type Transaction } from '#kysely';
import { IS_OPEN } from '#server/outbox/conditions.ts';
import { inChunks } from '#server/store/in-chunks.ts';
import { countRows } from '#server/store/count-rows.ts';
import type { Tables } from '#server/store/schema.ts';
import { keepHash, removePeople } from './erase.ts';
import { isLetter } from './announced.ts';
import { lockPeople, takeOff } from './leave.ts';
import { getsNews } from './news.ts';
import { WITHDRAWN_AT } from './receipts.ts';
import { staysUndeliverable } from './undeliverable.ts';

/** As far back as the intake counts mails to one address. */
const MAIL_DAYS = 30;
/** A few milliseconds each, so that concurrent sign-ups do not wait. */
const CHUNK = 500;

/**
 * Deletes addresses that were not confirmed within `unconfirmedDays` of the last form: there is no certain
 * consent, or no mail reached them. An address that was mailed stays while that mail counts against the next
 * one. People who had left and came back without confirming are unsubscribed again, or undeliverable again.
 * Returns the number of deleted addresses.
 */
export async function applyRetention(
  query: Kysely<Tables>,
  unconfirmedDays: number,
  now: number,
): Promise<number> {
  const deleted = [];
  for (const who of NEVER_CONFIRMED)
    deleted.push(
      await forget(query, isForgotten(who, now - unconfirmedDays * DAY, now - MAIL_DAYS * DAY), now),
    );
  return deleted.reduce((all, n) => all + n);
}

/** Verbatim as in the partial indexes: SQLite uses them only then. */
const NEVER_CONFIRMED = [
  sql<boolean>`subscription.state = 'pending'`,
  sql<boolean>`subscription.undeliverable_at IS NOT NULL AND state = 'unsubscribed' AND confirmed_at IS NULL`,
];

async function forget(query: Kysely<Tables>, isOver: Expression<SqlBool>, now: number): Promise<number> {
  for (let deleted = 0; ;) {
    const rows = await query.selectFrom('subscription').select('id').where(isOver).limit(CHUNK).execute();
    if (rows.length === 0) return deleted;
    deleted += await query.transaction().execute(async (trx) => {
      const over = await lockWhere(trx, rows, isOver);
      const leaving = over.flatMap(({ id, withdrawn_at: at }) =>
        at === null ? [] : { id, state: 'unsubscribed' as const, at },
      );
      await takeOff(trx, leaving);
      if (over.length > 0) await staysUndeliverable(trx, over);
      return removePeople(trx, among(rows, isOver), now);
    });
  }
}

/** Not signed up since `asked`, and not mailed since `mailed`; a reminder prolongs nothing. */
function isForgotten(who: Expression<SqlBool>, asked: number, mailed: number): Expression<SqlBool> {
  return sql<boolean>`(${who} AND subscription.created_at < ${asked}
    AND NOT EXISTS (SELECT 1 FROM consent_receipt r WHERE r.subscription_id = subscription.id AND r.at >= ${asked})
    AND NOT EXISTS (SELECT 1 FROM outbox WHERE subject_id = subscription.id AND kind = 'confirm' AND payload IS NULL
      AND (outbox.created_at >= ${mailed} OR outbox.started_at >= ${mailed} OR ${IS_OPEN})))`;
}

/**
 * Deletes everybody whose last form, or last newsletter, was before `before`, with all their data. A keyed hash stays of people
 * who had left, so that no old list brings them back. Returns the number of deleted addresses.
 */
export async function deletePeople(query: Kysely<Tables>, before: number, now: number): Promise<number> {
  const isOver = lastSeenBefore(before);
  let deleted = 0;
  // By id: an index on times would slow down every sign-up.
  const all = inChunks((after) =>
    query
      .selectFrom('subscription')
      .select(['id', isOver.as('over')])
      .where('id', '>', after)
      .orderBy('id')
      .limit(CHUNK)
      .execute(),
  );
  for await (const rows of all) {
    const found = rows.filter(({ over }) => over);
    if (found.length === 0) continue;
    deleted += await query.transaction().execute(async (trx) => {
      const over = await lockWhere(trx, found, isOver);
      for (const { key, state, withdrawn_at } of over)
        if (withdrawn_at !== null && state !== 'confirmed') await keepHash(trx, key, now);
      return removePeople(trx, among(found, isOver), now);
    });
  }
  return deleted;
}

/** Counts the people that `deletePeople` would delete. */
export async function countDeletable(query: Kysely<Tables>, before: number): Promise<number> {
  return countRows(query.selectFrom('subscription').where(lastSeenBefore(before)));
}

/** Neither came nor sent a form since `time`, according to the receipts. To its readers a newsletter counts as a form. */
function lastSeenBefore(time: number) {
  return sql<boolean>`(subscription.created_at < ${time}
    AND NOT EXISTS (SELECT 1 FROM consent_receipt r
      WHERE r.subscription_id = subscription.id AND r.event = 'given' AND r.at >= ${time})
    AND NOT (${getsNews('subscription')} AND EXISTS (SELECT 1 FROM announcement_recipient r
      WHERE r.announcement_id IN (SELECT a.id FROM announcement a WHERE ${isLetter('a')} AND a.sending_at >= ${time})
        AND r.subscription_id = subscription.id)))`;
}

type Row = { id: number };

function among(rows: readonly Row[], isSo: Expression<SqlBool>): Expression<SqlBool> {
  return sql<boolean>`subscription.id IN (${sql.join(rows.map(({ id }) => id))}) AND ${isSo}`;
}

/** Locks and returns the rows for which `isSo` still holds. Posts wait for the end of the transaction. */
async function lockWhere(trx: Transaction<Tables>, rows: readonly Row[], isSo: Expression<SqlBool>) {
  await lockPeople(
    trx,
    rows.map(({ id }) => id),
  );
  return trx
    .selectFrom('subscription')
    .select(['id', 'key', 'state', WITHDRAWN_AT.as('withdrawn_at')])
    .where(among(rows, isSo))
    .execute();
}
