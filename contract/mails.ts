import { CONTACT_FIELDS } from './contact.ts';
import type { Language } from './language.ts';
import { type Need, NEED_PAGES } from './owner/today.ts';

const ANNOUNCEMENT = [
  'subject',
  'preheader',
  'heading',
  'body',
  'button',
  'date',
  'otherUrl',
  'unsubscribeUrl',
  'dataUrl',
] as const;

/** How many, when or which; empty where there is no such need. */
const NEEDS = (Object.keys(NEED_PAGES) as Need['is'][]).map((is) => `need_${is}` as const);

const WEEK = [
  'from',
  'to',
  'people',
  'change',
  'waiting',
  'left',
  'visits',
  'source',
  'wanted',
  'languages',
  'shares',
  'unread',
  'trouble',
  'backup',
  /** One of these two is empty: whether anything needs the owner. */
  'waits',
  'calm',
  ...NEEDS,
  'dashboardUrl',
] as const;

/**
 * Every mail and the values it is filled with; made by React at build, with `{{name}}` where a value comes.
 * Values are text: they are escaped in the HTML part. Those ending in `Url` are addresses the server has made.
 * What stands between `{{?name}}` and `{{/name}}` is left out where the value is empty.
 */
export const MAILS = {
  /** To a person who left an address: please confirm. `unsubscribeUrl` also serves "that was not me". */
  confirm: ['address', 'confirmUrl', 'unsubscribeUrl', 'dataUrl'],
  /** The same once more, when the person has not confirmed. */
  reminder: ['address', 'confirmUrl', 'unsubscribeUrl', 'dataUrl'],
  /** Both again, for a person who asked for books too: `also` names them. */
  'confirm-book': ['address', 'also', 'confirmUrl', 'unsubscribeUrl', 'dataUrl'],
  'reminder-book': ['address', 'also', 'confirmUrl', 'unsubscribeUrl', 'dataUrl'],
  /** To a person who asked for a book: where it is. */
  book: ['book', 'language', 'kind', 'until', 'bookUrl', 'unsubscribeUrl', 'dataUrl'],
  /** To everybody on the list, once: the site is open. The words are the owner's; `body` has paragraphs. */
  announcement: [...ANNOUNCEMENT, 'address', 'siteUrl', 'copyUrl'],
  /** To those who asked to be told about a book: it is out, and here it is. */
  'announcement-book': [...ANNOUNCEMENT, 'language', 'kind', 'until', 'bookUrl'],
  /** To the owner: what somebody wrote in the contact form. */
  message: [...CONTACT_FIELDS, 'receivedAt'],
  /** To an owner who asked to come in, and to one who is invited. */
  'sign-in': ['signInUrl'],
  invite: ['signInUrl'],
  /** To each owner on Monday: the week before, `day1` to `day7` as pixels of a stroke; another one where nobody joined. */
  'weekly-summary': [...WEEK, 'joined', 'day1', 'day2', 'day3', 'day4', 'day5', 'day6', 'day7'],
  'weekly-summary-quiet': WEEK,
  /** To the owner: nobody has signed up for an unusually long time. */
  'alarm-silence': ['hours', 'usual'],
  /** To the owner: far more sign-ups and messages than usual. */
  'alarm-burst': ['count', 'minutes'],
  /** To the owner: the form service refused submissions. */
  'alarm-forward': ['count', 'reply'],
  /** To the owner: mails could not be delivered to the mail server. */
  'alarm-mail': ['count', 'reply'],
  /** To the owner: the disk of DATA_DIR is nearly full. */
  'alarm-disk': ['free'],
  /** To the owner: in a month the first addresses and messages are deleted for their age. */
  'alarm-retention': ['date'],
  /** To the owner: an announcement stands still, and not by their wish. `why`: a code of a PauseReason. */
  'alarm-paused': ['why', 'command'],
} as const;

export type MailName = keyof typeof MAILS;
export type MailValues<M extends MailName> = Record<(typeof MAILS)[M][number], string>;

/** What the outbox sends, by name: each is an entry in server/kinds.ts. Announcements have tables of their own. */
export const MAIL_KINDS = [
  'sign-in',
  'confirm',
  'message',
  'alarm',
  'weekly-summary',
  'book',
  'forward',
] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

/** Null for one that only another release knows. */
export function mailKindOf(name: string): MailKind | null {
  return MAIL_KINDS.find((kind) => kind === name) ?? null;
}

/** One mail in one language, ready to be filled. */
export type MailTemplate = { subject: string; html: string; text: string };

/** `dist/.build/mails.json`. */
export type MailTemplates = Record<MailName, Record<Language, MailTemplate>>;
