import type { MailKind } from '#contract/mails.ts';

/** Mails that need the owner: waiting for the owner's word, refused for good, or nobody knows whether they arrived. */
export const MAIL_TROUBLES = ['held', 'failed', 'unknown'] as const;
export type MailTrouble = (typeof MAIL_TROUBLES)[number];

/** Why, for the owner. `other`: what the mail server said has to do. */
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
  /** Null for one that this release does not know. */
  kind: MailKind | null;
  /** Null for mails to the owner, and of people who are gone. */
  address: string | null;
  at: number;
  why: MailWhy;
  /** What the mail server said, without addresses; empty where it said nothing. */
  words: string;
};

/** The newest first. `next`: what `before` has to be for the rest; null at the end. */
export type MailPage = { mails: MailLine[]; next: number | null };

export type MailsInTrouble = Record<MailTrouble, MailPage & { count: number }> & {
  /** People whose address was refused for good since an owner last cleared their line. */
  undeliverable: number;
  /** The mail that left last and was taken, and how long that took; null: none yet. */
  last: { at: number; took: number } | null;
};

/** `left`: not sent, as the person has a newer one, or nobody is there to get it. */
export type MailsSentAgain = { sent: number; left: number };
