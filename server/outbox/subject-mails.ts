import type { MailKind } from '#contract/mails.ts';
import { DAY } from '#contract/time.ts';
import { type Kysely, sql, type Transaction } from '#kysely';
import type { SubjectType, OutboxState, Tables } from '#server/store/schema.ts';
import { KIND } from './conditions.ts';
import { endOf } from './delivery.ts';
import type { KindRules } from './kind.ts';

/** A subscriber's mails and forwards, oldest first. Ended rows are kept for 35 days, sent books longer. */
export async function mailsOfSubject(query: Kysely<Tables>, subscription: number) {
  const rows = await query
    .selectFrom('outbox')
    .select(['id', 'kind', 'payload', 'due_at', 'finished_at', 'reply'])
    .select(sql<OutboxState | 'held'>`CASE WHEN held_at IS NOT NULL THEN 'held' ELSE state END`.as('state'))
    .where('subject_id', '=', subscription)
    .where('subject_type', '=', 'subscription')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ ...row, state: endOf(row.state, row.reply) }));
}

/**
 * Cancels unstarted mails of subscribers who left or bounced. A worker about to start one finds its lease
 * gone. `kind`: of this kind alone.
 */
export async function stopMails(
  trx: Transaction<Tables>,
  subscriptions: readonly number[],
  at: number,
  why: string,
  kind?: MailKind,
): Promise<void> {
  if (subscriptions.length === 0) return;
  await trx
    .updateTable('outbox')
    .set({ state: 'skipped', lease: null, lease_until: null })
    .set({ finished_at: at, reply: why })
    .where('subject_id', 'in', subscriptions)
    .where('subject_type', '=', 'subscription')
    .where('state', 'in', ['queued', 'retry', 'claimed'])
    .where('held_at', 'is', null)
    .$if(kind !== undefined, (rows) => rows.where(KIND, '=', kind ?? ''))
    .execute();
}

/** Deletes all rows about these erased subscribers or messages. */
export async function forgetMails(
  trx: Transaction<Tables>,
  about: SubjectType,
  subjects: readonly number[],
): Promise<void> {
  if (subjects.length === 0) return;
  await trx
    .deleteFrom('outbox')
    .where('subject_type', '=', about)
    .where('subject_id', 'in', subjects)
    .execute();
}

/** A few milliseconds each, so that concurrent sign-ups do not wait. */
const CHUNK = 500;

/** Deletes ended rows past the retention of their kind. */
export async function forgetEnded(
  query: Kysely<Tables>,
  kinds: readonly KindRules[],
  now: number,
): Promise<void> {
  for (const { name, keptDays, keepsSent } of kinds) {
    const old = query
      .selectFrom('outbox')
      .select('id')
      .where('finished_at', '<', now - keptDays * DAY)
      .where(KIND, '=', name)
      .$if(keepsSent === true, (rows) => rows.where('state', '!=', 'sent'))
      .limit(CHUNK);
    for (let more = true; more;) {
      const { numDeletedRows } = await query.deleteFrom('outbox').where('id', 'in', old).executeTakeFirst();
      more = numDeletedRows > 0n;
    }
  }
}

/** A row of the outbox by its kind, or a recipient by the announcement: its id and the person's. */
type Row = { of: string | number; id: number };

/** Returns which of these rows exist, as `kind id` or `announcement person`; of people only while they are on the list. */
export async function rowsKept(query: Kysely<Tables>, rows: readonly Row[]): Promise<Set<string>> {
  const ids = rows.map(({ id }) => id);
  const mails = await query.selectFrom('outbox').select(['id', 'kind']).where('id', 'in', ids).execute();
  const recipients = await query
    .selectFrom('announcement_recipient')
    .innerJoin('subscription', 'subscription.id', 'subscription_id')
    .select(['announcement_id', 'subscription_id'])
    // By the whole key: by its second column alone it would scan all recipients.
    .where('announcement_id', 'in', [...new Set(rows.map(({ of }) => (typeof of === 'number' ? of : 0)))])
    .where('subscription_id', 'in', ids)
    .execute();
  return new Set([
    ...mails.map(({ id, kind }) => `${kind} ${id}`),
    ...recipients.map((row) => `${row.announcement_id} ${row.subscription_id}`),
  ]);
}
