import type { MailKind } from '#contract/mails.ts';
import type { AccountHeld, MailsWait, MailWhy } from './delivery.ts';

/** Mails that need the owner: on hold, rejected for good, or with an unknown outcome. */
export const MAIL_TROUBLES = ['held', 'failed', 'unknown'] as const;
export type MailTrouble = (typeof MAIL_TROUBLES)[number];

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
  /** Mails that the owner's own account refuses; null: it takes them. */
  refused: (AccountHeld & { n: number }) | null;
  /** Mails that wait for a mail server; null: there is one, or they become files. */
  waiting: { why: MailsWait; n: number } | null;
  /** People who bounced since an owner last dismissed the count. */
  undeliverable: number;
  /** The last accepted mail, and how long it took; null: none yet. */
  last: { at: number; took: number } | null;
};

/** `left`: not sent, because the person has a newer one, or there is no recipient. */
export type MailsSentAgain = { sent: number; left: number };
