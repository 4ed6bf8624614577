import { type Kysely, sql } from '#kysely';
import type { Language } from '#contract/language.ts';
import type { Tables } from '#server/store/schema.ts';
import { IMPORTED } from './receipts.ts';

/** People who signed up here, became confirmed, and are so no more. `imported`: confirmed by an imported list. */
export type SignupHour = {
  hour: number;
  language: Language;
  joined: number;
  confirmed: number;
  imported: number;
  gone: number;
};

const OURS = sql<boolean>`source <> ${IMPORTED}`;

/** From this hour on (hours since 1970), the first one first. */
export async function signupsByHour(query: Kysely<Tables>, from: number): Promise<SignupHour[]> {
  const rows = await query
    .selectFrom('signup_hour')
    .select(({ fn }) => [
      'hour',
      'language',
      fn.sum<number>('joined').filterWhere(OURS).as('joined'),
      fn.sum<number>('confirmed').filterWhere(OURS).as('confirmed'),
      fn.sum<number>('confirmed').filterWhere('source', '=', IMPORTED).as('imported'),
      fn.sum<number>('gone').as('gone'),
    ])
    .where('hour', '>=', from)
    .groupBy(['hour', 'language'])
    .orderBy('hour')
    .execute();
  return rows.map(({ hour, language, ...counts }) => ({
    hour: Number(hour),
    language,
    joined: Number(counts.joined),
    confirmed: Number(counts.confirmed),
    imported: Number(counts.imported),
    gone: Number(counts.gone),
  }));
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
