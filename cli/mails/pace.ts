import { type Kysely, sql } from '#kysely';
import { IS_OPEN, PUT_OFF_AT_MOST_MS } from '#server/outbox/queue.ts';
import type { Tables } from '#server/store/schema.ts';
import type { Store } from '../store.ts';

const HOUR = 3_600_000;
/**
 * Mails of a kind to visitors in an hour that an operator sets going: fewer than may go (outbox/room.ts), so that those
 * of new visitors still do.
 */
const AN_HOUR = 200;
const APART = HOUR / AN_HOUR;
/** What is due later is taken for the doing of a wrong clock, and sent at once. */
const LATEST = PUT_OFF_AT_MOST_MS - 24 * HOUR;

/** Gives each mail of the kind its time, one after the other, behind those that already wait for theirs. */
export async function paceOf(
  query: Kysely<Tables>,
  kind: 'confirm' | 'book',
  now: number,
): Promise<() => number> {
  const { last } = await query
    .selectFrom('outbox')
    .select((row) => row.fn.max('due_at').as('last'))
    .where('kind', '=', kind)
    .where(IS_OPEN)
    // What has failed before has a time of its own, perhaps a day away.
    .where('state', '=', 'queued')
    // Those of visitors came before they are due.
    .whereRef('due_at', '=', 'created_at')
    .executeTakeFirstOrThrow();
  let next = Math.max(now, Number(last ?? 0) + APART);
  return () => {
    const due = Math.min(next, now + LATEST);
    next += APART;
    return due;
  };
}

/** Of PostgreSQL's advisory locks, ours for this. */
const TURN = 0x656d6273;

/**
 * The same for confirmation mails, in a transaction that stores them: until its end nobody else gives out times in this
 * way, so that two imports at once do not both send as many. SQLite lets only one write in any case.
 */
export async function paceInTurn(
  trx: Kysely<Tables>,
  database: Store['kind'],
  now: number,
): Promise<() => number> {
  if (database === 'postgres') await sql`SELECT pg_advisory_xact_lock(${TURN})`.execute(trx);
  return paceOf(trx, 'confirm', now);
}
