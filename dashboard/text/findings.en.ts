import type { FindingWords } from './findings.ts';

export const findingsEn: FindingWords = {
  'settings-ok': {
    title: 'The settings can be used',
    text: 'Nothing in them looks like an oversight.',
  },
  'setting-careless': {
    title: 'A setting may not be meant so',
    text: 'The server says:',
    todo: 'Pass this on to whoever looks after the server.',
  },
  'setting-wrong': {
    title: 'A setting must be mended',
    text: 'The server says:',
    todo: 'Pass this on to whoever looks after the server.',
  },
  'pages-ok': {
    title: 'All pages are there',
    text: '{n} of them, in every language and state.',
  },
  'pages-old': {
    title: 'The pages were made for another address',
    text: 'They name {text}.',
    todo: 'Have the site built again: npm run build.',
  },
  'pages-broken': {
    title: 'The site isn’t whole',
    text: 'The server says:',
    todo: 'Have the site built again: npm run build.',
  },
  'template-kept': {
    title: 'Still the template’s: {part}',
    text: 'It came with the template and speaks of another company.',
    todo: 'Change it there, or leave it if you mean it.',
  },
  'words-ok': {
    title: 'The words are complete',
    text: 'In {languages} languages.',
  },
  'words-lacking': {
    title: 'A part of the words is missing or too long',
    text: 'In one language: {part}.',
    todo: 'Write it under “Words”, then rehearse again.',
  },
  'mails-ok': {
    title: 'Every email made and read',
    text: '{n} of {n}: {made}. The largest has {size}.',
  },
  'mails-nobody': {
    title: 'Nobody has confirmed yet',
    text: 'Nobody would be told.',
    todo: 'Open all the same, or wait for the first.',
  },
  'not-made': {
    title: 'Some emails couldn’t be made',
    text: '{n} of {all}.',
    todo: 'Have the site built again, then look at MAIL_FROM and SITE_URL.',
  },
  'no-address': {
    title: 'Some go to something that’s no address',
    text: '{n} of {all}.',
    todo: 'Erase these people from the list.',
  },
  'no-subject': {
    title: 'Some emails have no subject',
    text: '{n} of {all}.',
    todo: 'Write one under “Words”.',
  },
  'value-missing': {
    title: 'Some emails show {{a name}} in place of a value',
    text: '{n} of {all}.',
    todo: 'Look for braces in your words.',
  },
  'bad-header': {
    title: 'Mail servers wouldn’t read some emails',
    text: '{n} of {all} have a broken head.',
    todo: 'Look at the subject, and at MAIL_FROM.',
  },
  'no-unsubscribe': {
    title: 'Some emails can’t be left with one press',
    text: '{n} of {all}.',
    todo: 'Have the site built again; look at SITE_URL.',
  },
  'bad-link': {
    title: 'Some links lead nowhere',
    text: 'In {n} of {all} emails.',
    todo: 'Look at your words, and at SITE_URL.',
  },
  'too-large': {
    title: 'Some emails are too large',
    text: '{n} of {all} have more than 100 kB: Gmail would cut them off.',
    todo: 'Shorten your words.',
  },
  'server-ok': {
    title: 'The mail server takes emails from us',
    text: 'It was greeted, and nothing was sent.',
  },
  'server-files': {
    title: 'No mail server is set',
    text: 'Each email becomes a file on the server.',
  },
  'server-refuses': {
    title: 'The mail server takes nothing',
    text: 'The server says:',
    todo: 'Pass this on to whoever looks after the server (SMTP_URL).',
  },
  'spf-ok': {
    title: 'Your mail server may send for you',
    text: 'SPF: {n} of 10 look-ups.',
  },
  'spf-missing': {
    title: 'Your domain doesn’t say who may send for it',
    text: 'There’s no SPF record for {domain}.',
    todo: 'Add the TXT record of your mail provider.',
  },
  'spf-several': {
    title: 'There are several SPF records',
    text: 'Then none counts, for {domain} or what it includes.',
    todo: 'Have one made of them.',
  },
  'spf-too-many': {
    title: 'The SPF record asks too much',
    text: '{domain} needs more than 10 look-ups, and receivers give up.',
    todo: 'Take out an include that isn’t used.',
  },
  'spf-broken': {
    title: 'The SPF record includes one that isn’t there',
    text: '{domain} includes {at}.',
    todo: 'Take it out.',
  },
  'dkim-ok': {
    title: 'The signature’s key is there',
    text: 'DKIM: {key}.',
  },
  'dkim-missing': {
    title: 'The signature’s key is missing',
    text: 'There’s none at {key}.',
    todo: 'Add its TXT record, or mend DKIM_SELECTOR.',
  },
  'dkim-revoked': {
    title: 'The signature’s key was taken back',
    text: 'At {key}.',
    todo: 'Have a new one put there.',
  },
  'dkim-other-key': {
    title: 'The signature’s key is another one',
    text: 'That at {key} isn’t ours.',
    todo: 'Have the public part of DKIM_KEY_FILE put there.',
  },
  'dkim-other-domain': {
    title: 'The signature is of another domain',
    text: '{domain} has nothing to do with your sender: DMARC doesn’t count it.',
    todo: 'Have DKIM_DOMAIN changed.',
  },
  'dkim-unnamed': {
    title: 'The signature wasn’t looked at',
    text: 'Nobody has told us its name.',
    todo: 'Have DKIM_SELECTOR set to the name of the key that your mail provider signs with. The test email shows the same.',
  },
  'dmarc-ok': {
    title: 'Forged emails are turned away',
    text: 'DMARC: p={policy}.',
  },
  'dmarc-none': {
    title: 'Forged emails aren’t turned away',
    text: 'DMARC says p=none: receivers only watch. Your own emails arrive all the same.',
    todo: 'After the launch, have p=none changed to p=quarantine. There’s no hurry.',
  },
  'dmarc-missing': {
    title: 'There’s no DMARC record',
    text: 'Gmail and Yahoo ask for one where many emails leave.',
    todo: 'Have “v=DMARC1; p=none” added as TXT at _dmarc.{domain}.',
  },
  'mx-ok': {
    title: 'Answers reach you',
    text: '{domain} takes emails.',
  },
  'mx-missing': {
    title: 'Answers don’t reach you',
    text: '{domain} takes no emails, and some receivers refuse such senders.',
    todo: 'Have an MX record added.',
  },
  'dns-away': {
    title: 'The domain couldn’t be asked',
    text: 'DNS didn’t answer.',
    todo: 'Rehearse again in a minute.',
  },
  'test-ok': {
    title: 'The receiver believes that it’s you',
    text: '{by} says: {about} passed.',
  },
  'test-spf': {
    title: 'The receiver doesn’t know your mail server',
    text: '{by} says of SPF: {said}.',
    todo: 'Add your mail server to the SPF record of your domain.',
  },
  'test-dkim': {
    title: 'The receiver doesn’t believe the signature',
    text: '{by} says of DKIM: {said}.',
    todo: 'Have your mail provider sign, or set DKIM_KEY_FILE.',
  },
  'test-dmarc': {
    title: 'The receiver doesn’t believe that it’s you',
    text: '{by} says of DMARC: {said}.',
    todo: 'SPF or DKIM has to pass for the domain of your sender.',
  },
  'test-dmarc-silent': {
    title: 'The receiver says nothing of DMARC',
    text: '{by} didn’t look, or doesn’t tell.',
    todo: 'Send a test to a Gmail address too.',
  },
  'test-leaving-ok': {
    title: 'The button “Unsubscribe” is signed',
    text: 'The signature covers both headers.',
  },
  'test-leaving': {
    title: 'The button “Unsubscribe” isn’t signed',
    text: 'Gmail and Yahoo show that button only if the signature covers it. Without it they may refuse an email to so many.',
    todo: 'Pass this on to your mail provider, then send the test again:',
  },
  'test-todo': {
    title: 'No test email was shown to us',
    text: 'What a receiver says of it tells the most.',
    todo: 'Send yourself a test, then show us what arrived.',
  },
  'backup-ok': {
    title: 'There’s a backup of today',
    text: '{people} people and {messages} messages, read back and counted.',
  },
  'backup-postgres': {
    title: 'We make no backup here',
    text: 'The list is in PostgreSQL.',
    todo: 'Have whoever looks after the server make one today.',
  },
  'backup-failed': {
    title: 'There’s no backup of today',
    text: 'The server says:',
    todo: 'Pass this on to whoever looks after the server.',
  },
};
