import type { OftenWords } from '#contract/newsletter.ts';
import type { MAILS } from '#contract/mails.ts';
import type { Need } from '#contract/owner/today.ts';
import { alarms } from './alarms.ts';

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
  /** After somebody asked for the newsletter with the address of a person on the list. */
  'ask-news': {
    subject: '{brand}: do you want the newsletter?',
    preview: 'Someone asked for it with your address.',
    title: 'Keep in touch?',
    why: 'Someone asked for our newsletter with {{address}}. If it was you, one more click and you get it.',
    button: 'Keep in touch',
  },
  /** To a new reader of the newsletter, if the owner wants it. */
  welcome: {
    subject: '{brand}: you’re subscribed',
    preview: 'From now on our newsletter comes to this address.',
    title: 'Welcome',
    text: 'Thank you for subscribing to our newsletter. You can leave from any of them in one click.',
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
  'weekly-summary': {
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
  'sign-in': {
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
