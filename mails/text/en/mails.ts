import type { OftenWords } from '#contract/newsletter.ts';
import type { MAILS } from '#contract/mails.ts';
import type { GuardedSetting } from '#contract/owner/server-settings.ts';
import type { Need } from '#contract/owner/today.ts';
import { type AlarmName, type AlarmText, changesOf } from '../alarm.ts';

const SETTINGS: Record<GuardedSetting, string> = {
  SITE_URL: 'Site address',
  OWNER_EMAIL: 'Address for messages and alerts',
  MAIL_FROM: 'Sender',
  SMTP_URL: 'Mail server',
  MICROSOFT_TENANT: 'Microsoft 365 directory',
  MICROSOFT_CLIENT_ID: 'Microsoft 365 app',
  MICROSOFT_CLIENT_SECRET: 'Secret of the Microsoft 365 app',
  RETURNS_IMAP_URL: 'Mailbox for bounces',
  COPY_TO: 'Copies go to',
  COPY_KEY: 'Recovery key of the copies',
  S3_ENDPOINT: 'Storage of the copies',
  S3_REGION: 'Region of the storage',
  S3_ACCESS_KEY_ID: 'Access key of the storage',
  S3_SECRET_ACCESS_KEY: 'Secret key of the storage',
};

const alarms: Record<AlarmName, AlarmText> = {
  'alarm-silence': {
    subject: '{brand}: no recent sign-ups',
    title: 'No recent sign-ups',
    happened:
      'There have been no sign-ups for longer than usual. This may be chance, or the sign-up form may not be working.',
    facts: [
      { label: 'Last sign-up', value: '{{hours}} h ago' },
      { label: 'Usual interval', value: '{{usual}} h' },
    ],
    advice:
      'Open your site and sign up with your own address. If that fails, ask {administrator} to run the command below.',
    doctor: true,
  },
  'alarm-burst': {
    subject: '{brand}: unusually many sign-ups or messages',
    title: 'Unusually many sign-ups or messages',
    happened:
      'Sign-ups, book requests or messages are far above normal. This may be a successful campaign, or a bot. Nothing is lost: emails above the limit are sent later, automatically.',
    facts: [{ label: 'Sign-ups and messages', value: '{{count}} in {{minutes}} min' }],
    advice:
      'You don’t need to do anything. If you weren’t expecting this, review the latest sign-ups and messages with {administrator}.',
    doctor: false,
  },
  'alarm-forward': {
    subject: '{brand}: the form service is rejecting submissions',
    title: 'Form service is rejecting submissions',
    happened: 'Your form service has rejected some submissions. They’re all stored here, so none is lost.',
    facts: [
      { label: 'Rejected', value: '{{count}}' },
      { label: 'Server reply', value: '{{reply}}' },
    ],
    advice:
      'Sign in to the form service and check that the form is active and within its quota. Then ask {administrator} to run the command below.',
    doctor: true,
  },
  'alarm-mail': {
    subject: '{brand}: no emails are going out',
    title: 'No emails are going out',
    happened: 'The mail server hasn’t accepted any email for an hour. Rejected emails are stored here.',
    facts: [
      { label: 'Not delivered', value: '{{count}}' },
      { label: 'Server reply', value: '{{reply}}' },
    ],
    advice:
      'Check that your mail provider account is active and within its sending limit. Then ask {administrator} to run the command below.',
    doctor: true,
  },
  'alarm-disk': {
    subject: '{brand}: the server’s disk is almost full',
    title: 'Disk almost full',
    happened: 'Once it’s full, the site can’t accept sign-ups or messages.',
    facts: [{ label: 'Free space', value: '{{free}}' }],
    advice: 'Ask {administrator} to free up space or enlarge the disk, today if possible.',
    doctor: false,
  },
  'alarm-copies': {
    subject: '{brand}: off-site copies are failing',
    title: 'Off-site copies are failing',
    happened:
      'Sign-ups are stored as usual, but only on the server. If its disk failed now, everything since the last copy would be lost.',
    facts: [
      { label: 'Last copy', value: '{{minutes}} minutes ago' },
      { label: 'Server message', value: '{{reply}}' },
    ],
    advice: 'Check that your storage account is active and has space. Then tell {administrator}.',
    doctor: true,
  },
  'alarm-copies-warning': {
    subject: '{brand}: something is wrong with the off-site copies',
    title: 'Something is wrong with the off-site copies',
    happened:
      'The list is still copied. But if the server were lost now, restoring it could be harder than it should be.',
    facts: [{ label: 'What the server says', value: '{{reply}}' }],
    advice: 'Your dashboard says what it means, under Settings. Then tell {administrator}.',
    doctor: true,
  },
  'alarm-sealed': {
    subject: '{brand}: a saved account can’t be opened',
    title: 'A saved account can’t be opened',
    happened:
      'The server no longer has the keys that protect it. If it’s the mail account, emails wait; if it’s the storage for copies, nothing is copied.',
    facts: [{ label: 'Setting', value: '{{name}}' }],
    advice:
      'Ask {administrator} to restore secrets.json from a backup. Or enter the account again in your dashboard, under Settings.',
    doctor: true,
  },
  'alarm-retention': {
    subject: '{brand}: addresses will be deleted on {{date}}',
    title: 'First deletions in one month',
    happened:
      'Your privacy notice says how long you keep addresses and messages after the launch. That period is about to end, so those from before the launch will be permanently deleted. Newer ones follow as their own period ends.',
    facts: [{ label: 'Deletion date', value: '{{date}}' }],
    advice:
      'You don’t need to do anything. People who get your newsletter stay. You may not email the others to ask: that would itself need their consent. To see how many addresses are due, ask {administrator} to run the command below.',
    doctor: true,
  },
  'alarm-settings': {
    subject: '{brand}: server settings were changed',
    title: 'Server settings changed',
    happened: '{{who}} changed these settings in the dashboard.',
    facts: changesOf(SETTINGS),
    advice:
      'If that’s right, you don’t need to do anything. If not, change them back in Settings, end the other sessions there, and tell {administrator}.',
    doctor: false,
  },
  'alarm-passkey': {
    subject: '{brand}: was this passkey added by one of you?',
    title: 'A passkey was added',
    happened:
      'Someone signed in as {{who}} with an email link and added a passkey. Anyone who can read that mailbox could have done this.',
    facts: [{ label: 'It only signs in until', value: '{{from}}' }],
    advice:
      'If it was {{who}}, you don’t need to do anything. If not, remove the passkey before then with this button, and change the password of the mailbox.',
    doctor: false,
    button: 'Remove this passkey',
  },
  'alarm-paused': {
    subject: '{brand}: sending is paused',
    title: 'Sending paused automatically',
    happened:
      'No more announcement emails will be sent until you resume. Nobody is skipped, and nobody gets the email twice.',
    facts: [{ label: 'Reason', value: '{{why}}' }],
    advice:
      'Open your dashboard: Today leads to the paused email, and explains what to do before you resume.',
    doctor: false,
  },
};

