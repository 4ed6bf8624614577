import type { OftenWords } from '#contract/newsletter.ts';
import type { Placeholder, SubscriptionState } from '#contract/pages.ts';
import { capitalNames } from '#contract/language.ts';
import type { ManifestWords } from '#contract/documents.ts';

/**
 * The pages behind mailed links. Apart from the other words, because only the prerendered documents need
 * them. `%NAME%` is filled in by the server.
 */
export const subscription = {
  confirm: {
    title: 'One last step',
    text: 'Confirm that %ADDRESS% is yours and we’ll email you when the time comes. If you didn’t sign up, just close this page.',
    /** Also in the mail that links here; `first`: where there is no book yet. */
    asked: 'You asked for: %WHAT%.',
    things: {
      launch: 'news of our launch',
      first: 'news of our first book',
      news: 'our newsletter',
    } satisfies ManifestWords['things'],
    book: '“%BOOK%”',
    button: 'Confirm email address',
    once: 'Press once more to confirm.',
  },
  unsubscribe: {
    title: 'Unsubscribe',
    text: 'We’ll stop all emails to %ADDRESS%. You can also do this if someone else signed you up.',
    button: 'Unsubscribe',
    /** Instead of the text, for a reader of the newsletter. */
    choice: 'What should stop coming to %ADDRESS%?',
    news: 'Only the newsletter',
    newsText: 'Other emails you asked for still come.',
    all: 'Everything',
    allText: 'No emails from us at all.',
  },
  /** Where people are asked whether they want the newsletter. */
  news: {
    /** Above the title, right after the address was confirmed. */
    confirmed: 'Your address is confirmed.',
    title: 'Keep in touch?',
    text: 'Would you like our newsletter at %ADDRESS%? {often} If not, just close this page.',
    often: {
      monthly: 'At most one email a month.',
      twiceMonthly: 'At most two emails a month.',
      weekly: 'At most one email a week.',
    } satisfies OftenWords,
    note: '{name} uses your address only for this. No tracking. Unsubscribe any time.',
    button: 'Send me the newsletter',
    once: 'Press once more to subscribe.',
  },
  me: {
    title: 'Your data',
    text: 'This is the data we hold about you. Books and messages are shown as totals; the download includes everything.',
    facts: {
      ADDRESS: 'Email',
      STATE: 'Status',
      LANGUAGE: 'Language',
      SINCE: 'Signed up',
      SOURCE: 'Source',
      BOOKS: 'Books you asked about',
      MESSAGES: 'Messages you sent us',
      CONSENT: 'What you agreed to',
    } satisfies Partial<Record<Placeholder, string>>,
    gets: 'What you get',
    news: 'Newsletter',
    newsText: 'Since %NEWS%. {often}',
    books: 'Books',
    booksText: '%WAITING%: one email for each, once it’s out.',
    launch: 'The launch',
    launchText: 'One email, when we open. Stopping it takes you off the list.',
    toldText: 'Told on %TOLD%. Nothing more comes.',
    stop: 'Stop',
    export: 'Download my data (JSON)',
    eraseText:
      'This can’t be undone. We keep only a code that doesn’t show your address, so that an old list can’t add it again.',
    erase: 'Erase my data',
    once: 'Press “Erase my data” once more to erase it.',
  },
  confirmed: {
    title: 'You’re on the list',
    text: 'Thank you. Your email address is confirmed, and we’ll email you when the time comes.',
    link: 'Go to the homepage',
  },
  unsubscribed: {
    title: 'You’ve left the list',
    text: 'You won’t get any more emails from us.',
    link: 'Go to the homepage',
  },
  joined: {
    title: 'You’re subscribed',
    text: 'The next newsletter comes to your inbox. You can leave from any of them in one click.',
    link: 'Go to the homepage',
  },
  stopped: {
    title: 'No more newsletters',
    text: 'Other emails you asked for still come.',
    link: 'Go to the homepage',
  },
  erased: {
    title: 'Your data has been erased',
    text: 'We’ve erased your address and everything stored with it.',
    link: 'Go to the homepage',
  },
  expired: {
    title: 'This link has expired',
    text: 'It may be too old or incomplete. You can sign up again to get a new one.',
    rights: 'To unsubscribe, or to see or erase your data, email us and we’ll do it for you:',
    link: 'Sign up again',
  },
  'book-expired': {
    title: 'This link has expired',
    text: 'It may be too old or incomplete. You can request the book again.',
    link: 'See the books',
  },
  /** In a draft that a link shows: above each page, and after a form. */
  draft: {
    line: 'A draft for %WHO%, as of %WHEN%. Not public. Ends on %DAY%.',
    sent: 'A draft: nothing was sent.',
  },
  states: {
    pending: 'Unconfirmed',
    confirmed: 'Confirmed',
    unsubscribed: 'Unsubscribed',
    suppressed: 'Blocked: we don’t email you',
    undeliverable: 'Bounced: our emails can’t reach you',
  } satisfies Record<SubscriptionState, string>,
  /** The suggested words of the mail to the whole list. */
  announcement: {
    launch: {
      subject: 'We’re open',
      preheader: 'You asked to hear first. Here it is.',
      heading: 'Soon is now.',
      body: 'You asked us to let you know when our site opened. It’s open now.\n\nSee what we do, how we work and where to find us.',
      button: 'See the site',
    },
    book: {
      subject: '“%BOOK%” is out',
      preheader: 'You asked us to let you know when it was out.',
      heading: 'The book is out.',
      body: 'You asked us to let you know when “%BOOK%” was out. It’s short enough for one evening.',
      button: 'Download the book',
    },
  } satisfies ManifestWords['announcement'],
  pauses: {
    owner: 'An owner paused sending.',
    late: 'The scheduled time passed while the server was off.',
    clock: 'The server clock changed.',
    moved: 'The database was restored or copied.',
    failed: 'Too many emails were rejected.',
    unknown: 'Delivery is unknown for too many emails.',
    book: 'The book isn’t available on this server.',
    picture: 'Its picture is no longer on the server.',
    page: 'Its page didn’t come within five minutes.',
    closed: 'The site isn’t live.',
    refused: 'A mail provider is rejecting our emails because of our sending setup.',
    'mail-server': 'No mail server is set, or its account can’t be opened.',
    'locked-out': 'The mail server is rejecting all our emails.',
  } satisfies ManifestWords['pauses'],
  languages: capitalNames('en'),
};

export type SubscriptionText = typeof subscription;
