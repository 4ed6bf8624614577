import type { Kysely } from '#kysely';
import type { Tables } from '#server/db/schema.ts';
import type { Handler } from '#server/outbox/worker.ts';

const HOUR = 3_600_000;
/** Contact messages mailed to the owner in an hour: more than people write, few enough for a mailbox. */
export const OWNER_MAILS_PER_HOUR = 60;

/**
 * Holds the mail of a message that comes after 60 others within an hour, whoever they come from. Once the hour is over
 * `mails release` sends it. Counts messages, not deliveries: a mail server that was away makes nothing held.
 */
export function limitOwnerMails(query: Kysely<Tables>, now: () => number, handler: Handler): Handler {
  return async (job) => {
    const time = now();
    const sixtieth = await query
      .selectFrom('message')
      .select('created_at')
      .where('id', '<', job.subject)
      .where('suspect', 'is', null)
      .orderBy('id', 'desc')
      .offset(OWNER_MAILS_PER_HOUR - 1)
      .limit(1)
      .executeTakeFirst();
    // A time to come is from before the clock was put back: it must not hold anything for years.
    if (sixtieth && sixtieth.created_at > time - HOUR && sixtieth.created_at <= time) {
      return { outcome: 'held', reply: `More than ${OWNER_MAILS_PER_HOUR} messages came within an hour.` };
    }
    return handler(job);
  };
}
