import { DAY, HOUR } from '#contract/time.ts';
import type { Kysely } from '#kysely';
import type { MailLimits } from '#server/base/mail-hosts.ts';
import { countLeft } from '#server/outbox/waiting.ts';
import type { Tables } from '#server/store/schema.ts';
import { countStarted } from './ledger.ts';

/**
 * How many mails of announcements may start before the account's limits: its mails of every kind count, whoever sends
 * them. `limits`: what announcements may use of it. A day is the last 24 hours: wherever a provider’s day begins, no day
 * of its own gets more.
 */
export async function readAllowance(
  query: Kysely<Tables>,
  { mailsAnHour, mailsADay }: MailLimits,
  now: number,
): Promise<{ ofHour: number; ofDay: number }> {
  const left = async (limit: number | null, ms: number) =>
    limit === null ? Infinity : Math.max(0, limit - (await countAll(query, now - ms)));
  return { ofHour: await left(mailsAnHour, HOUR), ofDay: await left(mailsADay, DAY) };
}

async function countAll(query: Kysely<Tables>, from: number): Promise<number> {
  return (await countStarted(query, from)) + (await countLeft(query, from));
}
