import { sql } from '#kysely';
import type { SubscriptionTable } from '#server/store/schema.ts';
import { DIRECT, FROM_LIST } from '#contract/owner/people.ts';
import { IMPORTED } from './receipts.ts';

/** Returns a person's source: the campaign, else the host of the referring page. Null: neither is known. */
export function sourceOf({
  utm_source,
  referrer,
  consent,
}: Pick<SubscriptionTable, 'utm_source' | 'referrer' | 'consent'>): string | null {
  if (consent === IMPORTED) return FROM_LIST;
  if (utm_source !== null) return utm_source.toLowerCase();
  const [, host = null] = /^https?:\/\/(?:www\.)?([^/]+)/.exec(referrer ?? '') ?? [];
  return host;
}

/** The same as an SQL condition. */
export function sourceIs(source: string) {
  if (source === DIRECT)
    return sql<boolean>`(utm_source IS NULL AND referrer IS NULL AND consent IS DISTINCT FROM ${IMPORTED})`;
  if (source === FROM_LIST) return sql<boolean>`consent = ${IMPORTED}`;
  const page = `${source.replaceAll(/[\\%_]/g, '\\$&')}/%`;
  const isLinked = ['http://', 'http://www.', 'https://', 'https://www.'].map(
    (before) => sql<boolean>`referrer LIKE ${before + page} ESCAPE '\\'`,
  );
  return sql<boolean>`(lower(utm_source) = ${source} OR utm_source IS NULL AND (${sql.join(isLinked, sql` OR `)}))`;
}
