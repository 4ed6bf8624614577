import { DAY } from '#contract/time.ts';
import { type Kysely, sql } from '#kysely';
import type { Tables } from '#server/store/schema.ts';
import { keepLooking } from './look.ts';
import type { OpenLink } from './preview.ts';

/** Maximum of valid links; each process keeps them in memory. */
export const MOST_LINKS = 100;
export const MOST_DAYS = 90;

type NewLink = { name: string; madeBy: string | null; days: number };

/** The valid links, newest first. */
export function openLinks(query: Kysely<Tables>, now: number) {
  return query
    .selectFrom('preview_link')
    .selectAll()
    .where('ended_at', 'is', null)
    .where('ends_at', '>', now)
    .orderBy('id', 'desc')
    .limit(MOST_LINKS)
    .execute();
}

/** Returns null if there are too many valid links. Deletes links that ended long ago. */
export async function makeLink(
  query: Kysely<Tables>,
  { name, madeBy, days }: NewLink,
  now: number,
): Promise<OpenLink | null> {
  return query.transaction().execute(async (trx) => {
    await trx
      .deleteFrom('preview_link')
      .where('ends_at', '<', now - MOST_DAYS * DAY)
      .execute();
    if ((await openLinks(trx, now)).length >= MOST_LINKS) return null;
    return trx
      .insertInto('preview_link')
      .values({ name, made_by: madeBy, created_at: now, ends_at: now + days * DAY, ended_at: null })
      .returning(['id', 'created_at', 'ends_at'])
      .executeTakeFirstOrThrow();
  });
}

/** Revokes a link in every process within a second. Returns false if it is not valid now. */
export async function endLink(query: Kysely<Tables>, id: number, now: number): Promise<boolean> {
  const { numUpdatedRows } = await query
    .updateTable('preview_link')
    .set({ ended_at: now })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .where('ends_at', '>', now)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

type LinkWatch = {
  /** At most a second old; while the store is unavailable, the last known ones. */
  links(): ReadonlyMap<number, OpenLink>;
  followed(id: number): void;
  stop(): Promise<void>;
};

/** Caches the valid links, and counts how often each is followed: written at most twice a second. */
export async function watchLinks(query: Kysely<Tables>, now: () => number): Promise<LinkWatch> {
  const read = async () => new Map((await openLinks(query, now())).map((link) => [link.id, link]));
  let links = await read();
  const counts = new Map<number, number>();
  const { stop } = keepLooking(async () => {
    links = await read();
    for (const [id, n] of counts) {
      counts.delete(id);
      await query
        .updateTable('preview_link')
        .set({ opened: sql`opened + CAST(${n} AS BIGINT)` })
        .where('id', '=', id)
        .execute();
    }
  });
  return {
    links: () => links,
    followed: (id) => void counts.set(id, (counts.get(id) ?? 0) + 1),
    stop,
  };
}
