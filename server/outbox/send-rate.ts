import { DAY, HOUR } from '#contract/time.ts';
import { type Kysely, sql } from '#kysely';
import type { Database } from '#server/store/database.ts';
import type { Tables } from '#server/store/schema.ts';
import type { KindRules } from './kind.ts';
import { IS_OPEN } from './conditions.ts';

/** `due_at` of mails that go first: from networks with few sign-ups. */
export const FIRST = 0;

/** Milliseconds until a mail may be sent. */
export type MailWait = number | 'first';

export function dueAfter(now: number, wait: MailWait = 0): number {
  return wait === 'first' ? FIRST : now + wait;
}

/** More mails an hour than the allowance of a kind, and than this many times the usual, are a flood. */
const TIMES_THE_USUAL = 10;
/** The share for mails that do not go first: a flood leaves room for later visitors. */
const SHARE_OF_OTHERS = 2 / 3;

/** How many of a kind may start now: in total, and of those that do not go first. */
export type MayLeave = { all: number; others: number };

/** A bot that posts many addresses must not make this site a source of spam. The surplus waits. */
export function createHourlyLimit(
  query: Kysely<Tables>,
  kinds: readonly KindRules[],
  now: () => number,
): (kind: string) => Promise<MayLeave> {
  const least = new Map(kinds.map(({ name, anHour }) => [name, anHour]));
  return async (kind) => {
    const always = least.get(kind) ?? Infinity;
    if (always === Infinity) return { all: Infinity, others: Infinity };
    const time = now();
    const { sent, ofTheDay } = await query
      .selectFrom('outbox')
      .select(({ fn }) => [
        fn.countAll<number>().as('ofTheDay'),
        fn
          .countAll<number>()
          .filterWhere('started_at', '>', time - HOUR)
          .as('sent'),
      ])
      .where('kind', '=', kind)
      .where('started_at', '>', time - DAY)
      // Excludes rows from before the clock was set back.
      .where('started_at', '<=', time)
      // A retry was not sent: an outage of the mail server uses up nothing.
      .where('state', '!=', 'retry')
      .executeTakeFirstOrThrow();
    const usual = (Number(ofTheDay) - Number(sent)) / 23;
    const most = Math.max(always, TIMES_THE_USUAL * usual);
    const left = (limit: number) => Math.max(0, Math.floor(limit - Number(sent)));
    return { all: left(most), others: left(SHARE_OF_OTHERS * most) };
  };
}

/** The longest delay of mails that the owner triggers. */
export const PUT_OFF_AT_MOST_MS = 365 * DAY;
/** A later due time is blamed on a wrong clock, and the mail is sent at once. */
const LATEST = PUT_OFF_AT_MOST_MS - DAY;
/** Mails of a kind an hour that the owner triggers: fewer than allowed, to leave room for new visitors. */
const AN_HOUR = 200;
const APART = HOUR / AN_HOUR;

/** Assigns due times one after the other, behind mails already waiting for theirs. */
export async function spread(query: Kysely<Tables>, kind: string, now: number): Promise<() => number> {
  const { last } = await query
    .selectFrom('outbox')
    .select((row) => row.fn.max('due_at').as('last'))
    .where('kind', '=', kind)
    .where(IS_OPEN)
    // A retry has its own time, perhaps a day away.
    .where('state', '=', 'queued')
    // Visitors' mails are created before they are due.
    .whereRef('due_at', '=', 'created_at')
    .executeTakeFirstOrThrow();
  let next = Math.max(now, Number(last ?? 0) + APART);
  return () => {
    const due = Math.min(next, now + LATEST);
    next += APART;
    return due;
  };
}

/** The key of a PostgreSQL advisory lock. */
const SPREAD_LOCK = 0x656d6273;

/**
 * The same in the transaction that stores the mails: holds a lock until it ends, so that two concurrent
 * imports do not both use the rate. SQLite has a single writer anyway.
 */
export async function spreadAlone(
  trx: Kysely<Tables>,
  database: Database['kind'],
  kind: string,
  now: number,
): Promise<() => number> {
  if (database === 'postgres') await sql`SELECT pg_advisory_xact_lock(${SPREAD_LOCK})`.execute(trx);
  return spread(trx, kind, now);
}
