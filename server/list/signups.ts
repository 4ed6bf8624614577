import { type Kysely, sql } from '#kysely';
import { LANGUAGES, type Language } from '#contract/language.ts';
import { type Day, dayIn, firstHourIn } from '#server/days.ts';
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

const HOUR = 3_600_000;
const OURS = sql<boolean>`source <> ${IMPORTED}`;

/** Of each of these days of `zone`, which follow one another. */
export async function signupsByDay(
  query: Kysely<Tables>,
  days: readonly Day[],
  zone: string,
): Promise<SignupDay[]> {
  const byDay = new Map(days.map((day) => [day, nobody(day)]));
  const dayOf = dayIn(zone);
  for (const { hour, language, ...counts } of await byHour(query, firstHourIn(days[0] ?? '', zone))) {
    const day = byDay.get(dayOf(Number(hour) * HOUR));
    if (day === undefined) continue;
    day.joined[language] += Number(counts.joined);
    day.confirmed += Number(counts.confirmed);
    day.imported += Number(counts.imported);
    day.gone += Number(counts.gone);
  }
  return [...byDay.values()];
}

function nobody(day: Day): SignupDay {
  const joined = Object.fromEntries(LANGUAGES.map((language) => [language, 0])) as SignupDay['joined'];
  return { day, joined, confirmed: 0, imported: 0, gone: 0 };
}

/** In all languages. */
export function joinedOn({ joined }: SignupDay): number {
  return LANGUAGES.reduce((sum, language) => sum + joined[language], 0);
}

function byHour(query: Kysely<Tables>, from: number) {
  return query
    .selectFrom('signup_hour')
    .select(({ fn }) => [
      'hour',
      'language',
      fn.coalesce(fn.sum<number>('joined').filterWhere(OURS), sql<number>`0`).as('joined'),
      fn.coalesce(fn.sum<number>('confirmed').filterWhere(OURS), sql<number>`0`).as('confirmed'),
      fn
        .coalesce(fn.sum<number>('confirmed').filterWhere('source', '=', IMPORTED), sql<number>`0`)
        .as('imported'),
      fn.sum<number>('gone').as('gone'),
    ])
    .where('hour', '>=', from)
    .groupBy(['hour', 'language'])
    .execute();
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

/** From this hour on (hours since 1970). */
export async function countSignups(
  query: Kysely<Tables>,
  from: number,
): Promise<{ joined: number; gone: number }> {
  const { joined, gone } = await query
    .selectFrom('signup_hour')
    .select(({ fn }) => [
      fn.sum<number | null>('joined').filterWhere(OURS).as('joined'),
      fn.sum<number | null>('gone').as('gone'),
    ])
    .where('hour', '>=', from)
    .executeTakeFirstOrThrow();
  return { joined: Number(joined ?? 0), gone: Number(gone ?? 0) };
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
