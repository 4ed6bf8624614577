import type { Kysely } from '#kysely';
import type { Language } from '#contract/language.ts';
import type { Day } from '#server/base/days.ts';
import type { Tables } from '#server/store/schema.ts';

/** Returns the recipient of an owner's weekly summary; null if the owner gets none. */
export async function findReader(
  query: Kysely<Tables>,
  id: number,
): Promise<{ email: string; language: Language } | null> {
  const owner = await readers(query).where('id', '=', id).executeTakeFirst();
  return owner?.email == null ? null : { email: owner.email, language: owner.language };
}

/** Queues this Monday's summary once for each owner who wants one. Returns the number queued. */
export async function queueSummaries(
  query: Kysely<Tables>,
  kind: string,
  monday: Day,
  now: number,
): Promise<number> {
  const owners = await readers(query).execute();
  if (owners.length === 0) return 0;
  const rows = owners.map(({ id }) => ({ owner: id, dedupKey: `${kind}:${monday}:${id}` }));
  // Usually they are all there: reading first avoids a write.
  const there = await query
    .selectFrom('outbox')
    .select('dedup_key')
    .where(
      'dedup_key',
      'in',
      rows.map(({ dedupKey }) => dedupKey),
    )
    .execute();
  const missing = rows.filter(({ dedupKey }) => !there.some((row) => row.dedup_key === dedupKey));
  if (missing.length === 0) return 0;
  const { numInsertedOrUpdatedRows = 0n } = await query
    .insertInto('outbox')
    .values(
      missing.map(({ owner, dedupKey }) => {
        const payload = JSON.stringify({ owner, monday });
        return { kind, subject_type: null, dedup_key: dedupKey, payload, due_at: now, created_at: now };
      }),
    )
    .onConflict((conflict) => conflict.column('dedup_key').where('dedup_key', 'is not', null).doNothing())
    .executeTakeFirstOrThrow();
  return Number(numInsertedOrUpdatedRows);
}

function readers(query: Kysely<Tables>) {
  return query
    .selectFrom('owner')
    .select(['id', 'email', 'language'])
    .where('weekly_summary', '=', 1)
    .where('email', 'is not', null)
    .where('signed_in_at', 'is not', null);
}
