import { type Kysely, type RawBuilder, sql } from '#kysely';
import { inEach, type Language, LANGUAGES } from '#contract/language.ts';
import { HOUR } from '#contract/time.ts';
import { type Day, hoursOf } from '#server/base/days.ts';
import { countRows } from '#server/store/count-rows.ts';
import type { Tables } from '#server/store/schema.ts';
import { IMPORTED } from './receipts.ts';

/** People who signed up, were confirmed, and ceased to be. `imported`: confirmed by an import. */
export type SignupDay = {
  day: Day;
  joined: Record<Language, number>;
  confirmed: number;
  imported: number;
  gone: number;
};

const OURS = sql<boolean>`source <> ${IMPORTED}`;

/** Returns the counts for these consecutive days in `zone`. */
export async function signupsByDay(
  query: Kysely<Tables>,
  days: readonly Day[],
  zone: string,
): Promise<SignupDay[]> {
  const counted = days.map(nobody);
  for (const { place, language, ...counts } of await byPlace(query, hoursOf(days, zone))) {
    const day = counted[Number(place)];
    if (day === undefined) continue;
    day.joined[language] = Number(counts.joined);
    day.confirmed += Number(counts.confirmed);
    day.imported += Number(counts.imported);
    day.gone += Number(counts.gone);
  }
  return counted;
}

function nobody(day: Day): SignupDay {
  return { day, joined: inEach(() => 0), confirmed: 0, imported: 0, gone: 0 };
}

/** In all languages. */
export function joinedOn({ joined }: SignupDay): number {
  return LANGUAGES.reduce((sum, language) => sum + joined[language], 0);
}

type Counts = Record<'place' | 'joined' | 'confirmed' | 'imported' | 'gone', number> & { language: Language };

/** Sums between these hours. Grouped by hour first, in key order, so that only the sums are sorted. */
async function byPlace(query: Kysely<Tables>, hours: readonly number[]): Promise<Counts[]> {
  const { rows } = await sql<Counts>`
    SELECT ${placeIn(hours)} AS place, language,
      sum(joined) AS joined, sum(confirmed) AS confirmed, sum(imported) AS imported, sum(gone) AS gone
    FROM (
      SELECT hour, language,
        sum(CASE WHEN ${OURS} THEN joined ELSE 0 END) AS joined,
        sum(CASE WHEN ${OURS} THEN confirmed ELSE 0 END) AS confirmed,
        sum(CASE WHEN ${OURS} THEN 0 ELSE confirmed END) AS imported,
        sum(gone) AS gone
      FROM signup_hour WHERE hour >= ${hours[0]} AND hour < ${hours.at(-1)}
      GROUP BY hour, language
    ) AS of_hour
    GROUP BY place, language`.execute(query);
  return rows;
}

/**
 * Maps an hour to a day: by division, except around days when clocks change. Looking each hour up among the
 * days took two seconds for two years.
 */
function placeIn(hours: readonly number[]): RawBuilder<number> {
  const cases: RawBuilder<unknown>[] = [];
  let first = 0;
  for (let day = 1; day < hours.length; day++) {
    const [begin, last = 0, end = 0, next] = [hours[first] ?? 0, hours[day - 1], hours[day], hours[day + 1]];
    if (next !== undefined && next - end === end - last) continue;
    const place = sql`${sql.lit(first)} + (hour - ${sql.lit(begin)}) / ${sql.lit(end - last)}`;
    cases.push(sql`WHEN hour < ${sql.lit(end)} THEN ${place}`);
    first = day;
  }
  return sql`CASE ${sql.join(cases, sql` `)} END`;
}

/** Sources of people confirmed from this hour to before another, most frequent first. */
export async function sourcesOfConfirmed(
  query: Kysely<Tables>,
  from: number,
  limit: number,
  until: number | null = null,
): Promise<{ source: string; n: number }[]> {
  const rows = await query
    .selectFrom('signup_hour')
    .select(({ fn }) => ['source', fn.sum<number>('confirmed').as('n')])
    .where('hour', '>=', from)
    .$if(until !== null, (sources) => sources.where('hour', '<', until))
    .where('confirmed', '>', 0)
    .groupBy('source')
    .orderBy('n', 'desc')
    .orderBy('source')
    .limit(limit)
    .execute();
  return rows.map(({ source, n }) => ({ source, n: Number(n) }));
}

/** Counts sign-ups by the closed page they first visited, from one hour through another. */
export async function signupsAsked(
  query: Kysely<Tables>,
  { from, to }: { from: number; to: number },
): Promise<Map<string, number>> {
  const rows = await query
    .selectFrom('signup_page_hour')
    .select(({ fn }) => ['path', fn.sum<number>('n').as('n')])
    .where('hour', '>=', from)
    .where('hour', '<=', to)
    .groupBy('path')
    .execute();
  return new Map(rows.map(({ path, n }) => [path, Number(n)]));
}

/** Counts sign-ups since `from` (ms since 1970). `after`: an id; nobody up to it came since then. */
export async function countSignups(
  query: Kysely<Tables>,
  { from, after }: { from: number; after: number },
): Promise<number> {
  return countRows(
    query
      .selectFrom('subscription')
      .where('id', '>', after)
      .where('created_at', '>=', from)
      .where('suspect', 'is', null)
      .where('consent', 'is distinct from', IMPORTED),
  );
}

/** The newest people that are read one by one: a list just imported may be long. */
const NEWEST = 2_000;

/** Returns when the last person signed up by a form, to the hour before a long import; null: nobody has. */
export async function lastSignup(query: Kysely<Tables>): Promise<number | null> {
  const newest = query
    .selectFrom('subscription')
    .select(['id', 'created_at', 'suspect', 'consent'])
    .orderBy('id', 'desc')
    .limit(NEWEST)
    .as('newest');
  const last = await query
    .selectFrom(newest)
    .select('created_at')
    .where('suspect', 'is', null)
    .where('consent', 'is distinct from', IMPORTED)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (last !== undefined) return Number(last.created_at);
  const { hour } = await query
    .selectFrom('signup_hour')
    .select(({ fn }) => fn.max('hour').as('hour'))
    .where('joined', '>', 0)
    .where(OURS)
    .executeTakeFirstOrThrow();
  return hour === null ? null : Number(hour) * HOUR;
}

/** People of this source who confirmed. */
export async function countConfirmedFrom(query: Kysely<Tables>, source: string): Promise<number> {
  const { n } = await query
    .selectFrom('signup_hour')
    .select(({ fn }) => fn.sum<number | null>('confirmed').as('n'))
    .where('source', '=', source)
    .where('confirmed', '>', 0)
    .executeTakeFirstOrThrow();
  return Number(n ?? 0);
}

/** Returns the first counted hour (hours since 1970), or null. */
export async function firstSignupHour(query: Kysely<Tables>): Promise<number | null> {
  const { hour } = await query
    .selectFrom('signup_hour')
    .select(({ fn }) => fn.min('hour').as('hour'))
    // Imports once counted as joined when people had agreed elsewhere.
    .where(({ or, eb }) => or([OURS, eb('confirmed', '>', 0)]))
    .executeTakeFirstOrThrow();
  return hour === null ? null : Number(hour);
}
