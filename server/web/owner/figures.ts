import { innerPageAt } from '#contract/pages.ts';
import { type Figures, type Period, readPeriod, type Source } from '#contract/owner/figures.ts';
import { DAY, HOUR } from '#contract/time.ts';
import { type Day, dayIn, daysUpTo, firstHourIn } from '#server/base/days.ts';
import { countByKind } from '#server/list/count.ts';
import { IMPORTED } from '#server/list/receipts.ts';
import {
  firstSignupHour,
  joinedOn,
  signupsAsked,
  signupsByDay,
  type SignupDay,
  sourcesOfConfirmed,
} from '#server/list/signups.ts';
import { nameOfSource } from '#server/list/source-name.ts';
import { countDemand, countVisits, visitsKnown } from '#server/visits/kept.ts';
import { type Answer, type Ask, get, type OwnerParts, type OwnerRoute } from './route.ts';

export const FIGURES_ROUTES: readonly OwnerRoute[] = [
  get(
    '/figures',
    'Shows the analytics of a `period` (week, month or all): sign-ups by day, confirmed subscribers, sources, page loads, and requested pages.',
    showFigures,
  ),
];

const LENGTHS: Record<Exclude<Period, 'all'>, number> = { week: 7, month: 28 };
/** As long as visits are kept. */
const MOST_DAYS = 730;
const SOURCES_READ = 200;
const SOURCES_SHOWN = 4;

async function showFigures({ query, parts }: Ask): Promise<Answer> {
  return { json: await readFigures(parts, readPeriod(query.get('period'))) };
}

async function readFigures({ read, config, now }: OwnerParts, period: Period): Promise<Figures> {
  const zone = config.ownerZone;
  const since = await countingSince(read);
  const today = dayIn(zone)(now());
  const length = period === 'all' ? daysBetween(dayIn(zone)(since ?? now()), today) : LENGTHS[period];
  const all = daysUpTo(today, period === 'all' ? length : 2 * length);
  const days = all.slice(-length);
  const from = firstHourIn(days[0] ?? today, zone);
  const [counted, { confirmed }, visits, sources, demand] = await Promise.all([
    signupsByDay(read, all, zone),
    countByKind(read),
    countVisits(read, from),
    sourcesOfConfirmed(read, from, SOURCES_READ),
    readDemand(read, from),
  ]);
  const totals = totalsOf(counted, confirmed);
  const shown = counted.slice(-length);
  return {
    since,
    days,
    signups: shown.map(({ joined }) => joined),
    confirmed: totals.slice(-length),
    before: period === 'all' ? null : totals.slice(0, length),
    funnel: {
      visits,
      signups: shown.reduce((sum, day) => sum + joinedOn(day), 0),
      confirmed: shown.reduce((sum, day) => sum + day.confirmed, 0),
    },
    sources: ranked(sources, new URL(config.siteUrl).host),
    demand,
  };
}

/** Both included. */
function daysBetween(first: Day, last: Day): number {
  const days = Math.round((Date.parse(last) - Date.parse(first)) / DAY) + 1;
  return Math.min(MOST_DAYS, Math.max(1, days));
}

async function countingSince(read: OwnerParts['read']): Promise<number | null> {
  const visits = await visitsKnown(read);
  const hours = [await firstSignupHour(read), visits?.firstHour ?? null].filter((hour) => hour !== null);
  return hours.length === 0 ? null : Math.min(...hours) * HOUR;
}

/** Computed backwards from those confirmed now: so the line ends at the length of the list. */
function totalsOf(days: readonly SignupDay[], now: number): number[] {
  const totals: number[] = [];
  let total = now;
  for (const { confirmed, imported, gone } of days.toReversed()) {
    totals.push(total);
    total -= confirmed + imported - gone;
  }
  return totals.toReversed();
}

function ranked(rows: readonly { source: string; n: number }[], ownHost: string): Figures['sources'] {
  const byName = new Map<string, { source: Source; n: number }>();
  for (const { source: raw, n } of rows) {
    const source = sourceOf(raw, ownHost);
    const name = source.is === 'named' ? source.name : `(${source.is})`;
    byName.set(name, { source, n: n + (byName.get(name)?.n ?? 0) });
  }
  const sorted = [...byName.values()].toSorted((a, b) => b.n - a.n);
  const others = sorted.slice(SOURCES_SHOWN);
  // One more row takes no more space than "others".
  if (others.length < 2) return sorted;
  const n = others.reduce((sum, row) => sum + row.n, 0);
  return [...sorted.slice(0, SOURCES_SHOWN), { source: { is: 'other' }, n }];
}

function sourceOf(raw: string, ownHost: string): Source {
  if (raw === '' || raw === ownHost) return { is: 'direct' };
  return raw === IMPORTED ? { is: 'import' } : { is: 'named', name: nameOfSource(raw) };
}

async function readDemand(read: OwnerParts['read'], from: number): Promise<Figures['demand']> {
  const rows = await countDemand(read, from);
  // Visitors after the opening got the page.
  const signedUp = await signupsAsked(read, { from, to: Math.max(0, ...rows.map(({ last }) => last)) });
  return rows.flatMap(({ path, n }) => {
    const page = innerPageAt(path);
    return page === null ? [] : { page, n, signedUp: signedUp.get(path) ?? 0 };
  });
}
