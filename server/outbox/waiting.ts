import { MAIL_KINDS } from '#contract/mails.ts';
import type { MailsGo, MailsWait } from '#contract/owner/mails.ts';
import type { Kysely } from '#kysely';
import type { MailRoute } from '#server/config.ts';
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
    .where('kind', '!=', 'forward');
  return countRows(rows);
}
