import { type Kysely, sql } from '#kysely';
import type { Database } from '#server/store/database.ts';
import type { Tables } from '#server/store/schema.ts';
import type { KindRules } from './kind.ts';
import { IS_OPEN } from './conditions.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** `due_at` of what goes before everything else: a mail brought about from where few come. */
export const FIRST = 0;

/** Milliseconds until a mail may go. */
export type MailWait = number | 'first';

export function dueAfter(now: number, wait: MailWait = 0): number {
  return wait === 'first' ? FIRST : now + wait;
}

/** More mails in an hour than a kind always may, and than so many times the usual, are a flood. */
const TIMES_THE_USUAL = 10;
/** Of these for all but those that go first: a flood leaves room for whoever comes after it. */
const SHARE_OF_OTHERS = 2 / 3;

/** How many of a kind may begin to leave now: all, and of them such as do not go first. */
export type MayLeave = { all: number; others: number };

/** A machine that posts many addresses must not make this site a source of unwanted mail. What may not leave yet waits. */
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
      // None from before the clock was put back.
      .where('started_at', '<=', time)
      // It has not left: while the mail server is away nothing is used up.
      .where('state', '!=', 'retry')
      .executeTakeFirstOrThrow();
    const usual = (Number(ofTheDay) - Number(sent)) / 23;
    const most = Math.max(always, TIMES_THE_USUAL * usual);
    const left = (limit: number) => Math.max(0, Math.floor(limit - Number(sent)));
    return { all: left(most), others: left(SHARE_OF_OTHERS * most) };
  };
}

/** What the owner sets going is put off for no longer. */
export const PUT_OFF_AT_MOST_MS = 365 * DAY;
/** What is due later is taken for the doing of a wrong clock, and sent at once. */
const LATEST = PUT_OFF_AT_MOST_MS - DAY;
/** Mails of a kind in an hour that the owner sets going: fewer than may leave, so that those of new visitors still do. */
const AN_HOUR = 200;
const APART = HOUR / AN_HOUR;

/** Gives each mail of the kind its time, one after the other, behind those that already wait for theirs. */
export async function spread(query: Kysely<Tables>, kind: string, now: number): Promise<() => number> {
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
const SPREAD_LOCK = 0x656d6273;

/**
 * The same in a transaction that stores the mails: until its end nobody else gives out times in this way, so that two
 * imports at once do not both send as many. SQLite lets only one write in any case.
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
