import type { PauseReason } from '#contract/owner/launch.ts';
import type { Selectable } from '#kysely';
import type { AnnouncementWords } from '#contract/announcement.ts';
import type { Language } from '#contract/language.ts';
import type { Delivery } from '#server/outbox/delivery.ts';
import type { Tables } from '#server/store/schema.ts';

/** An announcement as the store has it. */
export type Announcement = Omit<Selectable<Tables['announcement']>, 'words' | 'reason'> & {
  words: AnnouncementWords;
  /** `at`: when it was paused, milliseconds since 1970. */
  reason: (PauseReason & { at: number | null }) | null;
};

/** A recipient, with what their mail is made of. */
export type Recipient = {
  id: number;
  key: string;
  address: string;
  language: Language;
  /** When they signed up, or asked for the book. */
  askedAt: number;
  getsNews: boolean;
  /** Attempts before this one. */
  attempt: number;
};

/**
 * How an attempt ended. `afresh`: refused for our own fault, so it does not count against the person.
 * `isUncertain`: the mail server may have accepted it, but drops duplicates.
 */
export type Ended = { id: number; attempt: number } & (
  | Exclude<Delivery, { outcome: 'retry' }>
  | { outcome: 'retry'; reply: string; due: number; afresh: boolean; isUncertain?: true }
);

/** A recipient whose mail is due, and since when. */
export type Due = Recipient & { due: number; unknownSince: number | null };
