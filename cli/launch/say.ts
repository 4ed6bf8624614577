import { type Finding as Found, type FindingCode, levelOf } from '#contract/owner/launch.ts';
import { LARGEST_MAIL } from '#server/launch/rehearsal.ts';
import type { Line, Lines } from '../doctor/say.ts';

type Values = Record<string, string>;

/** The subject of each finding of the launch check, and what to do. */
const SENTENCES = {
  'settings-ok': ['settings', () => 'can be used'],
  'setting-careless': ['settings', ({ text = '' }) => text],
  'setting-wrong': ['settings', ({ text = '' }) => text],
  'pages-ok': ['pages', ({ n }) => `${n} pages`],
  'pages-old': ['pages', ({ text = '' }) => text],
  'pages-broken': ['mails', ({ text = '' }) => text],
  'template-kept': ['template', ({ text = '' }) => `Still as the template has it. Change: ${text}`],
  'words-ok': ['words', ({ languages }) => `there are some in ${languages} languages`],
  'words-lacking': [
    'words',
    ({ part, language }) =>
      `The ${part} in "${language}" is missing or too long. Change it with "launch words".`,
  ],
  'mails-ok': ['mails', sayMade],
  'mails-nobody': ['mails', () => 'Nobody has confirmed yet: nobody would be told.'],
  'not-made': flaw('could not be made. Run "npm run build", then look at MAIL_FROM and SITE_URL.'),
  'no-address': flaw('go to what is no address. Erase it from the list.'),
  'no-subject': flaw('have no subject. Write one: "launch words".'),
  'value-missing': flaw('show {{a name}} in place of a value. Look at your words, then run "npm run build".'),
  'bad-header': flaw('have a head that mail servers do not read. Look at MAIL_FROM and the subject.'),
  'no-unsubscribe': flaw('cannot be left with one press. Run "npm run build"; look at SITE_URL.'),
  'bad-link': flaw('have a link that leads nowhere. Look at your words and at SITE_URL.'),
  'too-large': flaw(
    `are larger than ${LARGEST_MAIL / 1000} kB, and Gmail would cut them off. Shorten your words.`,
  ),
  'server-ok': ['sending', () => 'the mail server takes mails from us'],
  'server-files': ['sending', ({ folder }) => `mails become files in ${folder}`],
  'server-refuses': ['sending', ({ text }) => `${text}. Check SMTP_URL.`],
  'spf-ok': ['spf', ({ domain, n }) => `your servers are named for ${domain}, with ${n} of 10 look-ups`],
  'spf-missing': [
    'spf',
    ({ domain }) => `${domain} does not say who may send for it. Add the TXT record of your mail provider.`,
  ],
  'spf-several': [
    'spf',
    ({ domain }) =>
      `There are several SPF records, so that none counts. Make one of them, for ${domain} and what it includes.`,
  ],
  'spf-too-many': [
    'spf',
    ({ domain }) =>
      `${domain} needs more than 10 look-ups, and receivers give up. Take out an include that is not used.`,
  ],
  'spf-broken': [
    'spf',
    ({ domain, at }) => `The SPF record of ${domain} includes ${at}, which has none. Take it out.`,
  ],
  'dkim-ok': ['dkim', ({ key }) => `the key is at ${key}`],
  'dkim-missing': [
    'dkim',
    ({ key }) => `There is no key at ${key}. Add its TXT record, or mend DKIM_SELECTOR and DKIM_DOMAIN.`,
  ],
  'dkim-revoked': ['dkim', ({ key }) => `The key at ${key} was taken back. Put a new one there.`],
  'dkim-other-key': [
    'dkim',
    ({ key }) => `The key at ${key} is not that of DKIM_KEY_FILE. Put its public part there.`,
  ],
  'dkim-other-domain': [
    'dkim',
    ({ domain }) =>
      `DKIM_DOMAIN is ${domain}, which has nothing to do with MAIL_FROM: DMARC does not count it.`,
  ],
  'dkim-unnamed': [
    'dkim',
    () => 'Not looked at. Set DKIM_SELECTOR to the name of the key that your mail provider signs with.',
  ],
  'dmarc-ok': ['dmarc', ({ policy }) => `forged mails are turned away (p=${policy})`],
  'dmarc-none': [
    'dmarc',
    () =>
      'p=none: receivers only watch. Yours arrive all the same. Have it changed to p=quarantine some weeks later.',
  ],
  'dmarc-missing': [
    'dmarc',
    ({ domain }) =>
      `There is none. Gmail and Yahoo ask for one where many mails leave: add "v=DMARC1; p=none" as TXT at _dmarc.${domain}.`,
  ],
  'mx-ok': ['mx', () => 'answers arrive'],
  'mx-missing': [
    'mx',
    ({ domain }) =>
      `${domain} takes no mail: answers are lost, and some receivers refuse such senders. Add an MX record.`,
  ],
  'dns-away': ['mx', () => 'DNS could not be asked. Try again in a minute.'],
  'test-ok': ['test', ({ by }) => `${by} says pass`],
  'test-spf': ['spf', doesNotPass('Add your mail server to the SPF record of your domain.')],
  'test-dkim': ['dkim', doesNotPass('Have your mail provider sign, or set DKIM_KEY_FILE.')],
  'test-dmarc': ['dmarc', doesNotPass('SPF or DKIM has to pass for the domain of MAIL_FROM.')],
  'test-dmarc-silent': ['dmarc', doesNotPass('SPF or DKIM has to pass for the domain of MAIL_FROM.')],
  'test-leaving-ok': ['leaving', () => 'the button “Unsubscribe” is signed'],
  'test-leaving': [
    'leaving',
    () =>
      'The button “Unsubscribe” is not signed, and Gmail and Yahoo may refuse so many mails. Ask your mail provider to let the ' +
      'DKIM signature (h=) cover List-Unsubscribe and List-Unsubscribe-Post.',
  ],
  'test-todo': ['test', () => 'Send yourself a test: "launch test".'],
  'backup-ok': [
    'backup',
    ({ file, people, messages }) => `${file}: ${people} subscriptions, ${messages} messages, checked`,
  ],
  'backup-postgres': [
    'backup',
    () => 'The list is in PostgreSQL. Make a backup of today: "backup FILE" says how.',
  ],
  'backup-failed': ['backup', ({ text = '' }) => text],
} as const satisfies Record<FindingCode, readonly [label: string, say: (values: Values) => string]>;

/** Converts findings to lines, by subject. */
export function inWords(findings: readonly Found[]): Lines {
  const said: Record<string, Line[]> = {};
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
  return `${n} made and read: ${inEach.join(', ')}; the largest has ${Math.ceil(Number(bytes) / 1000)} kB`;
}

function flaw(text: string) {
  return [
    'mails',
    ({ n, all, address }: Values) => `${n} of ${all} ${text} The first is that to ${address}.`,
  ] as const;
}

function doesNotPass(advice: string) {
  return ({ by, said }: Values) => `${by} says ${said || 'nothing'}. ${advice}`;
}
