import { readAnnouncement, type Refused } from '#server/launch/announcement.ts';
import type { OpenProblem } from '#server/launch/approval.ts';
import { countAudience, countRecipients } from '#server/launch/recipients.ts';
import type { PauseReason, Purpose } from '#server/launch/states.ts';
import { readUntold } from '#server/launch/untold.ts';
import { sayTime } from '#server/launch/wall-time.ts';
import type { CliContext } from '../command.ts';
import { withStore } from '#server/store/existing.ts';
import { watchUntilInterrupted } from './watch.ts';

export async function showStatus(
  purpose: Purpose,
  { json, watch }: { json: boolean; watch: boolean },
  { settings, say, now }: CliContext,
): Promise<void> {
  await withStore(settings(), 'read', async (store) => {
    const { read } = store;
    if (watch) await watchUntilInterrupted(purpose, store, now);
    const found = await readAnnouncement(read, purpose);
    // It was taken back: the people of then count no more.
    if (found === null || found.state === 'draft') {
      const people = await countAudience(read, purpose);
      const state = found?.state ?? null;
      return say(json ? JSON.stringify({ state, people }) : `Not launched. ${people} recipients so far.`);
    }
    const sums = await countRecipients(read, found.id);
    const { state, reason, opens_at, zone, undo_until, ended_at } = found;
    if (json) return say(JSON.stringify({ state, reason, opens_at, undo_until, ended_at, ...sums }));
    say(state === 'sending' && sums.waiting === 0 && sums.started > 0 ? LAST : STATES[state]);
    if (reason !== null) say(sayReason(reason));
    if (reason?.why === 'failed' || reason?.why === 'unknown') {
      const { people } = await readUntold(read, found.id, reason.why, 0);
      for (const { address, reply } of people) say(`  ${address ?? 'erased since'}: ${reply ?? ''}`);
    }
    if (state === 'scheduled' && opens_at !== null) say(`At ${sayTime(opens_at, zone ?? 'UTC')}.`);
    if (state === 'undo' && undo_until !== null)
      say(`Until ${sayTime(undo_until, zone ?? 'UTC')} you can undo the launch.`);
    say(
      `${sums.all} in all: ${sums.sent} told, ${sums.waiting} waiting, ${sums.started} under way, ${sums.failed} refused, ` +
        `${sums.unknown} not certain, ${sums.skipped} left before.`,
    );
    if (state === 'stopped' && sums.waiting > 0)
      say(`Sending was stopped. The remaining recipients won’t be emailed.`);
  });
}

const LAST = 'The last emails are being sent: waiting for the mail server’s reply.';

export const STATES = {
  draft: 'Not launched.',
  scheduled: 'Scheduled.',
  undo: 'Open. No mail has left yet.',
  sending: 'Sending emails.',
  paused: 'Paused.',
  done: 'Sending finished.',
  stopped: 'Stopped for good.',
} as const;

function sayReason(reason: PauseReason): string {
  switch (reason.why) {
    case 'owner':
      return 'You paused it.';
    case 'late':
      return 'Its hour passed while the server was off, so it waits for you: resume or undo it.';
    case 'clock':
      return 'The clock of the server was set by more than five minutes. Look at the time, then resume.';
    case 'moved':
      return 'The list is not where it was when this was set: it was restored or copied. Make sure that no other server tells the same people, then resume.';
    case 'failed':
      return `Of the last ${reason.of} mails ${reason.n} were refused. Read the replies before you resume:`;
    case 'unknown':
      return `Of ${reason.n} of the last ${reason.of} mails nobody knows whether they arrived. Look at the mail server before you resume:`;
    case 'book':
      return 'The book is not out on this server. Look at `books` in brand/site.config.ts, start the server anew, then resume.';
    case 'refused':
      return `${reason.provider} refuses our mails, not the people: “${reason.reply}”. Have that mended, then resume.`;
    case 'locked-out':
      return `The mail server lets us send nothing: “${reason.reply}”. Look at user and password in SMTP_URL and at MAIL_FROM, start the server anew, send yourself a test, then resume.`;
  }
}

export const NOT_OPENED: Record<OpenProblem, string> = {
  'book-missing': 'Not launched. This book is not available on this server.',
  'words-changed': 'Not launched. The email text has changed meanwhile. Review it, then try again.',
  'check-required': 'Not launched. The launch check has not finished.',
  'check-old': 'Not launched. Something has changed since the launch check. Try again.',
  problems: 'Not launched. Fix the problems above, then try again.',
  'warnings-unseen': 'Not launched. Review all warnings first.',
  'people-changed': 'Not launched. The number of recipients has changed meanwhile. Try again.',
  'time-past': 'Not launched. The chosen time has passed. Choose another.',
};

export function whyNot({ state, why }: Refused): string {
  if (why !== undefined) return NOT_OPENED[why];
  return state === null
    ? 'Not launched.'
    : `Not possible in the current state: ${STATES[state].toLowerCase()}`;
}
