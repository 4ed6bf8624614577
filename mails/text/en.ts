import type { MAILS, MailName } from '#contract/mails.ts';
import type { Need } from '#contract/owner/today.ts';

/** A figure of an alarm: what it is, and the placeholder with its unit. */
type Fact = { label: string; value: string };

/** The name of an alarm, without `alarm-`. */
export type Alarm = MailName extends infer Name ? (Name extends `alarm-${infer Kind}` ? Kind : never) : never;

export type AlarmText = {
  subject: (brand: string) => string;
  title: string;
  happened: string;
  facts: Fact[];
  advice: string;
  /** Whether the command that looks for the cause is named under the advice. */
  doctor: boolean;
};

const CALL = 'whoever looks after the server';

const alarms: Record<Alarm, AlarmText> = {
  silence: {
    subject: (brand) => `${brand}: nobody has signed up for a while`,
    title: 'It has gone quiet',
    happened: 'Nobody has signed up for longer than usual. It may be chance, or the form may not be working.',
    facts: [
      { label: 'Last sign-up', value: '{{hours}} h ago' },
      { label: 'Usually one every', value: '{{usual}} h' },
    ],
    advice: `Open your site and sign up with an address of your own. If that fails, ask ${CALL} to run the command below.`,
    doctor: true,
  },
  burst: {
    subject: (brand) => `${brand}: far more sign-ups or messages than usual`,
    title: 'A rush of sign-ups or messages',
    happened:
      'Far more people than usual are signing up, asking for books or writing to you. It may be a campaign that works, or a robot. Every address and message is kept. Emails above the limit go out later by themselves.',
    facts: [{ label: 'Sign-ups and messages', value: '{{count}} in {{minutes}} min' }],
    advice: `There’s nothing to do. If you haven’t announced anything, look at the newest addresses and messages together with ${CALL}.`,
    doctor: false,
  },
  forward: {
    subject: (brand) => `${brand}: the form service refuses submissions`,
    title: 'The form service says no',
    happened:
      'The service that receives your forms has refused submissions. They’re kept here; none is lost.',
    facts: [
      { label: 'Refused', value: '{{count}}' },
      { label: 'Its answer', value: '{{reply}}' },
    ],
    advice: `Sign in to the form service: is the form active, is its quota used up? Then ask ${CALL} to run the command below.`,
    doctor: true,
  },
  mail: {
    subject: (brand) => `${brand}: emails couldn’t be delivered`,
    title: 'Emails don’t get out',
    happened: 'The mail server hasn’t taken any email for an hour. What it refuses is kept here.',
    facts: [
      { label: 'Not delivered', value: '{{count}}' },
      { label: 'Its answer', value: '{{reply}}' },
    ],
    advice: `Check that the account at your mail provider is active and below its limit. Then ask ${CALL} to run the command below.`,
    doctor: true,
  },
  disk: {
    subject: (brand) => `${brand}: the disk of the server is nearly full`,
    title: 'The disk is nearly full',
    happened: 'Once it’s full, no new address and no new message can be accepted.',
    facts: [{ label: 'Still free', value: '{{free}}' }],
    advice: `Ask ${CALL} to make room or to enlarge the disk, today if possible.`,
    doctor: false,
  },
  retention: {
    subject: (brand) => `${brand}: addresses will be deleted on {{date}}`,
    title: 'The first addresses are deleted in a month',
    happened:
      'Your privacy notice says how long addresses and messages are kept after the opening. That time is nearly over: those from before the opening are then deleted, for good. Later ones follow when their own time is over.',
    facts: [
      { label: 'Will be deleted on', value: '{{date}}' },
      { label: 'How many, on the server', value: 'npm run embreve -- retention' },
    ],
    advice:
      'You don’t need to do anything. If you want to stay in touch, write to them before that day and ask them to sign up again.',
    doctor: false,
  },
  paused: {
    subject: (brand) => `${brand}: the announcement is standing still`,
    title: 'The announcement has paused itself',
    happened:
      'No more emails about it are leaving. Nobody is forgotten, nobody gets a second one: it waits for you.',
    facts: [
      { label: 'Why', value: '{{why}}' },
      { label: 'On the server', value: 'npm run embreve -- {{command}}' },
    ],
    advice: `Open “Launch” in your dashboard, or ask ${CALL} to run the command above: it says what to do. Then let it go on.`,
    doctor: false,
  },
};

