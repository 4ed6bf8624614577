import type { Kysely } from '#kysely';
import type { PeopleKind } from '#contract/owner/people.ts';
import type { Tables } from '#server/store/schema.ts';

/** Reads the counters that the store maintains: counting a million rows would take long. */
export async function countByKind(query: Kysely<Tables>): Promise<Record<PeopleKind, number>> {
  const rows = await query.selectFrom('counter').selectAll().execute();
  const counted = { pending: 0, confirmed: 0, unsubscribed: 0, suppressed: 0, undeliverable: 0, suspect: 0 };
  for (const { name, n } of rows) counted[name] = Number(n);
  return counted;
}
