import type { AccountHeld } from '#contract/owner/mails.ts';
import type { Kysely } from '#kysely';
import type { MailRoute } from '#server/config.ts';
import { countDue } from '#server/outbox/waiting.ts';
import type { Tables } from '#server/store/schema.ts';
import { accountOf, readAccount } from './refusal.ts';

/** As owners call them, by the host of their mail server. */
const NAMES: readonly [RegExp, string][] = [
  [/(?:^|\.)(?:gmail|google|googlemail)\.com$/, 'Google'],
  [/(?:^|\.)(?:office365|outlook|hotmail)\.com$/, 'Microsoft 365'],
  [/(?:^|\.)(?:brevo|sendinblue)\.com$/, 'Brevo'],
  [/(?:^|\.)amazonaws\.com$/, 'Amazon SES'],
  [/(?:^|\.)mailgun\.org$/, 'Mailgun'],
  [/(?:^|\.)sendgrid\.net$/, 'SendGrid'],
  [/(?:^|\.)postmarkapp\.com$/, 'Postmark'],
  [/(?:^|\.)resend\.com$/, 'Resend'],
  [/(?:^|\.)zoho\.\w+$/, 'Zoho'],
  [/(?:^|\.)(?:ionos\.\S+|1and1\.\S+|1und1\.de|kundenserver\.de)$/, 'IONOS'],
  [/(?:^|\.)gmx\.\w+$/, 'GMX'],
  [/(?:^|\.)yahoo\.\w+$/, 'Yahoo'],
  [/(?:^|\.)me\.com$/, 'iCloud'],
  [/(?:^|\.)hostinger\.com$/, 'Hostinger'],
  [/(?:^|\.)ovh\.(?:net|com)$/, 'OVH'],
  [/(?:^|\.)secureserver\.net$/, 'GoDaddy'],
];

/** The provider of a mail server; its host if unknown. */
export function providerOf(host: string): string {
  return NAMES.find(([pattern]) => pattern.test(host))?.[1] ?? host;
}

type With = { mailRoute: MailRoute; mailFrom: string };

/** What the owner's mail account refuses for, and how many mails of the outbox it holds up; null: it takes mails. */
export async function readHeld(
  query: Kysely<Tables>,
  { mailRoute, mailFrom }: With,
  now: number,
): Promise<(AccountHeld & { n: number }) | null> {
  if (mailRoute.is !== 'server') return null;
  const { refusal } = await readAccount(query, accountOf({ mailRoute, mailFrom }));
  if (refusal === null) return null;
  const { means, words, nextAt } = refusal;
  const by = providerOf(new URL(mailRoute.url).hostname);
  return { by, means, words, nextAt, n: await countDue(query, now) };
}
