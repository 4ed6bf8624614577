import type { Kysely } from '#kysely';
import type { Tables } from '#server/db/schema.ts';

const DAY = 24 * 60 * 60 * 1000;
/** A few milliseconds of work each, so that nobody who writes meanwhile waits. */
const CHUNK = 500;

/**
 * Deletes the messages that were held as a robot's for `days` and that nobody released. All others stay until they are
 * erased. Gives the number of messages deleted. `now`: milliseconds since 1970.
 */
export async function deleteSuspectMessages(
  query: Kysely<Tables>,
  days: number,
  now: number,
): Promise<number> {
  for (let total = 0; ;) {
    const old = query
      .selectFrom('message')
      .select('id')
      .where('suspect', 'is not', null)
      .where('created_at', '<', now - days * DAY)
      .orderBy('id')
      .limit(CHUNK);
    const { numDeletedRows } = await query
      .deleteFrom('message')
      .where('id', 'in', old)
      // Somebody may have released it in between.
      .where('suspect', 'is not', null)
      .executeTakeFirst();
    total += Number(numDeletedRows);
    if (numDeletedRows === 0n) return total;
  }
}
