import { sql } from '#kysely';
import type { SubscriptionTable } from '#server/store/schema.ts';
import { DIRECT } from '#contract/owner/people.ts';

/** Returns a person's source: the campaign, else the host of the referring page. Null: neither is known. */
export function sourceOf({
  utm_source,
  referrer,
}: Pick<SubscriptionTable, 'utm_source' | 'referrer'>): string | null {
  if (utm_source !== null) return utm_source.toLowerCase();
  const [, host = null] = /^https?:\/\/(?:www\.)?([^/]+)/.exec(referrer ?? '') ?? [];
  return host;
}

/** The same as an SQL condition. */
export function sourceIs(source: string) {
  if (source === DIRECT) return sql<boolean>`(utm_source IS NULL AND referrer IS NULL)`;
  const page = `${source.replaceAll(/[\\%_]/g, '\\$&')}/%`;
  const isLinked = ['http://', 'http://www.', 'https://', 'https://www.'].map(
    (before) => sql<boolean>`referrer LIKE ${before + page} ESCAPE '\\'`,
  );
  return sql<boolean>`(lower(utm_source) = ${source} OR utm_source IS NULL AND (${sql.join(isLinked, sql` OR `)}))`;
}
