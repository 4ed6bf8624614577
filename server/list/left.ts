import { sql } from '#kysely';

/**
 * When somebody said last that they want no mail, else null. Who is `pending` all the same came back by a form, which
 * anybody can send. Not EXISTS: for a chunk PostgreSQL would read the receipts of all.
 */
export const WITHDRAWN_AT = sql<number | null>`(SELECT max(r.at) FROM consent_receipt r
  WHERE r.subscription_id = subscription.id AND r.event = 'withdrawn')`;

export const NEVER_LEFT = sql<boolean>`${WITHDRAWN_AT} IS NULL`;

/** Confirmed, or waiting to be and never left: who may be on a list that is taken elsewhere. */
export const IS_ON_LIST = sql<boolean>`(subscription.state = 'confirmed'
  OR subscription.state = 'pending' AND ${NEVER_LEFT})`;

/** When a `pending` person had left; null for all others. */
export const HAD_LEFT_AT = sql<
  number | null
>`CASE WHEN subscription.state = 'pending' THEN ${WITHDRAWN_AT} END`;