/** The English words. Their shape is the type that every other language must match, key by key. */
export const mails = {
  confirm: {
    subject: '{brand}: please confirm your address',
    preview: 'Confirm your email address and we’ll let you know when we launch.',
    title: 'Confirm your email address',
    why: 'Someone signed up at {brand} with {{address}}. If it was you, please confirm your address and we’ll email you when the time comes.',
    button: 'Confirm email address',
    copy: 'If the button doesn’t work, copy this link into your browser:',
    nothing: 'If you don’t confirm, you won’t be added to any list and we’ll delete the address.',
    stop: 'This wasn’t me. Don’t email me again',
    data: 'See what we keep about you',
  },
  /** The same mail again, after some days. */
  reminder: {
    subject: '{brand}: your address isn’t confirmed yet',
    preview: 'There’s one step left. This is our only reminder.',
    title: 'Still interested?',
    why: 'A few days ago someone signed up at {brand} with {{address}}, but the address hasn’t been confirmed. If it was you, confirm it below. We won’t remind you again.',
    nothing: 'If you don’t confirm, we won’t email you again and we’ll delete the address.',
  },
  book: {
    subject: '{brand}: your book “{{book}}”',
    preview: 'Here’s the book you asked for.',
    title: 'Your book is here',
    why: 'You asked for “{{book}}” at {brand}. It’s ready to download.',
    button: 'Download the book',
    until: 'The link works until {{until}}. After that, you can request the book again on our site.',
    labels: { language: 'Language', kind: 'Format' },
    stop: 'Unsubscribe',
  },
  announcement: {
    why: 'You signed up with {{address}} on {{date}} to hear when we launch. This is the only email we’ll send about it.',
    whyBook: 'You asked on {{date}} to hear about this book. This is the only email we’ll send about it.',
    stop: 'Unsubscribe',
    /** In the first of the other languages. */
    other: 'Ver o site em português',
  },
  /** `only`: above a newsletter in another language than its reader's. */
  letter: {
    why: 'You get this because you subscribed to our newsletter on {{date}}.',
    stop: 'Unsubscribe from the newsletter',
    only: 'This one is in {{onlyIn}} only.',
  },
  /** Below the launch email and a book's, if there is a newsletter. */
  news: {
    question: 'Want to hear from us again?',
    often: {
      monthly: 'At most one email a month.',
      twiceMonthly: 'At most two emails a month.',
      weekly: 'At most one email a week.',
    } satisfies OftenWords,
    note: 'No tracking.',
    link: 'Yes, send me the newsletter',
  },
  /** After somebody asked for the newsletter with the address of a person on the list. */
  'ask-news': {
    subject: '{brand}: do you want the newsletter?',
    preview: 'Someone asked for it with your address.',
    title: 'Keep in touch?',
    why: 'Someone asked for our newsletter with {{address}}. If it was you, one more click and you get it.',
    button: 'Keep in touch',
  },
  message: {
    /** With the name of a stranger, as typed. A reply to this mail has the same subject. */
    subject: 'Message to {brand} from {{name}}',
    preview: 'New message from your contact form.',
    title: 'Message from {{name}}',
    reply: 'Reply to this email to answer {{email}}.',
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
  weeklySummary: {
    subject: '{brand}: {{joined}} new this week',
    quietSubject: '{brand}: a quiet week',
    preview: 'Your week at a glance, and what needs attention.',
    title: '{{joined}} new sign-ups',
    quietTitle: 'No new sign-ups',
    week: '{{from}} to {{to}}.',
    letters: 'Newsletter sent: {{letters}}.',
    calm: 'Nothing needs your attention.',
    waits: 'Needs attention:',
    needs: {
      paused: 'Sending is paused',
      sealed: 'A saved account can’t be opened',
      waiting: 'Emails waiting for a mail server: {{need_waiting}}',
      refused: 'Emails waiting until the mail account accepts them: {{need_refused}}',
      mails: 'Emails not delivered: {{need_mails}}',
      held: 'Emails on hold: {{need_held}}',
      words: 'Launch email not written yet: {{need_words}}',
      rehearse: 'Launch check not run. The site goes live on {{need_rehearse}}',
      messages: 'Unread messages: {{need_messages}}',
      site: 'Unpublished changes: {{need_site}}',
      doctor: 'Problems found by the health check: {{need_doctor}}',
      copies: 'Problems with off-site copies since {{need_copies}}',
      backup: 'No backup in the last {{need_backup}} days',
      key: 'Do you still have your recovery key?',
      passkey: 'Only one passkey',
    } satisfies Record<Need['is'], string>,
    /** Starts on Monday. */
    days: ['M', 'T', 'W', 'T', 'F', 'S', 'S'],
    rows: [
      { label: 'Confirmed subscribers', value: '{{people}}', hint: '{{change}} this week' },
      { label: 'Unconfirmed', value: '{{waiting}}' },
      { label: 'Left the list', value: '{{left}}' },
      { label: 'Page loads', value: '{{visits}}', hint: 'not unique visitors' },
      { label: 'Top source', value: '{{source}}' },
      { label: 'Most requested page', value: '{{wanted}}' },
      { label: 'By language', value: '{{shares}}', hint: '{{languages}}' },
      { label: 'Unread messages', value: '{{unread}}' },
      { label: 'Delivery issues', value: '{{trouble}}' },
      {
        label: 'Last backup',
        value: '{{backup}}',
        hint: 'downloaded, made on the server, or copied off-site',
      },
    ] as { label: string; value: string; hint?: string }[],
    button: 'Open the dashboard',
    stop: 'Turn off the weekly summary',
  },
  signIn: {
    subject: '{brand}: your sign-in link',
    preview: 'Works once, within 10 minutes, in the browser you requested it from.',
    title: 'Sign in',
    why: 'Use this link to sign in to the {brand} dashboard. It works once, within 10 minutes, in the browser you requested it from.',
    button: 'Sign in',
    notYou: 'If you didn’t request this, you can ignore this email. Nobody can sign in without the link.',
  },
  invite: {
    subject: '{brand}: you’ve been invited to the dashboard',
    preview: 'This invitation expires in three days.',
    title: 'You’re invited',
    why: 'An owner of {brand} has invited you to its dashboard, where you can manage sign-ups, messages and the launch. The link works once and expires in three days.',
    button: 'Accept invitation',
    notYou: 'If you weren’t expecting this, you can ignore it. The invitation will expire on its own.',
  },
  test: {
    subject: '{brand}: test email',
    preview: 'The email delivery of your site works.',
    title: 'It works',
    why: 'You’re reading this, so email delivery on your site works. You don’t need to do anything.',
  },
  alarms,
  /** Who fixes what the owner cannot. */
  administrator: 'your server administrator',
  alarm: { advice: 'What to do', doctor: 'Command to run' },
  footer: {
    /** Under mails to visitors. The address of `legal.email` follows. */
    entity: 'Sent by {entity}. Contact:',
    /** Under mails to the owner. */
    owner: 'Sent automatically by your site, {brand}.',
  },
};

export type MailText = typeof mails;
