import { CONTACT_FIELDS } from './contact.ts';
import type { Language } from './language.ts';
import { GUARDED_SETTINGS } from './owner/server-settings.ts';
import { type Need, NEED_PAGES } from './owner/today.ts';

/** Empty without one. `pictureUrl`: `cid:…`, a part of the mail. */
const PICTURE = ['pictureUrl', 'pictureWidth'] as const;

const WORDS = [
  'subject',
  'preheader',
  'heading',
  ...PICTURE,
  'alt',
  'body',
  'button',
  'date',
  'unsubscribeUrl',
  'dataUrl',
] as const;

/** `newsUrl` asks for the newsletter; empty for its readers. */
const ANNOUNCEMENT = [...WORDS, 'otherUrl', 'newsUrl'] as const;

/** A count, a date or a name for each need; empty if there is no such need. */
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
  /** The newsletters of the week, each with how many were sent; empty without one. */
  'letters',
  /** One of these two is empty, by whether anything needs the owner. */
  'waits',
  'calm',
  ...NEEDS,
  'dashboardUrl',
] as const;

/**
 * Every mail and its values; rendered by React at build, with `{{name}}` as placeholders. Values are text:
 * escaped in the HTML part. Those ending in `Url` are URLs made by the server. A section from `{{?name}}` to
 * `{{/name}}` is omitted if the value is empty.
 */
export const MAILS = {
  /**
   * To a person who signed up: please confirm. `asked` says what they asked for. `unsubscribeUrl` also serves "that was
   * not me".
   */
  confirm: ['address', 'asked', 'confirmUrl', 'unsubscribeUrl', 'dataUrl'],
  /** A reminder, if the person has not confirmed. */
  reminder: ['address', 'asked', 'confirmUrl', 'unsubscribeUrl', 'dataUrl'],
  /** To a confirmed person whose address was posted for the newsletter, by whomever: is it wanted? */
  'ask-news': ['address', 'newsUrl', 'unsubscribeUrl', 'dataUrl'],
  /** To a person who asked for a book: the link. */
  book: ['book', 'language', 'kind', 'until', 'bookUrl', 'newsUrl', 'unsubscribeUrl', 'dataUrl'],
  /** To a person who has just said yes to the newsletter, once, if the owner wants it. `date`: of the yes. */
  welcome: ['date', 'unsubscribeUrl', 'dataUrl'],
  /** To everybody on the list, once: the site is live. The texts are the owner's; `body` is formatted (letter-text.ts). */
  announcement: [...ANNOUNCEMENT, 'address', 'siteUrl', 'copyUrl'],
  /** To those who asked about a book: it is out, with the link. */
  'announcement-book': [...ANNOUNCEMENT, 'language', 'kind', 'until', 'bookUrl'],
  /**
   * To those who get the newsletter. `button`, `buttonUrl` may be empty. `lang`: of its words; `onlyIn` names it if the
   * reader reads another one.
   */
  letter: [...WORDS, 'buttonUrl', 'lang', 'onlyIn'],
  /** To the owner: a message from the contact form. */
  message: [...CONTACT_FIELDS, 'receivedAt'],
  /** To an owner who asked for a sign-in link, and to an invited one. */
  'sign-in': ['signInUrl'],
  invite: ['signInUrl'],
  /** To an owner who tries the email delivery. */
  test: [],
  /** To each owner on Monday: last week, `day1` to `day7` as pixels of a stroke; quiet: without sign-ups. */
  'weekly-summary': [...WEEK, 'joined', 'day1', 'day2', 'day3', 'day4', 'day5', 'day6', 'day7'],
  'weekly-summary-quiet': WEEK,
  /** To the owner: no sign-ups for an unusually long time. */
  'alarm-silence': ['hours', 'usual'],
  /** To the owner: far more sign-ups and messages than usual. */
  'alarm-burst': ['count', 'minutes'],
  /** To the owner: the form service refused submissions. */
  'alarm-forward': ['count', 'reply'],
  /** To the owner: mails could not be handed to the mail server. */
  'alarm-mail': ['count', 'reply'],
  /** To the owner: the disk of DATA_DIR is nearly full. */
  'alarm-disk': ['free'],
  /** To the owner: nothing has been copied elsewhere for ten minutes. `reply`: why, in English. */
  'alarm-copies': ['minutes', 'reply'],
  /** To the owner: copies arrive elsewhere, but something is wrong with them. `reply`: what, in English. */
  'alarm-copies-warning': ['reply'],
  /** To the owner: what an owner has set cannot be opened. `name`: the setting. */
  'alarm-sealed': ['name'],
  /** To the owner: in a month the oldest addresses and messages reach their retention limit. */
  'alarm-retention': ['date'],
  /** To all owners: settings that can give the list away were changed; of each its new value, empty if it was not. */
  'alarm-settings': ['who', ...GUARDED_SETTINGS],
  /** To all owners: a passkey was added in a session that anybody can begin who reads the mailbox. */
  'alarm-passkey': ['who', 'from', 'endUrl'],
  /** To the owner: an announcement was paused, and not by them. `why`: a code of a PauseReason. */
  'alarm-paused': ['why'],
} as const;

export type MailName = keyof typeof MAILS;
export type MailValues<M extends MailName> = Record<(typeof MAILS)[M][number], string>;

/**
 * The kinds of outbox rows, each with its rules in server/kinds/kinds.ts. Announcements have their own tables.
 */
export const MAIL_KINDS = [
  'sign-in',
  'confirm',
  'message',
  'alarm',
  'weekly-summary',
  'book',
  'welcome',
  'forward',
] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

/** Returns null for a kind that only another release knows. */
export function mailKindOf(name: string): MailKind | null {
  return MAIL_KINDS.find((kind) => kind === name) ?? null;
}

/** Values allowed in a subject. */
export const IN_SUBJECT: Partial<Record<MailName, readonly string[]>> = {
  'weekly-summary': ['joined'],
  announcement: ['subject'],
  'announcement-book': ['subject'],
  letter: ['subject'],
  book: ['book'],
  message: ['name'],
  'alarm-retention': ['date'],
};

/** Values that no mail has without a newsletter. */
export const MAY_LACK: readonly string[] = ['newsUrl'];

/** Values that the text part leaves out. */
export const NOT_IN_TEXT: Partial<Record<MailName, readonly string[]>> = {
  announcement: ['subject', 'preheader', 'copyUrl', ...PICTURE],
  'announcement-book': ['subject', 'preheader', ...PICTURE],
  letter: ['subject', 'preheader', 'lang', ...PICTURE],
  // A drawing: the text gives the numbers.
  'weekly-summary': ['day1', 'day2', 'day3', 'day4', 'day5', 'day6', 'day7'],
};

/** One mail in one language, with placeholders. */
export type MailTemplate = { subject: string; html: string; text: string };

/** `dist/.build/mails.json`. */
export type MailTemplates = Record<MailName, Record<Language, MailTemplate>>;

/** `part`: the HTML or the text of a mail; `isEmpty`: by the name of a value. */
export function withoutEmptySections(part: string, isEmpty: (name: string) => boolean): string {
  return part.replace(/\{\{\?(\w+)\}\}(.*?)\{\{\/\1\}\}/gs, (_, name: string, inside: string) =>
    isEmpty(name) ? '' : inside,
  );
}
