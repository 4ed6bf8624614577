import { amount } from '#server/base/amount.ts';
import { NO_WORDS } from '#contract/announcement.ts';
import { inEach } from '#contract/language.ts';
import type { Purpose, PauseReason } from '#contract/owner/launch.ts';
import type { Kysely } from '#kysely';
import { readAnnouncement, readSet, type Refused } from '#server/launch/announcement.ts';
import type { OpenProblem } from '#server/launch/approval.ts';
import { countAudience, countRecipients } from '#server/launch/recipients.ts';
import type { Announcement } from '#server/launch/rows.ts';
import type { Tables } from '#server/store/schema.ts';
import { readUntold } from '#server/launch/untold.ts';
import { sayTime } from '#server/launch/wall-time.ts';
import { ACCOUNT_SAYS } from '#contract/owner/delivery.ts';
import type { CliContext } from '../command.ts';
import { readHeld } from '#server/mail-account/held.ts';
import { withSettings } from '../present.ts';
import { shortTime } from '../terminal.ts';

export async function showStatus(
  purpose: Purpose,
  { json }: { json: boolean },
  { settings, say, now }: CliContext,
): Promise<void> {
  await withSettings(settings(), 'read', async ({ read }, config) => {
    if (!json) await sayOthers(read, purpose, say);
    const found = await readAnnouncement(read, purpose);
    // After an undo the recipients of that launch no longer count.
    if (found === null || found.state === 'draft') {
      const people = await countAudience(read, {
        purpose,
        words: found?.words ?? inEach(() => NO_WORDS),
      });
      const state = found?.state ?? null;
      return say(
        json ? JSON.stringify({ state, people }) : `Not launched. ${amount(people, 'recipient')} so far.`,
      );
    }
    const sums = await countRecipients(read, found.id);
    const { state, reason, opens_at, zone, undo_until, ended_at } = found;
    if (json) return say(JSON.stringify({ state, reason, opens_at, undo_until, ended_at, ...sums }));
    say(state === 'sending' && sums.waiting === 0 && sums.started > 0 ? LAST : STATES[state]);
    const held = state === 'sending' ? await readHeld(read, config, now()) : null;
    if (held !== null) {
      say(ACCOUNT_SAYS[held.means].replaceAll('{by}', held.by));
      say(`The mail server replied: ${held.words}`);
      say(`Next attempt: ${shortTime(held.nextAt)} (UTC). Sending then goes on by itself.`);
    }
    if (reason !== null) say(sayReason(reason));
    if (reason?.why === 'failed' || reason?.why === 'unknown') {
      const { people } = await readUntold(read, found.id, reason.why, 0);
      for (const { address, reply } of people) say(`  ${address ?? 'erased since'}: ${reply ?? ''}`);
    }
    if (state === 'scheduled' && opens_at !== null) say(`At ${sayTime(opens_at, zone ?? 'UTC')}.`);
    if (state === 'undo' && undo_until !== null)
      say(`Until ${sayTime(undo_until, zone ?? 'UTC')} you can undo the launch.`);
    say(
      `Recipients: ${sums.all}. Sent: ${sums.sent}, ${sums.files > 0 ? `written to files: ${sums.files}, ` : ''}queued: ${sums.waiting}, sending: ${sums.started}, ` +
        `not delivered: ${sums.failed}, delivery unknown: ${sums.unknown}, no longer on the list: ${sums.skipped}.`,
    );
    if (state === 'stopped' && sums.waiting > 0)
      say(`Sending was stopped. The remaining recipients won’t be emailed.`);
  });
}

/** What is under way besides, each with the name that the other commands take. */
async function sayOthers(read: Kysely<Tables>, purpose: Purpose, say: CliContext['say']): Promise<void> {
  const isOver = ({ state }: Pick<Announcement, 'state'>) => state === 'done' || state === 'stopped';
  for (const one of await readSet(read))
    if (one.purpose !== purpose && !isOver(one)) say(`${one.purpose}: ${STATES[one.state]}`);
}

const LAST = 'The last emails are being sent: waiting for the mail server’s reply.';

export const STATES = {
  draft: 'Not launched.',
  scheduled: 'Scheduled.',
  undo: 'Launched. No emails sent yet.',
  sending: 'Sending emails.',
  paused: 'Paused.',
  done: 'Sending finished.',
  stopped: 'Sending stopped permanently.',
} as const;

function sayReason(reason: PauseReason): string {
  switch (reason.why) {
    case 'owner':
      return 'An owner paused sending.';
    case 'late':
      return 'The scheduled time passed while the server was off. If it is still a good time, resume; otherwise undo.';
    case 'clock':
      return 'The server clock changed by more than five minutes. Check the time, then resume.';
    case 'moved':
      return 'The database was restored from a backup, or copied. Make sure that no other server emails the same people, then resume.';
    case 'failed':
      return `${reason.n} of the last ${reason.of} emails were rejected. Read the replies before you resume:`;
    case 'unknown':
      return `Delivery is unknown for ${reason.n} of the last ${reason.of} emails. Check the mail server before you resume:`;
    case 'book':
      return 'The book is not available on this server. Publish a site with the book, then resume.';
    case 'picture':
      return 'Its picture is not in the database. Choose the same one in the draft of a newsletter: it is there again. Then resume.';
    case 'page':
      return 'Its page did not come within five minutes: "doctor" may say why. No email has left. Then resume.';
    case 'closed':
      return 'The site is not live, so no email leaves. Make it live, then resume.';
    case 'refused':
      return `${reason.provider} rejects our emails because of the sending setup, not the recipients: “${reason.reply}”. Have that fixed, then resume.`;
    case 'mail-server':
      return 'No mail server is set, or its account cannot be opened: "launch check" says which. Set one, then resume.';
    case 'locked-out':
      return `The mail server rejects all our emails: “${reason.reply}”. Check the username and password in SMTP_URL, and MAIL_FROM. Restart the server, send yourself a test email, then resume.`;
  }
}

export const NOT_OPENED: Record<OpenProblem, string> = {
  'mail-server':
    'Not possible without a mail server: "launch check" says what is missing. Nobody was emailed.',
  'book-missing': 'Not launched. This book is not available on this server.',
  'not-live': 'Not sent. The site is not live yet.',
  'under-way': 'Not sent. Another newsletter is still going out.',
  'no-language': 'Not sent. Nothing is written yet.',
  'words-changed': 'Not launched. The email text has changed meanwhile. Review it, then try again.',
  'check-required': 'Not launched. The launch check has not finished.',
  'check-old': 'Not launched. Something has changed since the launch check. Try again.',
  problems: 'Not launched. Fix the problems above, then try again.',
  'warnings-unseen': 'Not launched. Review all warnings first.',
  'people-changed': 'Not launched. The number of recipients has changed meanwhile. Try again.',
  'time-changed': 'Not launched. The time has changed meanwhile. Try again.',
  'time-past': 'Not launched. The chosen time has passed. Choose another.',
};

export function whyNot({ state, why }: Refused): string {
  if (why !== undefined) return NOT_OPENED[why];
  return state === null
    ? 'Not launched.'
    : `Not possible in the current state: ${STATES[state].toLowerCase()}`;
}
