import { type Expression, type Kysely, type SqlBool, sql } from '#kysely';
import {
  type PeopleCount,
  type PeopleFilter,
  type PeoplePage,
  PEOPLE_KINDS,
  type PersonRow,
} from '#contract/owner/people.ts';
import { countRows } from '#server/store/count-rows.ts';
import type { SubscriptionTable, Tables } from '#server/store/schema.ts';
import { countByKind } from './count.ts';
import { getsNews } from './news.ts';
import { kindIs, kindOf } from './kind-of-person.ts';
import { sourceIs, sourceOf } from './source.ts';

// There is no index on parts of addresses: every sign-up would pay for it, and it would keep parts of erased
// ones. So people are scanned from the newest on, window by window, for as long as one answer may take.

/** Ids in one window. */
const WINDOW = 25_000;
/** Milliseconds after which no other window is started. */
const PATIENCE = 100;

type SearchLimits = { window: number; patience: number };
const LIMITS: SearchLimits = { window: WINDOW, patience: PATIENCE };

/** Returns at most `limit` matching people with ids below `before`. */
export async function searchPeople(
  query: Kysely<Tables>,
  filter: PeopleFilter,
  { before, limit }: { before: number; limit: number },
  limits: SearchLimits = LIMITS,
): Promise<PeoplePage> {
  const fitting = query
    .selectFrom('subscription')
    .select(['id', 'address', 'state', 'undeliverable_at', 'suspect', 'language'])
    .select(['utm_source', 'referrer', 'consent', 'created_at'])
    .where(fits(filter))
    .orderBy('id', 'desc');
  const people: PersonRow[] = [];
  const rest = await lookThrough(query, before, limits, async (isInside) => {
    const rows = await fitting
      .where(isInside)
      .limit(limit - people.length)
      .execute();
    people.push(...rows.map(personRow));
    return people.length < limit;
  });
  const last = people.at(-1);
  return { people, next: people.length === limit && last ? last.id : rest };
}

/** Counts matches: from the counters where possible, else by scanning the newest people for a while. */
export async function countPeople(
  query: Kysely<Tables>,
  filter: PeopleFilter,
  limits: SearchLimits = LIMITS,
): Promise<PeopleCount> {
  const { text, kinds, ...others } = filter;
  if (text === '' && Object.values(others).every((value) => value === null)) {
    const counted = await countByKind(query);
    const wanted = kinds.length > 0 ? kinds : PEOPLE_KINDS.filter((kind) => kind !== 'suspect');
    return { n: wanted.reduce((sum, kind) => sum + counted[kind], 0), isExact: true };
  }
  const fitting = query.selectFrom('subscription').where(fits(filter));
  let n = 0;
  const rest = await lookThrough(query, Infinity, limits, async (isInside) => {
    n += await countRows(fitting.where(isInside));
    return true;
  });
  return { n, isExact: rest === null };
}

/**
 * Calls `look` for each window of ids from `before` down, until it returns false or time is up. Returns the
 * id below which nothing was scanned; null: all was.
 */
async function lookThrough(
  query: Kysely<Tables>,
  before: number,
  { window, patience }: SearchLimits,
  look: (isInside: Expression<SqlBool>) => Promise<boolean>,
): Promise<number | null> {
  const begun = performance.now();
  for (let high = Math.min(before, (await newestId(query)) + 1); ; high -= window) {
    if (high <= 1) return null;
    const low = Math.max(1, high - window);
    const wantsMore = await look(sql<boolean>`(subscription.id >= ${low} AND subscription.id < ${high})`);
    if (low === 1) return null;
    if (!wantsMore || performance.now() - begun > patience) return low;
  }
}

/** Returns 0 if there is nobody. */
export async function newestId(query: Kysely<Tables>): Promise<number> {
  const { newest } = await query
    .selectFrom('subscription')
    .select(({ fn }) => fn.max('id').as('newest'))
    .executeTakeFirstOrThrow();
  return Number(newest ?? 0);
}

/** A condition: whether a row of `subscription` matches. */
export function fits(filter: PeopleFilter): Expression<SqlBool> {
  const { text, kinds, language, source, book, newsletter } = filter;
  // No row has a NUL. PostgreSQL refuses it, and SQLite ends the pattern there, which would match everybody.
  if (text.includes('\0') || source?.includes('\0')) return sql<boolean>`FALSE`;
  const all: Expression<SqlBool>[] = [];
  if (text !== '') all.push(sql<boolean>`key LIKE ${`%${text.replaceAll(/[\\%_]/g, '\\$&')}%`} ESCAPE '\\'`);
  // Suspects are not listed by default; a search for an address finds them too.
  if (kinds.length === 0 && text === '') all.push(sql<boolean>`suspect IS NULL`);
  if (kinds.length > 0) all.push(sql<boolean>`(${sql.join(kinds.map(kindIs), sql` OR `)})`);
  if (language !== null) all.push(sql<boolean>`language = ${language}`);
  if (source !== null) all.push(sourceIs(source));
  if (book !== null)
    all.push(sql<boolean>`EXISTS (SELECT 1 FROM interest i
      WHERE i.subscription_id = subscription.id AND i.product = ${book})`);
  if (newsletter !== null)
    all.push(newsletter === 'yes' ? getsNews('subscription') : sql<boolean>`NOT ${getsNews('subscription')}`);
  return all.length > 0 ? sql<boolean>`(${sql.join(all, sql` AND `)})` : sql<boolean>`TRUE`;
}

type Row = Pick<
  SubscriptionTable,
  'state' | 'undeliverable_at' | 'suspect' | 'utm_source' | 'referrer' | 'consent'
> &
  Pick<SubscriptionTable, 'address' | 'language' | 'created_at'> & { id: number };

export function personRow(row: Row): PersonRow {
  const { id, address, language, created_at: since } = row;
  return { id, address, kind: kindOf(row), language, source: sourceOf(row), since };
}

/** How many of the newest people are sampled for sources. */
const LOOKED_AT = 2_000;
const MOST_SOURCES = 30;

/** Returns the sources of the newest people, most frequent first. */
export async function newestSources(query: Kysely<Tables>): Promise<string[]> {
  const rows = await query
    .selectFrom('subscription')
    .select(['utm_source', 'referrer', 'consent'])
    .orderBy('id', 'desc')
    .limit(LOOKED_AT)
    .execute();
  const counted = new Map<string, number>();
  for (const row of rows) {
    const source = sourceOf(row);
    if (source !== null) counted.set(source, (counted.get(source) ?? 0) + 1);
  }
  const ranked = [...counted].sort(([, one], [, other]) => other - one);
  return ranked.slice(0, MOST_SOURCES).map(([source]) => source);
}
