import type { Kysely } from '#kysely';
import { LANGUAGES } from '#contract/language.ts';
import { readCopyStatus } from '#server/copies/status.ts';
import { type Day, daysUpTo, firstHourIn } from '#server/base/days.ts';
import { HOUR } from '#contract/time.ts';
import { readBegun } from '#server/launch/letters.ts';
import { countRecipients } from '#server/launch/recipients.ts';
import { countByKind } from '#server/list/count.ts';
import { IMPORTED } from '#server/list/receipts.ts';
import { joinedOn, signupsByDay, sourcesOfConfirmed } from '#server/list/signups.ts';
import { nameOfSource } from '#server/list/source-name.ts';
import { countUnread } from '#server/messages/find.ts';
import { countIssues } from '#server/outbox/delivery-issues.ts';
import { lastBackup } from '#server/store/backup-file.ts';
import type { Tables } from '#server/store/schema.ts';
import { countDemand, countVisits } from '#server/visits/kept.ts';

const WEEK = 7;
const SOURCES_READ = 5;

/** The summary of the seven days before `monday`, and the current state. */
export async function readWeek(query: Kysely<Tables>, monday: Day, zone: string, dataDir: string) {
  const days = daysUpTo(monday, WEEK + 1).slice(0, WEEK);
  const from = firstHourIn(days[0] ?? monday, zone);
  const until = firstHourIn(monday, zone);
  const counted = await signupsByDay(query, days, zone);
  const { confirmed, pending } = await countByKind(query);
  const issues = await countIssues(query);
  const sources = await sourcesOfConfirmed(query, from, SOURCES_READ, until);
  const backups = [(await lastBackup(query))?.at, readCopyStatus(dataDir)?.until];
  const backup = Math.max(...backups.map((at) => at ?? 0));
  const named = sources.find(({ source }) => source !== '' && source !== IMPORTED);
  const sum = (of: (day: (typeof counted)[number]) => number) =>
    counted.reduce((total, day) => total + of(day), 0);
  return {
    days,
    byDay: counted.map(joinedOn),
    joined: sum(joinedOn),
    byLanguage: LANGUAGES.map((language) => sum(({ joined }) => joined[language])),
    people: confirmed,
    more: sum((day) => day.confirmed + day.imported - day.gone),
    waiting: pending,
    left: sum(({ gone }) => gone),
    visits: (await countVisits(query, from)) - (await countVisits(query, until)),
    source: named === undefined ? null : nameOfSource(named.source),
    wanted: (await countDemand(query, from, until))[0]?.path ?? null,
    unread: await countUnread(query),
    trouble: issues.held + issues.failed + issues.unknown,
    letters: await lettersOf(query, from * HOUR, until * HOUR),
    /** The last one, or copy elsewhere. */
    backup: backup === 0 ? null : new Date(backup),
  };
}

/** The newsletters that began between two moments, in milliseconds since 1970. */
async function lettersOf(query: Kysely<Tables>, from: number, until: number) {
  const begun = (await readBegun(query)).filter(({ at }) => at >= from && at < until);
  return Promise.all(
    begun.map(async ({ id, title }) => ({ title, sent: (await countRecipients(query, id)).sent })),
  );
}

export type Week = Awaited<ReturnType<typeof readWeek>>;
