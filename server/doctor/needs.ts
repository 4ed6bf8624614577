import { LANGUAGES } from '#contract/language.ts';
import type { AnnouncementNow } from '#contract/owner/launch.ts';
import type { Need } from '#contract/owner/today.ts';
import { HOUR } from '#contract/time.ts';
import { isKeyAsked } from '#server/copies/recovery-key.ts';
import { readCopyStatus, troubledSince } from '#server/copies/status.ts';
import { doctorOf } from '#server/doctor/consult.ts';
import { readSet } from '#server/launch/announcement.ts';
import { type OverviewDeps, readNow } from '#server/launch/overview.ts';
import { firstSignupHour } from '#server/list/signups.ts';
import { countUnread, oldestUnread } from '#server/messages/find.ts';
import { countPasskeys } from '#server/owners/passkeys.ts';
import { readHeld } from '#server/mail-account/held.ts';
import { countIssues, isOnlyOf } from '#server/outbox/delivery-issues.ts';
import { countWaiting } from '#server/outbox/waiting.ts';
import { countUnpublished } from '#server/publish/unpublished.ts';
import { lastBackup } from '#server/store/backup-file.ts';
import type { Database } from '#server/store/database.ts';

/** Days after which a new backup is due. */
const BACKUP_DAYS = 7;

type NeedsDeps = OverviewDeps & { database: Pick<Database, 'kind'> };

/** What most needs are computed from. */
type Standing = {
  messages: { unread: number; oldest: number | null };
  issues: Awaited<ReturnType<typeof countIssues>>;
  launch: AnnouncementNow;
};

export async function readStanding(deps: NeedsDeps): Promise<Standing> {
  const { read } = deps;
  return {
    messages: { unread: await countUnread(read), oldest: await oldestUnread(read) },
    issues: await countIssues(read),
    launch: await readNow('launch', deps),
  };
}

/**
 * What needs this owner's attention, the most urgent first: a paused announcement, mails that
 * cannot leave, lost mails, what is missing for
 * the launch, unread messages, what visitors do not see yet, possible data loss.
 */
export async function findNeeds(deps: NeedsDeps, owner: number, standing: Standing): Promise<Need[]> {
  const { read } = deps;
  const { messages, issues, launch } = standing;
  const needs: Need[] = [];
  const paused = (await readSet(read)).filter(({ state }) => state === 'paused');
  needs.push(...paused.map(({ purpose }): Need => ({ is: 'paused', purpose })));
  const { sealed, mailRoute } = deps.config;
  needs.push(...sealed.map((name): Need => ({ is: 'sealed', name })));
  const waiting = await countWaiting(read, mailRoute, deps.now());
  if (waiting !== null && waiting.n > 0) needs.push({ is: 'waiting', n: waiting.n });
  const held = await readHeld(read, deps.config, deps.now());
  if (held !== null) needs.push({ is: 'refused', n: held.n + (launch.progress?.sums.waiting ?? 0), held });
  const lost = issues.failed + issues.unknown;
  if (lost > 0)
    needs.push({ is: 'mails', n: lost, only: (await isOnlyOf(read, 'confirm')) ? 'confirm' : null });
  if (issues.held > 0) needs.push({ is: 'held', n: issues.held });
  needs.push(...needsOfLaunch(launch));
  if (messages.unread > 0 && messages.oldest !== null)
    needs.push({ is: 'messages', n: messages.unread, oldest: messages.oldest });
  const unpublished = await countUnpublished(read);
  if (unpublished > 0) needs.push({ is: 'site', n: unpublished });
  const red = doctorOf(deps)
    .last()
    ?.findings.filter(({ level }) => level === 'problem');
  if (red !== undefined && red.length > 0) needs.push({ is: 'doctor', n: red.length });
  const status = readCopyStatus(deps.config.dataDir);
  const since = status && troubledSince(status, deps.now());
  if (since !== null) needs.push({ is: 'copies', since });
  if (await isBackupDue(deps, status?.until ?? 0)) needs.push({ is: 'backup', days: BACKUP_DAYS });
  const { copyKey } = deps.config;
  if (copyKey !== null && (await isKeyAsked(read, copyKey, deps.now()))) needs.push({ is: 'key' });
  if ((await countPasskeys(read, owner)) === 1) needs.push({ is: 'passkey' });
  return needs;
}

/** Never on PostgreSQL, which has its own backup tools. A new list is given time. `copied`: until when, elsewhere. */
async function isBackupDue({ read, database, now }: NeedsDeps, copied: number): Promise<boolean> {
  if (database.kind !== 'sqlite') return false;
  const last = await lastBackup(read);
  const since = last?.at ?? ((await firstSignupHour(read)) ?? Infinity) * HOUR;
  return now() - Math.max(since, copied) > BACKUP_DAYS * 24 * HOUR;
}

/** Only once a date is set, or one language is written: before that nothing is late. */
function needsOfLaunch({ state, isOpen, when, words, byLanguage, rehearsal }: AnnouncementNow): Need[] {
  if (isOpen || (state !== 'draft' && state !== 'scheduled')) return [];
  const at = when?.is === 'at' ? when.opensAt : null;
  const isBegun = at !== null || words.lacking.length < LANGUAGES.length;
  if (!isBegun) return [];
  const needs: Need[] = words.lacking
    .filter((language) => byLanguage[language] > 0)
    .map((language) => ({ is: 'words', language, n: byLanguage[language] }));
  const isRehearsed = rehearsal?.state === 'ended' && !rehearsal.isOld;
  return at === null || isRehearsed ? needs : [...needs, { is: 'rehearse', at }];
}
