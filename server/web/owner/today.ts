import { LANGUAGES } from '#contract/language.ts';
import type { AnnouncementNow } from '#contract/owner/launch.ts';
import type { Need, Today } from '#contract/owner/today.ts';
import { isUnusual } from '#server/alarms/decide.ts';
import { dayIn, daysUpTo } from '#server/days.ts';
import { doctorOf } from '#server/doctor/consult.ts';
import { readNow } from '#server/launch/overview.ts';
import { countByKind } from '#server/list/count.ts';
import { countSignups, firstSignupHour, joinedOn, lastSignup, signupsByDay } from '#server/list/signups.ts';
import { countInbox, countMessagesSince, oldestUnread } from '#server/messages/find.ts';
import { countPasskeys } from '#server/owners/passkeys.ts';
import { countTrouble, isOnlyOf, lastMail } from '#server/outbox/trouble.ts';
import { lastBackup } from '#server/store/backup-file.ts';
import { countVisits, visitsKnown } from '#server/visits/kept.ts';
import type { Answer, Ask, OwnerParts, OwnerRoute } from './route.ts';

export const TODAY_ROUTES: readonly OwnerRoute[] = [
  {
    method: 'GET',
    path: '/today',
    about: 'The numbers of now, sign-ups of fourteen days, what needs the owner, whether the form is alive.',
    handle: showToday,
  },
];

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const FORTNIGHT = 14;
/** After its end the launch stays on the page for so long. */
const LAUNCH_STAYS = 3 * DAY;
/** The list is worth a backup that is not older. */
const BACKUP_DAYS = 7;

type Deps = { parts: OwnerParts; owner: Ask['owner'] };
type Unread = { unread: number; oldest: number | null };
type Troubles = Awaited<ReturnType<typeof countTrouble>>;

async function showToday({ parts, owner }: Ask): Promise<Answer> {
  return { json: await readToday({ parts, owner }) };
}

async function readToday({ parts, owner }: Deps): Promise<Today> {
  const { read, config, now } = parts;
  const time = now();
  const zone = config.ownerZone;
  const days = await signupsByDay(read, daysUpTo(dayIn(zone)(time), FORTNIGHT), zone);
  const counted = await countByKind(read);
  const today = days.at(-1);
  const messages = { unread: (await countInbox(read)).unread, oldest: await oldestUnread(read) };
  const troubles = await countTrouble(read);
  const launch = await readNow('launch', parts);
  const fortnight = days.map((day) => ({ day: day.day, n: joinedOn(day) }));
  return {
    stage: launch.isOpen ? 'live' : 'soon',
    people: counted.confirmed,
    sinceYesterday: today === undefined ? 0 : today.confirmed + today.imported - today.gone,
    waiting: counted.pending,
    left: counted.unsubscribed,
    unread: messages.unread,
    trouble: troubles.held + troubles.failed + troubles.unknown,
    fortnight,
    needs: await findNeeds({ parts, owner }, { messages, troubles, launch }),
    form: await lookAtForm(parts, fortnight),
    launch: await readLaunchDay(parts, launch),
  };
}

/**
 * The most urgent first: what stands still, what is lost, what the day of the launch waits for, who waits for an answer, what
 * might be lost.
 */
async function findNeeds(
  { parts, owner }: Deps,
  { messages, troubles, launch }: { messages: Unread; troubles: Troubles; launch: AnnouncementNow },
): Promise<Need[]> {
  const { read } = parts;
  const needs: Need[] = [];
  if (launch.state === 'paused') needs.push({ is: 'paused' });
  const lost = troubles.failed + troubles.unknown;
  if (lost > 0)
    needs.push({ is: 'mails', n: lost, only: (await isOnlyOf(read, 'confirm')) ? 'confirm' : null });
  if (troubles.held > 0) needs.push({ is: 'held', n: troubles.held });
  needs.push(...needsOfLaunch(launch));
  if (messages.unread > 0 && messages.oldest !== null)
    needs.push({ is: 'messages', n: messages.unread, oldest: messages.oldest });
  const red = doctorOf(parts)
    .last()
    ?.findings.filter(({ level }) => level === 'problem');
  if (red !== undefined && red.length > 0) needs.push({ is: 'doctor', n: red.length });
  if (await isBackupDue(parts)) needs.push({ is: 'backup', days: BACKUP_DAYS });
  if ((await countPasskeys(read, owner.id)) === 1) needs.push({ is: 'passkey' });
  return needs;
}

/** Never on PostgreSQL, whose own programs make backups. A young list is given time. */
async function isBackupDue({ read, database, now }: OwnerParts): Promise<boolean> {
  if (database.kind !== 'sqlite') return false;
  const last = await lastBackup(read);
  const since = last?.at ?? ((await firstSignupHour(read)) ?? Infinity) * HOUR;
  return now() - since > BACKUP_DAYS * DAY;
}

/** Once a day is set, or one language is written: before that nothing is late. */
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

async function lookAtForm(
  { read, database, now }: OwnerParts,
  fortnight: Today['fortnight'],
): Promise<Today['form']> {
  const last = await lastSignup(read);
  const came = fortnight.reduce((sum, { n }) => sum + n, 0);
  const usual = came < 2 ? null : (FORTNIGHT * DAY) / came;
  const isQuiet = last !== null && usual !== null && isUnusual(now() - last, usual);
  const isDead = (await database.readiness()) !== 'stored';
  return {
    state: isDead ? 'dead' : isQuiet ? 'quiet' : 'alive',
    lastSignup: last,
    lastVisit: (await visitsKnown(read))?.lastAt ?? null,
    mailTook: (await lastMail(read, ['confirm']))?.took ?? null,
    usual,
  };
}

async function readLaunchDay(
  { read, now }: OwnerParts,
  { progress, state }: AnnouncementNow,
): Promise<Today['launch']> {
  if (progress === null) return null;
  const { armedAt, endedAt, sums } = progress;
  if (endedAt !== null && now() - endedAt > LAUNCH_STAYS) return null;
  const from = Math.floor(armedAt / HOUR);
  const { joined, gone } = await countSignups(read, from);
  return {
    state,
    openedAt: armedAt,
    undoUntil: progress.undoUntil,
    told: sums.sent,
    ended: sums.sent + sums.failed + sums.unknown + sums.skipped,
    total: sums.all,
    visits: await countVisits(read, from),
    signups: joined,
    messages: await countMessagesSince(read, armedAt),
    left: gone,
  };
}
