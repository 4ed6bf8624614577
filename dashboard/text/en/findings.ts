import type { FindingCode } from '#contract/owner/launch.ts';

/** A finding of a launch check: what it is, what it means, what to do. Braces hold the server's values. */
export type FindingWords = Record<FindingCode, { title: string; text: string; todo?: string }>;

export const findings: FindingWords = {
  'settings-ok': {
    title: 'Settings are valid',
    text: 'No problems found.',
  },
  'setting-careless': {
    title: 'A setting may be wrong',
    text: 'Server message:',
    todo: 'Forward this to your server administrator.',
  },
  'setting-wrong': {
    title: 'A setting is wrong',
    text: 'Server message:',
    todo: 'Forward this to your server administrator.',
  },
  'pages-ok': {
    title: 'All pages are ready',
    text: '{n} pages, in every language and state.',
  },
  'pages-old': {
    title: 'The pages were built for a different address',
    text: 'They use {text}.',
    todo: 'Ask your server administrator to rebuild the site: npm run build.',
  },
  'pages-broken': {
    title: 'The site build is incomplete',
    text: 'Server message:',
    todo: 'Ask your server administrator to rebuild the site: npm run build.',
  },
  'template-kept': {
    title: 'Still the template’s: {part}',
    text: 'It came with the template and describes another company.',
    todo: 'Change it, or leave it if it’s intentional.',
  },
  'not-asked': {
    title: 'The launch email doesn’t ask who wants more',
    text: 'After the launch, you can’t ask them: an email that asks for consent needs consent itself.',
    todo: 'Choose how often your newsletter comes, or “No newsletter”.',
  },
  'too-soon': {
    title: 'You promised {often}',
    text: 'The last one went out on {last}. From {from}, this one keeps the promise.',
  },
  'words-ok': {
    title: 'The email is complete',
    text: 'Languages: {languages}.',
  },
  'words-lacking': {
    title: 'Part of the email is missing or too long',
    text: 'In one language: {part}.',
    todo: 'Edit it in “Email”, then run the check again.',
  },
  'words-link': {
    title: 'A link in the email leads nowhere',
    text: 'In the text ({language}): {link}.',
    todo: 'Start it with https://, or choose a page. Then run the check again.',
  },
  'picture-missing': {
    title: 'The picture is no longer on the server',
    text: 'Without it no email can be made.',
    todo: 'Choose it again beside the text, or remove it. Then run the check again.',
  },
  'mails-ok': {
    title: 'All emails generated and checked',
    text: '{n} of {n}: {made}. Largest: {size}.',
  },
  'mails-nobody': {
    title: 'No confirmed subscribers yet',
    text: 'Nobody would be emailed.',
    todo: 'Launch anyway, or wait for the first confirmation.',
  },
  'not-made': {
    title: 'Some emails couldn’t be generated',
    text: '{n} of {all} emails.',
    todo: 'Ask your server administrator to rebuild the site, then check MAIL_FROM and SITE_URL.',
  },
  'no-address': {
    title: 'Some recipients have an invalid address',
    text: '{n} of {all} emails.',
    todo: 'Erase these subscribers.',
  },
  'no-subject': {
    title: 'Some emails have no subject',
    text: '{n} of {all} emails.',
    todo: 'Add one in “Email”.',
  },
  'value-missing': {
    title: 'Some emails contain an unfilled placeholder, like {{a name}}',
    text: '{n} of {all} emails.',
    todo: 'Check your text for braces.',
  },
  'bad-header': {
    title: 'Some emails have invalid headers',
    text: '{n} of {all} emails. Mail servers would reject them.',
    todo: 'Check the subject and MAIL_FROM.',
  },
  'no-unsubscribe': {
    title: 'Some emails have no one-click unsubscribe',
    text: '{n} of {all} emails.',
    todo: 'Ask your server administrator to rebuild the site and check SITE_URL.',
  },
  'bad-link': {
    title: 'Some links are broken',
    text: 'In {n} of {all} emails.',
    todo: 'Check your text and SITE_URL.',
  },
  'too-large': {
    title: 'Some emails are too large',
    text: '{n} of {all} emails are over 100 kB: Gmail would cut them off.',
    todo: 'Shorten the text.',
  },
  'server-ok': {
    title: 'The mail server accepts our emails',
    text: 'Connection tested; nothing was sent.',
  },
  'server-files': {
    title: 'Emails are saved as files',
    text: 'MAILS=files is for development: nobody receives anything.',
    todo: 'Before a real launch, set up email under Settings.',
  },
  'server-none': {
    title: 'No mail server is set up',
    text: 'Nobody can be emailed. Emails wait until there’s one.',
    todo: 'Set up email under Settings, then check again.',
  },
  'server-sealed': {
    title: 'The mail account can’t be opened',
    text: 'This server no longer has the keys that protect it. Emails wait.',
    todo: 'Enter the account again under Settings, or ask your server administrator to restore secrets.json.',
  },
  'server-refuses': {
    title: 'The mail server rejects our emails',
    text: 'Server message:',
    todo: 'Forward this to your server administrator (SMTP_URL).',
  },
  'spf-ok': {
    title: 'Your mail server is authorised to send',
    text: 'SPF: {n} of 10 lookups used.',
  },
  'spf-missing': {
    title: 'Your domain has no SPF record',
    text: '{domain} doesn’t say which servers may send its email.',
    todo: 'Add the TXT record from your mail provider.',
  },
  'spf-several': {
    title: 'More than one SPF record',
    text: 'Receivers ignore them all, for {domain} or a domain it includes.',
    todo: 'Merge them into one record.',
  },
  'spf-too-many': {
    title: 'The SPF record needs too many lookups',
    text: '{domain} needs more than 10 lookups, so receivers ignore it.',
    todo: 'Remove an include you don’t use.',
  },
  'spf-broken': {
    title: 'The SPF record includes a domain that has none',
    text: '{domain} includes {at}.',
    todo: 'Remove this include.',
  },
  'dkim-ok': {
    title: 'DKIM key found',
    text: 'At {key}.',
  },
  'dkim-missing': {
    title: 'DKIM key not found',
    text: 'There’s no key at {key}.',
    todo: 'Add its TXT record, or correct DKIM_SELECTOR.',
  },
  'dkim-revoked': {
    title: 'DKIM key revoked',
    text: 'At {key}.',
    todo: 'Publish a new key there.',
  },
  'dkim-other-key': {
    title: 'DKIM key doesn’t match',
    text: 'The key at {key} isn’t ours.',
    todo: 'Publish the public part of DKIM_KEY_FILE there.',
  },
  'dkim-other-domain': {
    title: 'DKIM signs for a different domain',
    text: '{domain} isn’t related to your sender address, so DMARC ignores the signature.',
    todo: 'Change DKIM_DOMAIN.',
  },
  'dkim-unnamed': {
    title: 'DKIM not checked',
    text: 'No DKIM selector is set.',
    todo: 'Set DKIM_SELECTOR to the name of your mail provider’s signing key. You can also find it in the test email.',
  },
  'dmarc-ok': {
    title: 'Forged emails are blocked',
    text: 'DMARC: p={policy}.',
  },
  'dmarc-none': {
    title: 'Forged emails aren’t blocked',
    text: 'DMARC is set to p=none: receivers only monitor. Your own emails still arrive.',
    todo: 'After the launch, change p=none to p=quarantine. It isn’t urgent.',
  },
  'dmarc-missing': {
    title: 'Your domain has no DMARC record',
    text: 'Gmail and Yahoo require one from bulk senders.',
    todo: 'Add “v=DMARC1; p=none” as a TXT record at _dmarc.{domain}.',
  },
  'mx-ok': {
    title: 'Replies reach you',
    text: '{domain} accepts email.',
  },
  'mx-missing': {
    title: 'Replies don’t reach you',
    text: '{domain} doesn’t accept email, and some receivers reject such senders.',
    todo: 'Add an MX record.',
  },
  'dns-away': {
    title: 'Domain check failed',
    text: 'DNS didn’t respond.',
    todo: 'Run the check again in a minute.',
  },
  'test-ok': {
    title: 'The receiver verified your test email',
    text: '{by}: {about} passed.',
  },
  'test-spf': {
    title: 'SPF didn’t pass in the test email',
    text: '{by} reports SPF: {said}.',
    todo: 'Add your mail server to your domain’s SPF record.',
  },
  'test-dkim': {
    title: 'DKIM didn’t pass in the test email',
    text: '{by} reports DKIM: {said}.',
    todo: 'Ask your mail provider to sign your emails, or set DKIM_KEY_FILE.',
  },
  'test-dmarc': {
    title: 'DMARC didn’t pass in the test email',
    text: '{by} reports DMARC: {said}.',
    todo: 'SPF or DKIM must pass for your sender domain.',
  },
  'test-dmarc-silent': {
    title: 'The receiver reported no DMARC result',
    text: '{by} didn’t check, or doesn’t report it.',
    todo: 'Send a test email to a Gmail address too.',
  },
  'test-leaving-ok': {
    title: 'One-click unsubscribe is signed',
    text: 'The DKIM signature covers both headers.',
  },
  'test-leaving': {
    title: 'One-click unsubscribe isn’t signed',
    text: 'Gmail and Yahoo show “Unsubscribe” only if the DKIM signature covers it, and may reject bulk email without it.',
    todo: 'Forward this to your mail provider, then send another test email:',
  },
  'test-todo': {
    title: 'No test email checked',
    text: 'A real email shows most clearly how receivers treat you.',
    todo: 'Send yourself a test email, then paste its original.',
  },
  'backup-ok': {
    title: 'Today’s backup is ready',
    text: '{people} people and {messages} messages, verified.',
  },
  'backup-postgres': {
    title: 'Backups aren’t made here',
    text: 'Your data is stored in PostgreSQL.',
    todo: 'Ask your server administrator to make a backup today.',
  },
  'backup-failed': {
    title: 'Today’s backup failed',
    text: 'Server message:',
    todo: 'Forward this to your server administrator.',
  },
};