/** The English words. Their shape is the type that every other language must match, key by key. */
export const en = {
  confirm: {
    subject: (brand: string) => `${brand}: please confirm your address`,
    preview: 'One press of a button, and we’ll write to you when the time comes.',
    title: 'Is this your address?',
    why: (brand: string) =>
      `{{address}} was left at ${brand} so that we can write to you when the time comes. If that was you, please confirm it.`,
    button: 'Confirm my email',
    copy: 'If the button doesn’t work, copy this into your browser:',
    nothing: 'If you do nothing, you join no list, and the address is deleted after a while.',
    stop: 'That wasn’t me, send nothing more',
    data: 'See what we keep about you',
  },
  /** The same mail once more, after some days. */
  reminder: {
    subject: (brand: string) => `${brand}: your address isn’t confirmed yet`,
    preview: 'One press of a button is missing. We won’t ask again.',
    title: 'Is it still a yes?',
    why: (brand: string) =>
      `A few days ago {{address}} was left at ${brand}, and nobody has confirmed it yet. If that was you, one press is enough. We won’t ask again.`,
    nothing: 'If you do nothing, nothing more is sent, and the address is deleted after a while.',
  },
  book: {
    subject: (brand: string) => `${brand}: your book “{{book}}”`,
    preview: 'Here’s the book you asked for.',
    title: 'Your book is here',
    why: (brand: string) => `You asked for “{{book}}” at ${brand}. One press, and it’s yours.`,
    button: 'Download the book',
    until: 'The link works until {{until}}. After that you can ask for the book again on our site.',
    labels: { language: 'Language', kind: 'Format' },
    stop: 'Send me nothing more',
  },
  announcement: {
    why: 'You left {{address}} on {{date}} to be told about the opening. This is the only email about it.',
    whyBook: 'You asked on {{date}} to be told about this book. This is the only email about it.',
    stop: 'Send me nothing more',
    other: 'Ver o site em português',
  },
  message: {
    /** Of a stranger, as typed. */
    subject: 'New message from {{name}}',
    preview: 'Somebody wrote to you through the contact form.',
    title: '{{name}} wrote to you',
    reply: 'Answer this email as usual: your answer goes to {{email}}.',
    labels: {
      message: 'Message',
      name: 'Name',
      company: 'Company',
      email: 'Email',
      phone: 'Phone',
      website: 'Website',
      receivedAt: 'Received',
    } satisfies Record<(typeof MAILS.message)[number], string>,
  },
  monday: {
    subject: (brand: string) => `${brand}: {{joined}} new this week`,
    quietSubject: (brand: string) => `${brand}: a quiet week`,
    preview: 'The week in ten lines, and what waits for you.',
    title: '{{joined}} joined.',
    quietTitle: 'Nobody joined.',
    week: '{{from}} to {{to}}.',
    calm: 'Nothing waits for you.',
    waits: 'Waiting for you:',
    needs: {
      paused: 'Sending is paused',
      mails: 'Emails that couldn’t be delivered: {{need_mails}}',
      held: 'Emails held back until you decide: {{need_held}}',
      words: 'The launch email isn’t written yet: {{need_words}}',
      rehearse: 'The launch hasn’t been rehearsed. It opens on {{need_rehearse}}',
      messages: 'Unread messages: {{need_messages}}',
      doctor: 'Things to fix, found by the doctor: {{need_doctor}}',
      backup: 'No backup in the last {{need_backup}} days',
      passkey: 'You’ve got only one passkey',
    } satisfies Record<Need['is'], string>,
    /** From Monday on. */
    days: ['M', 'T', 'W', 'T', 'F', 'S', 'S'],
    rows: [
      { label: 'On the list', value: '{{people}}', hint: '{{change}} in this week' },
      { label: 'Waiting to confirm', value: '{{waiting}}' },
      { label: 'Left', value: '{{left}}' },
      { label: 'Visits', value: '{{visits}}', hint: 'pages, not people' },
      { label: 'Most came from', value: '{{source}}' },
      { label: 'Most wanted page', value: '{{wanted}}' },
      { label: 'By language', value: '{{shares}}', hint: '{{languages}}' },
      { label: 'Unread messages', value: '{{unread}}' },
      { label: 'Emails in trouble', value: '{{trouble}}' },
      { label: 'Last backup', value: '{{backup}}', hint: 'downloaded, or made by command' },
    ] as { label: string; value: string; hint?: string }[],
    button: 'Open the dashboard',
    stop: 'No letter on Mondays',
  },
  signIn: {
    subject: (brand: string) => `${brand}: your sign-in link`,
    preview: 'It works once, for ten minutes, in the browser that asked.',
    title: 'Come in.',
    why: (brand: string) =>
      `Somebody, we hope you, asked to sign in to the dashboard of ${brand}. The link works once, for ten minutes, in the browser that asked.`,
    button: 'Sign in',
    notYou: 'Not you? Then do nothing. Without this link nobody comes in.',
  },
  invite: {
    subject: (brand: string) => `${brand}: an invitation to the dashboard`,
    preview: 'It works once, for three days.',
    title: 'You’re invited.',
    why: (brand: string) =>
      `An owner of ${brand} invites you to its dashboard: who came, what they wrote, and the launch. The link works once, for three days.`,
    button: 'Come in',
    notYou: 'Don’t know what this is? Then do nothing, and it ends by itself.',
  },
  alarms,
  alarm: { advice: 'What to do', doctor: 'On the server' },
  footer: {
    /** Under mails to visitors. The address of `legal.email` follows. */
    entity: (entity: string) => `Sent by ${entity}. Write to`,
    /** Under mails to the owner. */
    owner: (brand: string) => `Sent by your own site, ${brand}.`,
  },
};

export type MailText = typeof en;
