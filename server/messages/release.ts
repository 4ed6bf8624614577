import type { Kysely, Transaction } from '#kysely';
import { dueAfter, type MailWait } from '#server/outbox/send-rate.ts';
import type { Tables } from '#server/store/schema.ts';

/** Releases a suspected message to the owner. `now`: milliseconds since 1970. */
export async function releaseMessage(
  query: Kysely<Tables>,
  id: number,
  now: number,
): Promise<'released' | 'not-held' | 'unknown'> {
  return query.transaction().execute(async (trx) => {
    if (await clearSuspicion(trx, id, now)) return 'released';
    const row = await trx.selectFrom('message').select('id').where('id', '=', id).executeTakeFirst();
    return row ? 'not-held' : 'unknown';
  });
}

/** Clears the suspicion and queues the mail to the owner. Returns false if it was not a suspect. */
export async function clearSuspicion(
  trx: Transaction<Tables>,
  id: number,
  now: number,
  wait?: MailWait,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('message')
    .set({ suspect: null })
    .where('id', '=', id)
    .where('suspect', 'is not', null)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) await queueMail(trx, id, now, wait);
  return numUpdatedRows > 0n;
}

export async function queueMail(
  trx: Transaction<Tables>,
  id: number,
  now: number,
  wait?: MailWait,
): Promise<void> {
  await trx
    .insertInto('outbox')
    .values({
      kind: 'message',
      subject_type: 'message',
      subject_id: id,
      due_at: dueAfter(now, wait),
      created_at: now,
    })
    .execute();
}
