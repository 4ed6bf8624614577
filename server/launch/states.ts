import { sql } from '#kysely';
import type { AnnouncementState, PauseReason, Purpose } from '#contract/owner/launch.ts';

export type { PauseReason, Purpose };

/**
 * The one table of what may follow what. `undo` is the time in which the owner may take it back: the site is open, and no
 * mail has begun.
 */
export const MOVES = {
  schedule: { from: ['draft', 'scheduled'], to: 'scheduled' },
  open: { from: ['draft', 'scheduled'], to: 'undo' },
  /** Paused: as long as no mail has begun. */
  undo: { from: ['scheduled', 'undo', 'paused'], to: 'draft' },
  begin: { from: ['undo'], to: 'sending' },
  /** Done: while somebody who confirmed late waits. */
  pause: { from: ['scheduled', 'undo', 'sending', 'done'], to: 'paused' },
  resume: { from: ['paused'], to: 'sending' },
  stop: { from: ['undo', 'sending', 'paused'], to: 'stopped' },
  end: { from: ['sending'], to: 'done' },
  /** It was paused before its hour, which is still to come. */
  resumeWaiting: { from: ['paused'], to: 'scheduled' },
  /** It was paused before its hour, which is over. */
  openLate: { from: ['paused'], to: 'undo' },
  /** It was paused before the first mail. */
  resumeUndo: { from: ['paused'], to: 'undo' },
  /** Some people are to be told once more. Not where it would also tell those who were kept back. */
  again: { from: ['done', 'sending'], to: 'sending' },
} as const satisfies Record<string, { from: readonly AnnouncementState[]; to: AnnouncementState }>;
export type Move = keyof typeof MOVES;

// Of one person's mail: queued → started → sent | failed | unknown | retry, retry → started, and queued | retry → skipped.
// `unknown` leaves only by word of the mail provider (recipient-update.ts) or of the owner (`again`). What is in `retry` though it may
// have been taken (uncertain.ts) never becomes failed or skipped, but unknown; and sent by word of the mail provider.

/** Of a mail `o` with a book: it has left, may have, or is about to. */
export const HAS_BOOK = sql<boolean>`o.state NOT IN ('failed', 'skipped')`;
