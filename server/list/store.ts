import { setTimeout as wait } from 'node:timers/promises';
import type { Interest } from '#contract/subscribe.ts';
import { bookValues } from '#server/books/queue-book.ts';
import type { Database } from '#server/store/database.ts';
import type { SqlValue } from '#server/store/messages.ts';
import { type FollowUp, intakeRow } from './intake.ts';
import type { NewSubscription, SubscribeStore } from './subscription.ts';

/**
 * Milliseconds an answer takes at least: a new address and a known one need other statements, with PostgreSQL another
 * transaction. Longer than both at rest, so that nobody's time tells whether an address is on the list.
 */
const LEAST_MS = 5;
/** With SQLite more at once share their commits, and their times tell nothing of one; nobody waits for longer then. */
const FEW = 8;

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
  const most = database.kind === 'sqlite' ? FEW : Infinity;
  let underWay = 0;
  function rowOf(subscription: NewSubscription): SqlValue[] {
    const time = now();
    const row = intakeRow(subscription, follow, time);
    if (books.length > 0) row.push(...bookValues(subscription, follow, books, time));
    return row;
  }
  return {
    async add(subscription) {
      const least = underWay < most ? wait(LEAST_MS) : null;
      underWay++;
      try {
        const outcome = await database.add(rowOf(subscription));
        await least;
        return outcome;
      } finally {
        underWay--;
      }
    },
  };
}
