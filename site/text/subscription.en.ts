import type { ManifestWords, Placeholder, SubscriptionState } from '#contract/pages.ts';

/**
 * The pages behind the links in mails. Apart from the other words, because only the prerendered documents need them.
 * `%NAME%` is filled in by the server.
 */
export const subscriptionEn = {
  confirm: {
    title: 'One last step',
    text: 'Confirm that %ADDRESS% is yours, and we’ll write to you when the time comes. If you didn’t ask for this, just close the page.',
    /** Also in the mail that leads here, for a person who asked for a book. */
    also: 'Also asked for: %BOOKS%.',
    book: '“%BOOK%”',
    button: 'Confirm my email',
  },
  unsubscribe: {
    title: 'Leave the list',
    text: 'Press the button and %ADDRESS% gets no more emails from us. Use it, too, if somebody else left your address here.',
    button: 'Unsubscribe',
  },
  me: {
    title: 'Your data',
    text: 'This is what we keep about you. Books and messages are only counted here; the download contains everything.',
    facts: {
      ADDRESS: 'Email',
      STATE: 'Subscription',
      LANGUAGE: 'Language',
      SINCE: 'Since',
      SOURCE: 'How you found us',
      BOOKS: 'Books you asked about',
      MESSAGES: 'Messages you sent us',
      CONSENT: 'What you agreed to',
    } satisfies Record<Exclude<Placeholder, 'TOKEN' | 'ALSO'>, string>,
    export: 'Download as JSON',
    eraseText:
      'Erasing is final. All that stays is a code that doesn’t show your address; it keeps an old list from bringing it back.',
    erase: 'Erase everything',
  },
  confirmed: {
    title: 'You’re on the list',
    text: 'Thank you! Your email is confirmed. We’ll write to you when the time comes.',
    link: 'Go to the home page',
  },
  unsubscribed: {
    title: 'You’ve left the list',
    text: 'You’ll get no more emails from us.',
    link: 'Go to the home page',
  },
  erased: {
    title: 'Everything is erased',
    text: 'Your address and everything we kept with it have been deleted.',
    link: 'Go to the home page',
  },
  expired: {
    title: 'This link no longer works',
    text: 'It’s too old, or part of it got lost. You can leave your email again.',
    rights:
      'Did you want to leave the list, or to see or erase your data? Write to us and we’ll do it for you:',
    link: 'Subscribe again',
  },
  'book-expired': {
    title: 'This link no longer works',
    text: 'It’s too old, or part of it got lost. You can ask for the book again.',
    link: 'Go to the books',
  },
  states: {
    pending: 'Not confirmed yet',
    confirmed: 'Confirmed',
    unsubscribed: 'Cancelled',
    suppressed: 'Blocked: we send nothing',
    undeliverable: 'Mails come back: we send nothing',
  } satisfies Record<SubscriptionState, string>,
  /** What stands in the mail to the whole list before the owner writes. */
  announcement: {
    launch: {
      subject: 'We’re open',
      preheader: 'You asked to be told. Here it is.',
      heading: 'The wait is over.',
      body: 'You asked to be told when our site opens. It’s open now.\n\nIt shows what we do, how we work and where to find us.',
      button: 'See the site',
    },
    book: {
      subject: '“%BOOK%” is out',
      preheader: 'You asked to be told about it.',
      heading: 'The book is out.',
      body: 'You asked to be told when “%BOOK%” is out. It’s short enough for one evening.',
      button: 'Download the book',
    },
  } satisfies ManifestWords['announcement'],
  pauses: {
    owner: 'You paused it.',
    late: 'Its hour passed while the server was off.',
    clock: 'The clock of the server was set.',
    moved: 'The list was restored or copied.',
    failed: 'Too many emails were refused.',
    unknown: 'Of too many emails nobody knows whether they arrived.',
    book: 'The book isn’t out on this server.',
    refused: 'A mail provider refuses our emails, not the people.',
    'locked-out': 'The mail server lets us send nothing.',
  } satisfies ManifestWords['pauses'],
  languages: { en: 'English', pt: 'Portuguese' } satisfies ManifestWords['languages'],
};

export type SubscriptionText = typeof subscriptionEn;
