import { type Insertable, type Kysely, sql } from '#kysely';
import type { Tables } from '#server/store/schema.ts';

type Row = Insertable<Tables['visit_hour']>;

/** Adds to the stored counts, in one statement. Sorted, so that two processes cannot deadlock. */
export async function keepVisits(query: Kysely<Tables>, rows: readonly Row[]): Promise<void> {
  const sorted = rows.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  await query
    .insertInto('visit_hour')
    .values(sorted)
    .onConflict((conflict) =>
      conflict.columns(['hour', 'path', 'language', 'source', 'closed']).doUpdateSet({
        n: sql`visit_hour.n + excluded.n`,
        last_at: sql`CASE WHEN excluded.last_at > visit_hour.last_at THEN excluded.last_at ELSE visit_hour.last_at END`,
      }),
    )
    .execute();
}

function keyOf({ hour, path, language, source, closed }: Row): string {
  return [hour, path, language, source, closed].join(' ');
}

/** Pages shown since this hour (hours since 1970). `but`: a path that is not counted. */
export async function countVisits(query: Kysely<Tables>, from: number, but = ''): Promise<number> {
  const { n } = await query
    .selectFrom('visit_hour')
    .select(({ fn }) => fn.sum<number | null>('n').as('n'))
    .where('hour', '>=', from)
    .where('closed', '=', 0)
    .where('path', '<>', but)
    .executeTakeFirstOrThrow();
  return Number(n ?? 0);
}

/** Pages shown from each source that begins so. */
export async function countBySource(query: Kysely<Tables>, beginning: string): Promise<Map<string, number>> {
  const rows = await query
    .selectFrom('visit_hour')
    .select(({ fn }) => ['source', fn.sum<number>('n').as('n')])
    .where('source', 'like', `${beginning}%`)
    .where('closed', '=', 0)
    .groupBy('source')
    .execute();
  return new Map(rows.map(({ source, n }) => [source, Number(n)]));
}

/** Closed pages requested from this hour to before another, the most wanted first. `last`: the hour of the last request. */
export async function countDemand(
  query: Kysely<Tables>,
  from: number,
  until = Number.MAX_SAFE_INTEGER,
): Promise<{ path: string; n: number; last: number }[]> {
  const rows = await query
    .selectFrom('visit_hour')
    .select(({ fn }) => ['path', fn.sum<number>('n').as('n'), fn.max('hour').as('last')])
    .where('hour', '>=', from)
    .where('hour', '<', until)
    .where('closed', '=', 1)
    .groupBy('path')
    .orderBy('n', 'desc')
    .orderBy('path')
    .execute();
  return rows.map(({ path, n, last }) => ({ path, n: Number(n), last: Number(last) }));
}

/** The first hour with visits, and the time of the last one; null if there is none. */
export async function visitsKnown(
  query: Kysely<Tables>,
): Promise<{ firstHour: number; lastAt: number } | null> {
  const ends = await query
    .selectFrom('visit_hour')
    .select(({ fn, selectFrom }) => [
      fn.min('hour').as('first'),
      selectFrom('visit_hour as newest')
        .select(({ fn: of }) => of.max('newest.last_at').as('at'))
        .where('newest.hour', '=', (latest) =>
          latest.selectFrom('visit_hour as v').select(({ fn: of }) => of.max('v.hour').as('hour')),
        )
        .as('last_at'),
    ])
    .executeTakeFirstOrThrow();
  return ends.first === null ? null : { firstHour: Number(ends.first), lastAt: Number(ends.last_at) };
}

/** Deletes visits before a time, milliseconds since 1970. */
export async function forgetVisits(query: Kysely<Tables>, before: number): Promise<void> {
  await query
    .deleteFrom('visit_hour')
    .where('hour', '<', Math.floor(before / 3_600_000))
    .execute();
}
