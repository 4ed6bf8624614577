import { createHash } from 'node:crypto';
import { parseAddress } from '#contract/subscribe.ts';
import { DAY } from '#contract/time.ts';

export type Addressee = { name: string; address: string };

/** The lists that one can leave (RFC 2919: a List-Id names one of them). */
export type MailList = 'subscribers' | 'launch' | 'books' | 'newsletter';

/** A JPEG that the HTML part shows as `cid:…`. */
export type InlinePicture = { cid: string; bytes: Uint8Array };

export type MailParts = {
  /**
   * The kind of mail, e.g. `confirm`. The Message-ID is made of it, `id` and the people involved: the same
   * for each attempt.
   */
  kind: string;
  id: string;
  /** Public origin of the site; its host names us in Message-ID and List-Id. */
  siteUrl: string;
  /** `Name <address>` or a bare address, as configured. */
  from: string;
  /** One address. */
  to: string;
  /** Omitted if it is not an address. */
  replyTo?: { name?: string; address: string };
  subject: string;
  html: string;
  text: string;
  inline?: InlinePicture;
  /** Milliseconds since 1970, see `mailTime`. */
  now: number;
  /** The URL where one POST unsubscribes (RFC 8058); makes this a list mail. */
  unsubscribeUrl?: string;
  /** Which one it is then; `subscribers` by default. */
  list?: MailList;
  /** Lets receivers tell a sender's campaigns apart, e.g. `launch`; identifies no person. */
  campaign?: string;
  /** RFC 3834: `auto-replied` responds to the person's action, `auto-generated` does not. */
  auto: 'auto-generated' | 'auto-replied';
};

/** A mail, and the name of its file. Every header is one line. */
export type Mail = {
  /** E.g. `confirm-17-1a2b3c4d`: the same for each attempt. */
  name: string;
  from: Addressee;
  to: Addressee;
  replyTo?: Addressee;
  /** The SMTP envelope, whatever the headers say: one recipient. */
  envelope: { from: string; to: [string] };
  subject: string;
  text: string;
  html: string;
  inline?: InlinePicture;
  date: Date;
  messageId: string;
  headers: Record<string, string>;
};

const LONGEST_NAME = 100;
const LONGEST_SUBJECT = 200;

/**
 * Returns the time for a mail's date and link expiry, in milliseconds since 1970: its due time, so that a
 * retry is the same mail. After a day it is the sending time: its links must not have expired by then.
 */
export function mailTime(due: number, now: number): number {
  return Math.abs(now - due) > DAY ? now : due;
}

/** Builds a mail. No field can inject a header, a line or a recipient. */
export function composeMail(parts: MailParts): Mail {
  const { hostname } = new URL(parts.siteUrl);
  const from = readMailbox(parts.from);
  const replyTo = parts.replyTo && isAddress(parts.replyTo.address) ? parts.replyTo : null;
  const { kind, id } = parts;
  const mark = markOf(parts);
  return {
    name: `${kind}-${id}-${mark}`,
    from,
    to: { name: '', address: parts.to },
    ...(replyTo && {
      replyTo: { name: oneLine(replyTo.name ?? '', LONGEST_NAME), address: replyTo.address },
    }),
    envelope: { from: from.address, to: [parts.to] },
    subject: oneLine(parts.subject, LONGEST_SUBJECT),
    text: parts.text,
    html: parts.html,
    ...(parts.inline && { inline: parts.inline }),
    date: new Date(parts.now),
    messageId: `<${kind}.${id}.${mark}@${hostname}>`,
    headers: {
      'Auto-Submitted': parts.auto,
      ...(parts.campaign !== undefined && {
        'Feedback-ID': `${parts.campaign}:announcement:${hostname}`,
      }),
      ...(parts.unsubscribeUrl !== undefined &&
        listHeaders(`${parts.list ?? 'subscribers'}.${hostname}`, parts.unsubscribeUrl)),
    },
  };
}

/** The mail named by a Message-ID; null: not from this site. The ids may be forged, see `isMailTo`. */
export type MailIdentity = { kind: string; id: string; mark: string };

export function readMessageId(text: string, siteUrl: string): MailIdentity | null {
  const { hostname } = new URL(siteUrl);
  const [, kind, id, mark, host] =
    /^<?([a-z\d-]{1,40})\.(\d{1,15}(?:-\d{1,15})?)\.([0-9a-f]{8})@([^\s<>]{1,255})>?$/.exec(text.trim()) ??
    [];
  if (kind === undefined || id === undefined || mark === undefined) return null;
  return host?.toLowerCase() === hostname ? { kind, id, mark } : null;
}

/** Returns whether the mail of this name went to this address. */
export function isMailTo({ kind, id, mark }: MailIdentity, to: string): boolean {
  return markOf({ kind, id, to }) === mark;
}

/** Returns whether this text is exactly one address. */
export function isAddress(text: string): boolean {
  const parsed = parseAddress(text);
  return parsed.ok && parsed.address === text;
}

function listHeaders(id: string, unsubscribeUrl: string): Record<string, string> {
  return {
    'List-Id': `<${id}>`,
    // A parsed URL has neither spaces nor angle brackets.
    'List-Unsubscribe': `<${new URL(unsubscribeUrl).href}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}

/** Parses `Name <address>` or a bare address. */
export function readMailbox(text: string): Addressee {
  const [, name = '', address = text] = /^([^<>]*)<([^<>]+)>$/.exec(oneLine(text, 512)) ?? [];
  return { name: oneLine(name.replace(/^\s*"(.*)"\s*$/, '$1'), LONGEST_NAME), address: address.trim() };
}

/**
 * Replaces control characters, line and paragraph separators and bidi controls by a space. An encoded word
 * (RFC 2047) stays text: receivers would decode such characters from it.
 */
function oneLine(text: string, longest: number): string {
  return text
    .slice(0, 4 * longest)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069\s]+/gu, ' ')
    .replaceAll('=?', '= ?')
    .trim()
    .slice(0, longest)
    .toWellFormed();
}

/**
 * A restored store reuses ids for other mails: receivers drop a Message-ID they have seen, and a file would
 * replace another person's.
 */
function markOf({ kind, id, to, replyTo }: Pick<MailParts, 'kind' | 'id' | 'to' | 'replyTo'>): string {
  const people = [kind, id, to, replyTo?.address ?? null];
  return createHash('sha256').update(JSON.stringify(people)).digest('hex').slice(0, 8);
}
