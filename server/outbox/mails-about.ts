import type { Kysely } from '#kysely';
import type { Tables } from '#server/store/schema.ts';

/** What became of each mail and forward of a subscriber, oldest first. Ends of more than 35 days ago are forgotten. */
export function mailsAbout(query: Kysely<Tables>, subscription: number) {
  return query
    .selectFrom('outbox')
    .select(['id', 'kind', 'state', 'due_at', 'finished_at', 'reply'])
    .where('subject', '=', subscription)
    .where('kind', 'in', ['confirm', 'book', 'forward'])
    .orderBy('id')
    .execute();
}
