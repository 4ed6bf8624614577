/** A mail provider, by the host of its mail server, and what it lets an account send. */
type MailHost = { name: string; host: RegExp; aDay?: number; aMinute?: number };

/**
 * The first that matches counts. The limits are those of the smallest usual account, as the providers' own pages
 * give them (2026); an account that is allowed more says so in MAILS_PER_DAY.
 */
const HOSTS: readonly MailHost[] = [
  { name: 'Google', host: /^smtp-relay\.gmail\.com$/, aDay: 10_000 },
  { name: 'Google', host: /(?:^|\.)(?:gmail|google|googlemail)\.com$/, aDay: 500 },
  { name: 'Microsoft 365', host: /(?:^|\.)office365\.com$/, aDay: 10_000, aMinute: 30 },
  { name: 'Outlook', host: /(?:^|\.)(?:outlook|hotmail)\.com$/, aDay: 300 },
  { name: 'Brevo', host: /(?:^|\.)(?:brevo|sendinblue)\.com$/, aDay: 300 },
  { name: 'Amazon SES', host: /(?:^|\.)amazonaws\.com$/ },
  { name: 'Mailgun', host: /(?:^|\.)mailgun\.org$/ },
  { name: 'SendGrid', host: /(?:^|\.)sendgrid\.net$/ },
  { name: 'Postmark', host: /(?:^|\.)postmarkapp\.com$/ },
  { name: 'Resend', host: /(?:^|\.)resend\.com$/, aDay: 100 },
  { name: 'Zoho', host: /(?:^|\.)zoho\.\w+$/ },
  { name: 'IONOS', host: /(?:^|\.)(?:ionos\.[a-z.]+|1and1\.[a-z.]+|1und1\.de|kundenserver\.de)$/ },
  { name: 'GMX', host: /(?:^|\.)gmx\.\w+$/ },
  { name: 'Yahoo', host: /(?:^|\.)yahoo\.[a-z.]+$/, aDay: 500 },
  { name: 'iCloud', host: /(?:^|\.)me\.com$/, aDay: 1_000 },
  { name: 'Hostinger', host: /(?:^|\.)hostinger\.com$/ },
  { name: 'OVH', host: /(?:^|\.)ovh\.(?:net|com)$/ },
  { name: 'GoDaddy', host: /(?:^|\.)secureserver\.net$/, aDay: 500 },
];

/** A tenth stays for confirmations, messages and alerts. */
const SHARE_OF_ANNOUNCEMENTS = 0.9;
const USUAL = { aDay: 5_000, aMinute: 600 };

/** The provider of a mail server; its host if unknown. */
export function providerOf(host: string): string {
  return HOSTS.find((one) => one.host.test(host))?.name ?? host;
}

/** How many mails of announcements may leave in a day or in a minute, if nothing else is set. */
export function usualLimit(smtpUrl: string | null | undefined, per: 'aDay' | 'aMinute'): number {
  const host = smtpUrl ? new URL(smtpUrl).hostname : '';
  const limit = HOSTS.find((one) => one.host.test(host))?.[per];
  return limit === undefined ? USUAL[per] : Math.floor(SHARE_OF_ANNOUNCEMENTS * limit);
}
