import { type AnnouncementNow, endedOf } from '#contract/owner/launch.ts';
import type { Today } from '#contract/owner/today.ts';
import { PATHS } from '#contract/pages.ts';
import { DAY, HOUR } from '#contract/time.ts';
import { isUnusual } from '#server/alarms/decide.ts';
import { dayIn, daysUpTo } from '#server/base/days.ts';
import { readAnnouncement } from '#server/launch/announcement.ts';
import { readBegun } from '#server/launch/letters.ts';
import { readSums } from '#server/launch/overview.ts';
import { countLeft } from '#server/launch/untold.ts';
import { countByKind } from '#server/list/count.ts';
import { countSignups, joinedOn, lastSignup, signupsByDay } from '#server/list/signups.ts';
import { countMessagesSince } from '#server/messages/find.ts';
import { readChecklist } from './checklist.ts';
import { findNeeds, readStanding } from '#server/doctor/needs.ts';
import { lastMail } from '#server/outbox/delivery-issues.ts';
import { countVisits, visitsKnown } from '#server/visits/kept.ts';
import { type Answer, type Ask, get, type OwnerParts, type OwnerRoute } from './route.ts';

export const TODAY_ROUTES: readonly OwnerRoute[] = [
  get(
    '/today',
    'Shows today’s numbers, the sign-ups of the last 14 days, what needs attention, and whether the form is working.',
    showToday,
  ),
];

const FORTNIGHT = 14;
/** How long the launch stays on the page after its end, and a newsletter after its beginning. */
const STAYS = 3 * DAY;

async function showToday({ parts, owner }: Ask): Promise<Answer> {
  return { json: await readToday(parts, owner.id) };
}

async function readToday(parts: OwnerParts, owner: number): Promise<Today> {
  const { read, config, now } = parts;
  const time = now();
  const zone = config.ownerZone;
  const days = await signupsByDay(read, daysUpTo(dayIn(zone)(time), FORTNIGHT), zone);
  const counted = await countByKind(read);
  const today = days.at(-1);
  const standing = await readStanding(parts);
  const { messages, issues, launch } = standing;
  const fortnight = days.map((day) => ({ day: day.day, n: joinedOn(day) }));
  return {
    stage: launch.isOpen ? 'live' : 'soon',
    checklist: launch.isOpen ? null : await readChecklist(parts, owner),
    people: counted.confirmed,
    sinceYesterday: today === undefined ? 0 : today.confirmed + today.imported - today.gone,
    waiting: counted.pending,
    left: counted.unsubscribed,
    unread: messages.unread,
    trouble: issues.held + issues.failed + issues.unknown,
    fortnight,
    needs: await findNeeds(parts, owner, standing),
    form: await lookAtForm(parts, fortnight),
    letter: await readLastLetter(parts),
    launch: await readLaunchDay(parts, launch),
  };
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

async function readLastLetter({ read, now }: OwnerParts): Promise<Today['letter']> {
  const [last] = await readBegun(read);
  if (last === undefined || now() - last.at > STAYS) return null;
  const { purpose, title, at } = last;
  return { purpose, title, at, sent: (await readSums(read, last)).sent };
}

async function readLaunchDay(
  { read, now }: OwnerParts,
  { progress, state }: AnnouncementNow,
): Promise<Today['launch']> {
  if (progress === null) return null;
  const { armedAt, endedAt, sums } = progress;
  if (endedAt !== null && now() - endedAt > STAYS) return null;
  const found = await readAnnouncement(read, 'launch');
  if (found === null) return null;
  return {
    state,
    openedAt: armedAt,
    undoUntil: progress.undoUntil,
    told: sums.sent,
    ended: endedOf(sums),
    total: sums.all,
    // In the hour of the opening, pages other than the Coming Soon page were shown after it.
    visits: await countVisits(read, Math.floor(armedAt / HOUR), PATHS.soon),
    signups: await countSignups(read, { from: armedAt, after: found.enqueue_end ?? 0 }),
    messages: await countMessagesSince(read, armedAt),
    left: await countLeft(read, found),
  };
}
