import { setTimeout as wait } from 'node:timers/promises';
import type { Interest } from '#contract/subscribe.ts';
import { bookValues } from '#server/books/queue-book.ts';
import type { Database } from '#server/db/database.ts';
import { type FollowUp, intakeRow } from './intake.ts';
import type { SubscribeStore } from './subscription.ts';

/**
 * Milliseconds an answer takes at least with PostgreSQL, where a known address needs a second transaction: longer than
 * both at rest, so that nobody's time tells whether an address is on the list. Under load answers take longer anyway.
 */
const LEAST_MS = 5;

/**
 * Subscriptions into the store, with all that must follow from them in the same transaction. `books`: those that are
 * handed out, as the database was opened with.
 */
export function createSubscribeStore(
  database: Pick<Database, 'kind' | 'add'>,
  follow: FollowUp,
  now: () => number,
  books: readonly Interest[] = [],
): SubscribeStore {
  const add: SubscribeStore['add'] = (subscription) => {
    const row = intakeRow(subscription, follow, now());
    if (books.length > 0) row.push(...bookValues(subscription, follow, books));
    return database.add(row);
  };
  if (database.kind === 'sqlite') return { add };
  return {
    async add(subscription) {
      const least = wait(LEAST_MS);
      const outcome = await add(subscription);
      await least;
      return outcome;
    },
  };
}
