import type { Kysely } from '#kysely';
import type { OutboxState, Tables } from '#server/store/schema.ts';
import { type Trouble, troubleOf } from './trouble.ts';

/** Such a mail has reached the person, may have, or still may: not one that failed, or was skipped as they had left. */
const REACHES: OutboxState[] = ['sent', 'unknown', 'queued', 'retry', 'claimed', 'started'];

/**
 * Ends those confirmation mails, of `ids` in such trouble, whose person has a newer one that reaches them, or is one of
 * these itself: the links of both do the same, and nobody is to be sent two. Gives their ids.
 */
export async function leaveOutOlder(
  query: Kysely<Tables>,
  ids: readonly number[],
  trouble: readonly Trouble[],
  now: number,
): Promise<number[]> {
  const left = await query
    .updateTable('outbox')
    .set({
      state: 'skipped',
      held_at: null,
      finished_at: now,
      reply: 'A newer confirmation mail has taken its place.',
    })
    .where('id', 'in', [0, ...ids])
    .where('kind', '=', 'confirm')
    .where(troubleOf(), 'in', trouble)
    .where((row) =>
      row.exists(
        row
          .selectFrom('outbox as newer')
          .select('newer.id')
          .whereRef('newer.subject', '=', 'outbox.subject')
          .where('newer.kind', '=', 'confirm')
          .whereRef('newer.id', '>', 'outbox.id')
          .where((one) =>
            one.or([
              one('newer.state', 'in', REACHES),
              one('newer.id', 'in', [0, ...ids]).and(troubleOf('newer'), 'in', trouble),
            ]),
          ),
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
