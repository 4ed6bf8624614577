import type { MailKind } from '#contract/mails.ts';

/** Why mails wait: nobody has set a mail server, or the keys of this server cannot open its account. */
export type MailsWait = 'unset' | 'sealed';

/** How mails leave: by a mail server, into files (development), or not: they wait. */
export type MailsGo = 'server' | 'files' | MailsWait;

/** Mails that need the owner: on hold, rejected for good, or with an unknown outcome. */
export const MAIL_TROUBLES = ['held', 'failed', 'unknown'] as const;
export type MailTrouble = (typeof MAIL_TROUBLES)[number];

/** The reason, for the owner. `other`: see the mail server's words. */
export type MailWhy =
  | 'noMailbox'
  | 'full'
  | 'noDomain'
  | 'blocked'
  | 'size'
  | 'time'
  | 'broke'
  | 'crash'
  | 'restored'
  | 'noOwner'
  | 'other';

export type MailLine = {
  id: number;
  /** Null for a kind unknown to this release. */
  kind: MailKind | null;
  /** Null for mails to the owner, and for erased people. */
  address: string | null;
  at: number;
  why: MailWhy;
  /** The mail server's words, without addresses; empty if there are none. */
  words: string;
};

/** Newest first. `next`: the `before` of the next page; null at the end. */
export type MailPage = { mails: MailLine[]; next: number | null };

export type MailsInTrouble = Record<MailTrouble, MailPage & { count: number }> & {
  /** Mails that wait for a mail server; null: there is one, or they become files. */
  waiting: { why: MailsWait; n: number } | null;
  /** People who bounced since an owner last dismissed the count. */
  undeliverable: number;
  /** The last accepted mail, and how long it took; null: none yet. */
  last: { at: number; took: number } | null;
};

/** `left`: not sent, because the person has a newer one, or there is no recipient. */
export type MailsSentAgain = { sent: number; left: number };
