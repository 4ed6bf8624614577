import type { AccountHeld } from '#contract/owner/delivery.ts';
import type { Kysely } from '#kysely';
import { providerOf } from '#server/base/mail-hosts.ts';
import { countDue } from '#server/outbox/waiting.ts';
import type { Tables } from '#server/store/schema.ts';
import { type AccountConfig, accountHash, readAccount } from './refusal.ts';

/** What the owner's mail account refuses for, and how many mails of the outbox it holds up; null: it takes mails. */
export async function readHeld(
  query: Kysely<Tables>,
  { mailRoute, mailFrom }: AccountConfig,
  now: number,
): Promise<(AccountHeld & { n: number }) | null> {
  if (mailRoute.is !== 'server') return null;
  const { refusal } = await readAccount(query, accountHash({ mailRoute, mailFrom }));
  if (refusal === null) return null;
  const { means, words, nextAt } = refusal;
  const by = providerOf(new URL(mailRoute.url).hostname);
  return { by, means, words, nextAt, n: await countDue(query, now) };
}
