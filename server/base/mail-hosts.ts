/** How many mails an account may send, of every kind; null: as many as fit. `mailConnections`: at the same time. */
export type MailLimits = {
  mailsAMinute: number;
  mailsAnHour: number | null;
  mailsADay: number;
  mailConnections: number;
};

/** A mail provider, by the host of its mail server, and what it lets an account send. */
type MailHost = { name: string; host: RegExp } & Partial<MailLimits>;

/**
 * The first that matches counts. The limits are those of the smallest usual account, as the providers' own pages
 * give them (2026); who has a larger account says so in Settings.
 */
const HOSTS: readonly MailHost[] = [
  { name: 'Google', host: /^smtp-relay\.gmail\.com$/, mailsADay: 10_000 },
  { name: 'Google', host: /(?:^|\.)(?:gmail|google|googlemail)\.com$/, mailsADay: 500 },
  {
    name: 'Microsoft 365',
    host: /(?:^|\.)office365\.com$/,
    mailsADay: 10_000,
    mailsAMinute: 30,
    mailConnections: 3,
  },
  { name: 'Outlook', host: /(?:^|\.)(?:outlook|hotmail)\.com$/, mailsADay: 300 },
  { name: 'Brevo', host: /(?:^|\.)(?:brevo|sendinblue)\.com$/, mailsADay: 300 },
  { name: 'Amazon SES', host: /(?:^|\.)amazonaws\.com$/ },
  { name: 'Mailgun', host: /(?:^|\.)mailgun\.org$/ },
  { name: 'SendGrid', host: /(?:^|\.)sendgrid\.net$/ },
  { name: 'Postmark', host: /(?:^|\.)postmarkapp\.com$/ },
  { name: 'Resend', host: /(?:^|\.)resend\.com$/, mailsADay: 100 },
  { name: 'Zoho', host: /(?:^|\.)zoho\.\w+$/ },
  { name: 'IONOS', host: /(?:^|\.)(?:ionos\.[a-z.]+|1and1\.[a-z.]+|1und1\.de|kundenserver\.de)$/ },
  { name: 'GMX', host: /(?:^|\.)gmx\.\w+$/ },
  { name: 'Yahoo', host: /(?:^|\.)yahoo\.[a-z.]+$/, mailsADay: 500 },
  { name: 'iCloud', host: /(?:^|\.)me\.com$/, mailsADay: 1_000 },
  { name: 'Hostinger', host: /(?:^|\.)hostinger\.com$/ },
  { name: 'OVH', host: /(?:^|\.)ovh\.(?:net|com)$/, mailsAnHour: 200 },
  { name: 'GoDaddy', host: /(?:^|\.)secureserver\.net$/, mailsADay: 500 },
];

const USUAL: MailLimits = { mailsAMinute: 600, mailsAnHour: null, mailsADay: 5_000, mailConnections: 12 };

/** The provider of a mail server; its host if unknown. */
export function providerOf(host: string): string {
  return HOSTS.find((one) => one.host.test(host))?.name ?? host;
}

/** What an account of this mail server may send, as far as is known. */
export function usualLimits(smtpUrl: string | null | undefined): MailLimits {
  const host = smtpUrl ? new URL(smtpUrl).hostname : '';
  return { ...USUAL, ...HOSTS.find((one) => one.host.test(host)) };
}

/** A tenth stays for confirmations, messages and alerts. */
const SHARE_OF_ANNOUNCEMENTS = 0.9;

/** What of it announcements may use. An hour's share is spread over its minutes. */
export function shareOfAnnouncements(limits: MailLimits): MailLimits {
  const share = (limit: number) => Math.max(1, Math.floor(SHARE_OF_ANNOUNCEMENTS * limit));
  const mailsAnHour = limits.mailsAnHour === null ? null : share(limits.mailsAnHour);
  return {
    mailsAMinute: Math.min(share(limits.mailsAMinute), (mailsAnHour ?? Infinity) / 60),
    mailsAnHour,
    mailsADay: Math.min(share(limits.mailsADay), 24 * (mailsAnHour ?? Infinity)),
    mailConnections: Math.max(1, Math.floor(limits.mailConnections / 2)),
  };
}
