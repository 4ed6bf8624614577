import type { Kysely } from '#kysely';
import type { OutboxKind, Tables } from '#server/store/schema.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** `due_at` of what goes before everything else: a mail brought about from where few come. */
export const FIRST = 0;

/** Milliseconds until a mail may go. */
export type MailWait = number | 'first';

export function dueAfter(now: number, wait: MailWait = 0): number {
  return wait === 'first' ? FIRST : now + wait;
}

/** Mails an hour that may always go: a small site's best day, not a flood. More than ten times the usual is a flood. */
export const MAILS_PER_HOUR: Record<OutboxKind, number> = {
  confirm: 300,
  book: 300,
  message: 60,
  forward: Infinity,
  alarm: Infinity,
};
const TIMES_THE_USUAL = 10;
/** Of these for all but those that go first: a flood leaves room for whoever comes after it. */
const SHARE_OF_OTHERS = 2 / 3;

/** How many may begin to leave now: all, and of them such as do not go first. */
export type Room = { all: number; others: number };

/** A machine that posts many addresses must not make this site a source of unwanted mail. What finds no room waits. */
export function createRoom(query: Kysely<Tables>, now: () => number): (kind: OutboxKind) => Promise<Room> {
  return async (kind) => {
    const least = MAILS_PER_HOUR[kind];
    if (least === Infinity) return { all: Infinity, others: Infinity };
    const time = now();
    const sent = await countStarted(query, kind, time - HOUR, time);
    const before = await countStarted(query, kind, time - DAY, time - HOUR);
    const most = Math.max(least, (TIMES_THE_USUAL * before) / 23);
    const left = (limit: number) => Math.max(0, Math.floor(limit - sent));
    return { all: left(most), others: left(SHARE_OF_OTHERS * most) };
  };
}

/** How many began to leave after `from` and not after `to`: with `to` the present none from before the clock was put back. */
async function countStarted(
  query: Kysely<Tables>,
  kind: OutboxKind,
  from: number,
  to: number,
): Promise<number> {
  const row = await query
    .selectFrom('outbox')
    .select((outbox) => outbox.fn.countAll<number>().as('n'))
    .where('kind', '=', kind)
    .where('started_at', '>', from)
    .where('started_at', '<=', to)
    // It has not left: while the mail server is away nothing is used up.
    .where('state', '!=', 'retry')
    .executeTakeFirst();
  return Number(row?.n ?? 0);
}
