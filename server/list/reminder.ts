import { DAY, HOUR } from '#contract/time.ts';
import { type Kysely, sql, type Transaction } from '#kysely';
import type { Tables } from '#server/store/schema.ts';
import { IMPORTED } from './receipts.ts';

/** People mailed longer ago, e.g. before an outage, get no reminder. */
const LATEST_MS = 7 * DAY;
const CHUNK = 500;

/** The payload that marks a reminder among confirmation mails. */
export const REMINDER = 'reminder';

const IS_NEWEST = sql<boolean>`NOT EXISTS (SELECT 1 FROM outbox newer
  WHERE newer.subject_id = person.id AND newer.kind = 'confirm' AND newer.id > mail.id)`;

/**
 * Queues a reminder for people whose confirmation mail left `days` ago, or will have within the hour, and who
 * have not confirmed: once each, ever. Excludes suspects and imported people, who did not ask. `now`:
 * milliseconds since 1970. Returns their number.
 */
export async function queueReminders(query: Kysely<Tables>, days: number, now: number): Promise<number> {
  for (let total = 0; ;) {
    const queued = await query.transaction().execute((trx) => queueSome(trx, days * DAY, now));
    total += queued;
    if (queued < CHUNK) return total;
  }
}

async function queueSome(trx: Transaction<Tables>, after: number, now: number): Promise<number> {
  const due = await trx
    .selectFrom('outbox as mail')
    .innerJoin('subscription as person', 'person.id', 'mail.subject_id')
    .select(['person.id', 'mail.started_at'])
    .where('mail.kind', '=', 'confirm')
    .where('mail.state', '=', 'sent')
    .where('mail.started_at', '>', now - after - LATEST_MS)
    .where('mail.started_at', '<=', now - after + HOUR)
    .where('person.state', '=', 'pending')
    .where('person.suspect', 'is', null)
    .where('person.consent', 'is distinct from', IMPORTED)
    .where('person.reminded_at', 'is', null)
    .where(IS_NEWEST)
    .limit(CHUNK)
    .execute();
  if (due.length === 0) return 0;
  // Other processes do the same: the one that marks a person queues the mail.
  const marked = await trx
    .updateTable('subscription')
    .set({ reminded_at: now })
    .where(
      'id',
      'in',
      due.map(({ id }) => id),
    )
    .where('state', '=', 'pending')
    .where('reminded_at', 'is', null)
    .returning('id')
    .execute();
  if (marked.length === 0) return 0;
  const ids = new Set(marked.map(({ id }) => id));
  const mails = due.flatMap(({ id: subject_id, started_at }) => {
    // Spread over the hour like the first mails: nobody who signs up now waits behind all of them.
    const at = Math.max(now, Number(started_at) + after);
    return ids.has(subject_id)
      ? [{ kind: 'confirm', payload: REMINDER, subject_id, due_at: at, created_at: at }]
      : [];
  });
  await trx.insertInto('outbox').values(mails).execute();
  return marked.length;
}
