import { createHash } from 'node:crypto';
import { parseAddress } from '#contract/subscribe.ts';

export type Mailbox = { name: string; address: string };

export type MailParts = {
  /**
   * What the mail is, e.g. `confirm`. With `id` and the people it is about it makes the Message-ID: equal for each
   * attempt at the same mail.
   */
  kind: string;
  id: string;
  /** Public origin of the site; its host names us in Message-ID and List-Id. */
  siteUrl: string;
  /** `Name <address>` or an address alone, as set by the operator. */
  from: string;
  /** One address. */
  to: string;
  /** Left out when it is no address. */
  replyTo?: { name?: string; address: string };
  subject: string;
  html: string;
  text: string;
  /** Milliseconds since 1970, see `mailTime`. */
  now: number;
  /** Where one POST ends the subscription (RFC 8058); makes this a mail of a list. */
  unsubscribeUrl?: string;
  /** By which receivers tell the campaigns of a sender apart, e.g. `launch`; no person is in it. */
  campaign?: string;
  /** RFC 3834: `auto-replied` answers something the person did, `auto-generated` does not. */
  auto: 'auto-generated' | 'auto-replied';
};

/** A mail, and what names its file. Every header is one line. */
export type Mail = {
  /** E.g. `confirm-17-1a2b3c4d`: equal for each attempt at the same mail. */
  name: string;
  from: Mailbox;
  to: Mailbox;
  replyTo?: Mailbox;
  /** What the mail server is told, whatever the headers say: one recipient. */
  envelope: { from: string; to: [string] };
  subject: string;
  text: string;
  html: string;
  date: Date;
  messageId: string;
  headers: Record<string, string>;
};

const LONGEST_NAME = 100;
const LONGEST_SUBJECT = 200;

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * What the date of a mail and the end of its links count from, in milliseconds since 1970: when it was due, so that another
 * attempt is the same mail. A day later it is when it leaves: links must not have ended by then.
 */
export function mailTime(due: number, now: number): number {
  return Math.abs(now - due) > DAY_MS ? now : due;
}

/** Makes a mail. Nothing in its fields can add a header, a line or a recipient. */
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
    date: new Date(parts.now),
    messageId: `<${kind}.${id}.${mark}@${hostname}>`,
    headers: {
      'Auto-Submitted': parts.auto,
      ...(parts.campaign !== undefined && {
        'Feedback-ID': `${parts.campaign}:announcement:${hostname}`,
      }),
      ...(parts.unsubscribeUrl !== undefined && listHeaders(hostname, parts.unsubscribeUrl)),
    },
  };
}

/** Which mail of ours a Message-ID names; null: none of this site. Its numbers may be made up, see `isMailTo`. */
export type MailName = { kind: string; id: string; mark: string };

export function readMessageId(text: string, siteUrl: string): MailName | null {
  const { hostname } = new URL(siteUrl);
  const [, kind, id, mark, host] =
    /^<?([a-z-]{1,40})\.(\d{1,15}(?:-\d{1,15})?)\.([0-9a-f]{8})@([^\s<>]{1,255})>?$/.exec(text.trim()) ?? [];
  if (kind === undefined || id === undefined || mark === undefined) return null;
  return host?.toLowerCase() === hostname ? { kind, id, mark } : null;
}

/** Whether the mail of this name went to this address. */
export function isMailTo({ kind, id, mark }: MailName, to: string): boolean {
  return markOf({ kind, id, to }) === mark;
}

/** Whether mail can go to exactly this text: one address, nothing around it. */
export function isAddress(text: string): boolean {
  const parsed = parseAddress(text);
  return parsed.ok && parsed.address === text;
}

function listHeaders(hostname: string, unsubscribeUrl: string): Record<string, string> {
  return {
    'List-Id': `<subscribers.${hostname}>`,
    // A parsed address has neither spaces nor angle brackets.
    'List-Unsubscribe': `<${new URL(unsubscribeUrl).href}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}

/** `Name <address>` or an address alone. */
export function readMailbox(text: string): Mailbox {
  const [, name = '', address = text] = /^([^<>]*)<([^<>]+)>$/.exec(oneLine(text, 512)) ?? [];
  return { name: oneLine(name.replace(/^\s*"(.*)"\s*$/, '$1'), LONGEST_NAME), address: address.trim() };
}

/**
 * Control characters, line and paragraph separators and the invisible marks that reorder a line become a space. An encoded
 * word (RFC 2047) stays text: receivers would decode such marks from it.
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
 * A store restored from a backup gives numbers again. Their mails are others: receivers drop a Message-ID they have
 * seen, and a file would replace somebody else's.
 */
function markOf({ kind, id, to, replyTo }: Pick<MailParts, 'kind' | 'id' | 'to' | 'replyTo'>): string {
  const people = [kind, id, to, replyTo?.address ?? null];
  return createHash('sha256').update(JSON.stringify(people)).digest('hex').slice(0, 8);
}
