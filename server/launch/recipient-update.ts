import { type Kysely, sql, type Transaction } from '#kysely';
import { IS_WAITING } from '#server/list/announced.ts';
import type { DeliveryUpdate } from '#server/outbox/delivery.ts';
import type { Tables } from '#server/store/schema.ts';

/** A started mail of one announcement to one person. `isKnown`: its outcome is known. */
type StartedRecipient = { announcement: number; person: number; startedAt: number; isKnown: boolean };

type Which = { person: number } & ({ announcement: number } | { from: number; until: number });

/** Finds the mail of this announcement, or the newest that began within a period. */
export async function findStarted(query: Kysely<Tables>, which: Which): Promise<StartedRecipient | null> {
  let rows = query
    .selectFrom('announcement_recipient')
    .select(['announcement_id', 'subscription_id', 'started_at'])
    .select(IS_OPEN.as('isOpen'))
    // By the whole key, so that SQLite looks it up for each announcement.
    .where('announcement_id', 'in', (all) => all.selectFrom('announcement').select('id'))
    .where('subscription_id', '=', which.person)
    .where('started_at', 'is not', null);
  if ('announcement' in which) rows = rows.where('announcement_id', '=', which.announcement);
  else rows = rows.where('started_at', '>=', which.from).where('started_at', '<=', which.until);
  const row = await rows.orderBy('started_at', 'desc').limit(1).executeTakeFirst();
  if (row?.started_at == null) return null;
  const { announcement_id: announcement, subscription_id: person, started_at: startedAt } = row;
  return { announcement, person, startedAt, isKnown: !row.isOpen };
}

/** The outcome is not known yet, even if a retry is due. */
const IS_OPEN = sql<boolean>`(state IN ('unknown', 'started') OR (${IS_WAITING} AND unknown_since IS NOT NULL))`;

/**
 * Applies a delivery event: an unknown outcome becomes known, and a sent mail may bounce. It counts while the
 * mail is under way too: the sender then changes only what is not known. Returns false if nothing is new.
 */
export async function updateRecipient(
  trx: Transaction<Tables>,
  { announcement, person }: StartedRecipient,
  { outcome, reply }: DeliveryUpdate,
  now: number,
): Promise<boolean> {
  const row = trx
    .updateTable('announcement_recipient')
    .set({ reply })
    .where('announcement_id', '=', announcement)
    .where('subscription_id', '=', person);
  const { numUpdatedRows } =
    outcome === 'noted'
      ? await row.where('state', '=', 'sent').where('reply', 'is distinct from', reply).executeTakeFirst()
      : await row
          .set({ state: outcome, finished_at: sql`coalesce(finished_at, ${now})`, lease_until: null })
          .where(outcome === 'sent' ? IS_OPEN : sql<boolean>`(state = 'sent' OR ${IS_OPEN})`)
          .executeTakeFirst();
  return numUpdatedRows > 0n;
}
