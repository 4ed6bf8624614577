import type { AnnouncementState } from '#contract/owner/launch.ts';

/** The state machine of announcements. `undo` is the undo period: the site is open, and no mail has begun. */
export const MOVES = {
  schedule: { from: ['draft', 'scheduled'], to: 'scheduled' },
  open: { from: ['draft', 'scheduled'], to: 'undo' },
  /** `paused`: only while no mail has begun. */
  undo: { from: ['scheduled', 'undo', 'paused'], to: 'draft' },
  begin: { from: ['undo'], to: 'sending' },
  /** `done`: while somebody who confirmed late waits. */
  pause: { from: ['scheduled', 'undo', 'sending', 'done'], to: 'paused' },
  resume: { from: ['paused'], to: 'sending' },
  stop: { from: ['undo', 'sending', 'paused'], to: 'stopped' },
  end: { from: ['sending'], to: 'done' },
  /** Paused before its time, which is still to come. */
  resumeWaiting: { from: ['paused'], to: 'scheduled' },
  /** Paused before its time, which has passed. */
  openLate: { from: ['paused'], to: 'undo' },
  /** Paused before the first mail. */
  resumeUndo: { from: ['paused'], to: 'undo' },
  /** Resends to some people. Not from `paused`: it would also send what was held back. */
  again: { from: ['done', 'sending'], to: 'sending' },
} as const satisfies Record<string, { from: readonly AnnouncementState[]; to: AnnouncementState }>;
export type Move = keyof typeof MOVES;

// One person's mail: queued → started → sent | failed | unknown | retry, retry → started, queued | retry →
// skipped. `unknown` changes only by word of the provider (recipient-update.ts) or the owner (`again`). A
// `retry` that may have been accepted (uncertain.ts) never becomes failed or skipped, but unknown, or sent by
// word of the provider.
