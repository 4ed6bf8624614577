import { amount } from '#server/base/amount.ts';
import { type CheckFinding, levelOf } from '#contract/owner/launch.ts';
import { NO_MAIL_SERVER } from '#server/outbox/waiting.ts';
import { LARGEST_MAIL } from '#server/launch/rehearsal.ts';
import type { ReportLine, ReportLines } from '../doctor/say.ts';

type Values = Record<string, string>;

/** The subject of each finding of the launch check, and what to do. */
const SENTENCES = {
  'settings-ok': ['settings', () => 'can be used'],
  'setting-careless': ['settings', ({ text = '' }) => text],
  'setting-wrong': ['settings', ({ text = '' }) => text],
  'pages-ok': ['pages', ({ n }) => amount(Number(n), 'page')],
  'pages-old': ['pages', ({ text = '' }) => text],
  'pages-broken': ['mails', ({ text = '' }) => text],
  'template-kept': ['template', ({ text = '' }) => `Still the template’s. Change: ${text}`],
  'not-asked': [
    'newsletter',
    () =>
      'The launch email doesn’t ask who wants the newsletter, and later nobody may be asked. Decide in the dashboard: Site, Agency details.',
  ],
  'words-ok': ['words', ({ languages }) => `complete; languages: ${languages}`],
  'words-lacking': [
    'words',
    ({ part, language }) =>
      `The ${part} in "${language}" is missing or too long. Change it in the dashboard, under Launch.`,
  ],
  'words-link': [
    'words',
    ({ link, language }) =>
      `The text in "${language}" has a link to ${link}. Start it with https://, or name a page such as /contact.`,
  ],
  'picture-missing': [
    'words',
    () => 'The picture is not in the database. Choose or remove it in the dashboard, beside the text.',
  ],
  'mails-ok': ['mails', sayMade],
  'mails-nobody': ['mails', () => 'Nobody has confirmed yet: nobody would be emailed.'],
  'not-made': flaw('could not be generated. Run "npm run build", then check MAIL_FROM and SITE_URL.'),
  'no-address': flaw('have an invalid address. Erase it from the list.'),
  'no-subject': flaw('have no subject. Add one in the dashboard, under Launch.'),
  'value-missing': flaw('show {{a name}} instead of a value. Check your text, then run "npm run build".'),
  'bad-header': flaw('have headers that mail servers cannot read. Check MAIL_FROM and the subject.'),
  'no-unsubscribe': flaw('lack the one-click unsubscribe link. Run "npm run build" and check SITE_URL.'),
  'bad-link': flaw('have a broken link. Check your text and SITE_URL.'),
  'too-large': flaw(
    `are larger than ${LARGEST_MAIL / 1000} kB, so Gmail would cut them off. Shorten your text.`,
  ),
  'server-ok': ['sending', () => 'the mail server accepts our emails'],
  'server-files': [
    'sending',
    ({ folder }) =>
      `MAILS=files, for development: emails are saved as files in ${folder}, and nobody gets them. Set SMTP_URL.`,
  ],
  'server-none': ['sending', () => NO_MAIL_SERVER.unset],
  'server-sealed': ['sending', () => NO_MAIL_SERVER.sealed],
  'server-refuses': ['sending', ({ text }) => `${text}. Check SMTP_URL.`],
  'spf-ok': ['spf', ({ domain, n }) => `${domain} authorises your servers, with ${n} of 10 lookups`],
  'spf-missing': [
    'spf',
    ({ domain }) => `${domain} has no SPF record. Add the TXT record of your mail provider.`,
  ],
  'spf-several': [
    'spf',
    ({ domain }) =>
      `Several SPF records: receivers ignore them all. Merge them into one, for ${domain} and its includes.`,
  ],
  'spf-too-many': [
    'spf',
    ({ domain }) => `${domain} needs more than 10 lookups, and receivers give up. Remove an unused include.`,
  ],
  'spf-broken': [
    'spf',
    ({ domain, at }) => `The SPF record of ${domain} includes ${at}, which has none. Remove it.`,
  ],
  'dkim-ok': ['dkim', ({ key }) => `the key is at ${key}`],
  'dkim-missing': [
    'dkim',
    ({ key }) => `No key at ${key}. Add its TXT record, or fix DKIM_SELECTOR and DKIM_DOMAIN.`,
  ],
  'dkim-revoked': ['dkim', ({ key }) => `The key at ${key} was revoked. Publish a new one.`],
  'dkim-other-key': [
    'dkim',
    ({ key }) => `The key at ${key} does not match DKIM_KEY_FILE. Publish its public key there.`,
  ],
  'dkim-other-domain': [
    'dkim',
    ({ domain }) => `DKIM_DOMAIN is ${domain}, which does not match MAIL_FROM: DMARC ignores it.`,
  ],
  'dkim-unnamed': [
    'dkim',
    () => 'Not checked. Set DKIM_SELECTOR to the name of the key that your mail provider signs with.',
  ],
  'dmarc-ok': ['dmarc', ({ policy }) => `forged emails are rejected (p=${policy})`],
  'dmarc-none': [
    'dmarc',
    () =>
      'p=none: receivers only report forged emails. Yours still arrive. Change it to p=quarantine in a few weeks.',
  ],
  'dmarc-missing': [
    'dmarc',
    ({ domain }) =>
      `No DMARC record. Gmail and Yahoo require one of bulk senders: add "v=DMARC1; p=none" as TXT at _dmarc.${domain}.`,
  ],
  'mx-ok': ['mx', () => 'replies arrive'],
  'mx-missing': [
    'mx',
    ({ domain }) =>
      `${domain} accepts no email: replies are lost, and some receivers reject such senders. Add an MX record.`,
  ],
  'dns-away': ['mx', () => 'DNS did not answer. Try again in a minute.'],
  'backup-ok': [
    'backup',
    ({ file, people, messages }) =>
      `${file}: ${amount(Number(people), 'subscriber')}, ${amount(Number(messages), 'message')}, verified`,
  ],
  'backup-postgres': [
    'backup',
    () => 'The database is in PostgreSQL. Make a backup today: "backup FILE" says how.',
  ],
  'backup-failed': ['backup', ({ text = '' }) => text],
} as const satisfies Record<CheckFinding['code'], readonly [label: string, say: (values: Values) => string]>;

/** Converts findings to lines, by subject. */
export function inWords(findings: readonly CheckFinding[]): ReportLines {
  const said: Record<string, ReportLine[]> = {};
  for (const one of findings) {
    const values = Object.fromEntries(Object.entries(one.values).map(([key, value]) => [key, String(value)]));
    const [label, say] = SENTENCES[one.code];
    const about = values['about'] ?? label;
    (said[about] ??= []).push({ level: levelOf(one), text: say(values) });
  }
  return said;
}

function sayMade({ n, bytes, ...made }: Values): string {
  const inEach = Object.entries(made).map(([language, mails]) => `${mails} in "${language}"`);
  return `${n} generated and checked: ${inEach.join(', ')}; the largest is ${Math.ceil(Number(bytes) / 1000)} kB`;
}

function flaw(text: string) {
  return [
    'mails',
    ({ n, all, address }: Values) => `${n} of ${all} ${text} First recipient: ${address}.`,
  ] as const;
}
