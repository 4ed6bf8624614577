import { MAIL_KINDS } from '#contract/mails.ts';
import type { MailsGo, MailsWait } from '#contract/owner/delivery.ts';
import type { Kysely } from '#kysely';
import type { MailRoute } from '#server/base/config.ts';
import { countRows } from '#server/store/count-rows.ts';
import type { Tables } from '#server/store/schema.ts';
import { IS_OPEN } from './conditions.ts';

/** Why no mail leaves, and what to do. */
export const NO_MAIL_SERVER: Record<MailsWait, string> = {
  unset:
    'No mail server is set. Set SMTP_URL and MAIL_FROM, in the dashboard under Settings, Email delivery.',
  sealed:
    'The mail account cannot be opened: this server does not have the keys that sealed it. Restore secrets.json, or enter the account again in the dashboard under Settings, Email delivery.',
};

export function goingBy(route: MailRoute): MailsGo {
  return route.is === 'none' ? route.why : route.is;
}

/** The mails that are due but wait for a route; null: there is one. */
export async function countWaiting(
  query: Kysely<Tables>,
  route: MailRoute,
  now: number,
): Promise<{ why: MailsWait; n: number } | null> {
  return route.is === 'none' ? { why: route.why, n: await countDue(query, now) } : null;
}

const MAILS = MAIL_KINDS.filter((kind) => kind !== 'forward');

/** Counts the mails of the outbox that have left since `from` (ms since 1970). */
export function countLeft(query: Kysely<Tables>, from: number): Promise<number> {
  const rows = query
    .selectFrom('outbox')
    .where('kind', 'in', MAILS)
    .where('started_at', '>', from)
    // A retry was not sent.
    .where('state', '!=', 'retry');
  return countRows(rows);
}

/** The mails that are due. */
export function countDue(query: Kysely<Tables>, now: number): Promise<number> {
  const rows = query
    .selectFrom('outbox')
    .where(IS_OPEN)
    .where('state', 'in', ['queued', 'retry'])
    .where('due_at', '<=', now)
    .where('kind', 'in', MAILS);
  return countRows(rows);
}

/** The kinds of open rows that only another version of this program sends, and how many there are. */
export async function findForeign(query: Kysely<Tables>): Promise<{ n: number; kinds: string } | null> {
  const rows = await query
    .selectFrom('outbox')
    .select((row) => ['kind', row.fn.countAll<number>().as('n')] as const)
    .where(IS_OPEN)
    .where('kind', 'not in', MAIL_KINDS)
    .groupBy('kind')
    .orderBy('kind')
    .execute();
  if (rows.length === 0) return null;
  return {
    n: rows.reduce((sum, { n }) => sum + Number(n), 0),
    kinds: rows.map(({ kind }) => kind).join(', '),
  };
}
