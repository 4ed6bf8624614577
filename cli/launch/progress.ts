import type { Announcement } from '#server/launch/announcement.ts';
import { endedOf, type Sums } from '#contract/owner/launch.ts';

/** The status at one poll; `at`: milliseconds since 1970. */
export type Look = { at: number; sums: Sums } & Pick<
  Announcement,
  'state' | 'undo_until' | 'sending_at' | 'sender_until'
>;

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
/** A sending server renews its lease every four seconds (server/launch/sender.ts). */
const SILENT_MS = 15 * SECOND;
const counted = new Intl.NumberFormat('en');

/** Returns a line of progress. `first`: the poll from which the remaining time is estimated. */
export function lineOf(look: Look, first: Look, movedAt: number): string {
  if (isSilent(look, movedAt)) return 'No server is sending emails. Start the server.';
  if (look.state === 'undo')
    return `The first emails are sent in ${clockOf((look.undo_until ?? look.at) - look.at)}.`;
  const { all, sent, files, failed, unknown } = look.sums;
  return [
    `${counted.format(sent)} of ${counted.format(all)} sent`,
    ...(files > 0 ? [`${counted.format(files)} written to files`] : []),
    ...(failed > 0 ? [`${counted.format(failed)} not delivered`] : []),
    ...(unknown > 0 ? [`${counted.format(unknown)} delivery unknown`] : []),
    ...timeLeft(look, first),
  ].join(' · ');
}

/** Returns whether a server was active between two polls. */
export function hasMoved(one: Look, other: Look): boolean {
  return (
    one.state !== other.state ||
    one.sender_until !== other.sender_until ||
    endedOf(one.sums) !== endedOf(other.sums)
  );
}

function isSilent({ state, undo_until, at }: Look, movedAt: number): boolean {
  if (state === 'undo') return at - (undo_until ?? at) > SILENT_MS;
  return at - movedAt > SILENT_MS;
}

/** Estimated from the pace since the first poll; empty if there is none, as after the first wave. */
function timeLeft(look: Look, first: Look): string[] {
  const done = endedOf(look.sums) - endedOf(first.sums);
  const left = look.sums.all - endedOf(look.sums);
  if (done <= 0 || left <= 0) return [];
  const minutes = Math.ceil((left * (look.at - first.at)) / done / MINUTE);
  return [`about ${counted.format(minutes)} ${minutes === 1 ? 'minute' : 'minutes'} left at this pace`];
}

function clockOf(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / SECOND));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
