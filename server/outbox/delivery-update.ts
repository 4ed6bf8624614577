import { type Kysely, sql, type Transaction } from '#kysely';
import type { Tables } from '#server/store/schema.ts';
import { KIND } from './conditions.ts';
import type { DeliveryUpdate } from './delivery.ts';

/** A started mail to a subscriber. `isKnown`: its outcome is known. */
type StartedMail = { id: number; person: number; startedAt: number; isKnown: boolean };

type Which =
  | { kind: string; id: number }
  | { kinds: readonly string[]; person: number; from: number; until: number };

/** Finds this row, or the newest of these kinds that began within a period. */
export async function findStartedMail(query: Kysely<Tables>, which: Which): Promise<StartedMail | null> {
  let rows = query
    .selectFrom('outbox')
    .select(['id', 'subject_id', 'started_at', 'state'])
    .where('subject_type', '=', 'subscription')
    .where('started_at', 'is not', null);
  if ('id' in which) rows = rows.where('id', '=', which.id).where('kind', '=', which.kind);
  else
    rows = rows
      .where('subject_id', '=', which.person)
      .where(KIND, 'in', which.kinds)
      .where('started_at', '>=', which.from)
      .where('started_at', '<=', which.until);
  const row = await rows.orderBy('started_at', 'desc').limit(1).executeTakeFirst();
  if (row?.subject_id == null || row.started_at === null) return null;
  const { id, subject_id: person, started_at: startedAt, state } = row;
  return { id, person, startedAt, isKnown: !['unknown', 'retry'].includes(state) };
}

/**
 * Applies a delivery event. An unknown outcome becomes known and is not retried. A bounced mail stays `sent`:
 * the address is wrong, not our sending, and alarms are for what the owner can fix. False: no news.
 */
export async function updateMail(
  trx: Transaction<Tables>,
  { id }: StartedMail,
  { outcome, reply }: DeliveryUpdate,
  now: number,
): Promise<boolean> {
  const row = trx.updateTable('outbox').set({ reply }).where('id', '=', id);
  if (outcome !== 'noted') {
    const { numUpdatedRows } = await row
      .set({ state: outcome, finished_at: sql`coalesce(finished_at, ${now})` })
      .where((is) =>
        is.or([
          is('state', '=', 'unknown'),
          is.and([is('state', '=', 'retry'), is('unknown_attempts', '>', 0)]),
        ]),
      )
      .executeTakeFirst();
    if (numUpdatedRows > 0n || outcome === 'sent') return numUpdatedRows > 0n;
  }
  const { numUpdatedRows } = await row
    .where('state', '=', 'sent')
    .where('reply', 'is distinct from', reply)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
