import type { Kysely } from '#kysely';
import type { OutboxState, Tables } from '#server/db/schema.ts';

/**
 * Ends those confirmation mails, of `ids` in these states, whose person has a newer one: the links of both do the same, and
 * nobody is to be sent two. Gives their ids.
 */
export async function leaveOutOlder(
  query: Kysely<Tables>,
  ids: readonly number[],
  states: readonly OutboxState[],
  now: number,
): Promise<number[]> {
  const left = await query
    .updateTable('outbox')
    .set({ state: 'skipped', finished_at: now, reply: 'A newer confirmation mail has taken its place.' })
    .where('id', 'in', [0, ...ids])
    .where('kind', '=', 'confirm')
    .where('state', 'in', states)
    .where((row) =>
      row.exists(
        row
          .selectFrom('outbox as newer')
          .select('newer.id')
          .whereRef('newer.subject', '=', 'outbox.subject')
          .where('newer.kind', '=', 'confirm')
          .whereRef('newer.id', '>', 'outbox.id')
          // That one sent nothing: the person had left, and has come back.
          .where('newer.state', '<>', 'skipped'),
      ),
    )
    .returning('id')
    .execute();
  return left.map(({ id }) => id);
}

/** What is said of them, if there are any. */
export function saidOfOlder(count: number): string[] {
  return count === 0 ? [] : [`${count} left out: the same person has a newer confirmation mail.`];
}
