import { type Kysely, type RawBuilder, sql } from '#kysely';
import { LANGUAGES, type Language } from '#contract/language.ts';
import { type Day, hoursOf } from '#server/days.ts';
import { countRows } from '#server/store/count-rows.ts';
import type { Tables } from '#server/store/schema.ts';
import { IMPORTED } from './receipts.ts';

/** People who signed up here, became confirmed, and are so no more. `imported`: confirmed by an imported list. */
export type SignupDay = {
  day: Day;
  joined: Record<Language, number>;
  confirmed: number;
  imported: number;
  gone: number;
};

const OURS = sql<boolean>`source <> ${IMPORTED}`;

/** Of each of these days of `zone`, which follow one another. */
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
  const joined = Object.fromEntries(LANGUAGES.map((language) => [language, 0])) as SignupDay['joined'];
  return { day, joined, confirmed: 0, imported: 0, gone: 0 };
}

/** In all languages. */
export function joinedOn({ joined }: SignupDay): number {
  return LANGUAGES.reduce((sum, language) => sum + joined[language], 0);
}

type Counts = Record<'place' | 'joined' | 'confirmed' | 'imported' | 'gone', number> & { language: Language };

/** Between each of these hours and the next one. By hour first, in the order of the key: nothing is sorted but these sums. */
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
 * Which of these days an hour is of: a division, but for the days on which the clocks are changed. To look each hour up
 * among the days took two seconds over two years.
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

/** Sources of the people confirmed from this hour on, the most first. */
export async function sourcesOfConfirmed(
  query: Kysely<Tables>,
  from: number,
  limit: number,
): Promise<{ source: string; n: number }[]> {
  const rows = await query
    .selectFrom('signup_hour')
    .select(({ fn }) => ['source', fn.sum<number>('confirmed').as('n')])
    .where('hour', '>=', from)
    .where('confirmed', '>', 0)
    .groupBy('source')
    .orderBy('n', 'desc')
    .orderBy('source')
    .limit(limit)
    .execute();
  return rows.map(({ source, n }) => ({ source, n: Number(n) }));
}

/** Whose first visit was to a page that was closed, in these hours (the last one included), by its path. */
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

/** Who signed up here since `from` (milliseconds since 1970). `after`: an id; nobody up to it came since then. */
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

/** When the last person signed up; null where nobody has. */
export async function lastSignup(query: Kysely<Tables>): Promise<number | null> {
  const last = await query
    .selectFrom('subscription')
    .select('created_at')
    .where('suspect', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last === undefined ? null : Number(last.created_at);
}

/** The first hour (hours since 1970) of which anything is counted; null for none. */
export async function firstSignupHour(query: Kysely<Tables>): Promise<number | null> {
  const { hour } = await query
    .selectFrom('signup_hour')
    .select(({ fn }) => fn.min('hour').as('hour'))
    .executeTakeFirstOrThrow();
  return hour === null ? null : Number(hour);
}
