import type { Database } from '#server/db/database.ts';
import { type FollowUp, intakeRow } from './intake.ts';
import type { SubscribeStore } from './subscription.ts';

/** Subscriptions into the store, with all that must follow from them in the same transaction. */
export function createSubscribeStore(
  database: Pick<Database, 'add'>,
  follow: FollowUp,
  now: () => number,
): SubscribeStore {
  return { add: (subscription) => database.add(intakeRow(subscription, follow, now())) };
}
