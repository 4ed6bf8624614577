import { sql } from '#kysely';
import type { PeopleKind } from '#contract/owner/people.ts';
import type { SubscriptionTable } from '#server/store/schema.ts';
import { stateIs, stateOf } from './undeliverable.ts';

/** Same as in the counters: a suspected bot belongs to no state. */
export function kindOf(row: Pick<SubscriptionTable, 'state' | 'undeliverable_at' | 'suspect'>): PeopleKind {
  return row.suspect === null ? stateOf(row) : 'suspect';
}

/** Verbatim as in the partial index on people who left: SQLite uses it only then. */
const HAS_LEFT = sql<boolean>`state IN ('unsubscribed', 'suppressed')`;

/** The same in SQL. People who left and suspects have partial indexes. */
export function kindIs(kind: PeopleKind) {
  if (kind === 'suspect') return sql<boolean>`suspect IS NOT NULL`;
  const isKind = sql<boolean>`${stateIs(kind)} AND suspect IS NULL`;
  return kind === 'unsubscribed' || kind === 'suppressed'
    ? sql<boolean>`(${HAS_LEFT} AND ${isKind})`
    : sql<boolean>`(${isKind})`;
}
