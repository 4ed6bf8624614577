import type { Kysely } from 'kysely';
import type { Tables } from '#server/db/schema.ts';

const DAY = 24 * 60 * 60 * 1000;
/** Longer than any rule looks back on mails sent to one address. */
const OUTBOX_DAYS = 35;
/** A few milliseconds of work each, so that nobody who subscribes meanwhile waits. */
const CHUNK = 500;

/**
 * Deletes what is kept no longer: addresses nobody has confirmed after `unconfirmedDays` (they never consented for
 * sure), and what the outbox remembers of finished work. Gives the number of addresses deleted.
 */
export async function applyRetention(
  query: Kysely<Tables>,
  unconfirmedDays: number,
  now: number,
): Promise<number> {
  const expired = query
    .selectFrom('subscription')
    .select('id')
    .where('state', '=', 'pending')
    .where('created_at', '<', now - unconfirmedDays * DAY);
  const deleted = await inChunks(async () => {
    const rows = await expired.limit(CHUNK).execute();
    if (rows.length === 0) return 0;
    const ids = rows.map(({ id }) => id);
    await query.transaction().execute(async (trx) => {
      await trx
        .deleteFrom('outbox')
        .where('kind', 'in', ['confirm', 'forward'])
        .where('subject', 'in', ids)
        .execute();
      // Somebody may have confirmed in between.
      await trx.deleteFrom('subscription').where('id', 'in', ids).where('state', '=', 'pending').execute();
    });
    return rows.length;
  });
  await inChunks(async () => {
    const old = query
      .selectFrom('outbox')
      .select('id')
      .where('finished_at', '<', now - OUTBOX_DAYS * DAY)
      // These still wait for the owner's word.
      .where('state', '!=', 'held')
      .limit(CHUNK);
    const { numDeletedRows } = await query.deleteFrom('outbox').where('id', 'in', old).executeTakeFirst();
    return Number(numDeletedRows);
  });
  return deleted;
}

/** Until a chunk was not full. */
async function inChunks(work: () => Promise<number>): Promise<number> {
  for (let total = 0; ;) {
    const done = await work();
    total += done;
    if (done < CHUNK) return total;
  }
}
