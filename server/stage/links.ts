import { DAY } from '#contract/time.ts';
import { type Kysely, sql } from '#kysely';
import type { Tables } from '#server/store/schema.ts';
import { keepLooking } from './look.ts';
import { kindOf, type LinkKind, type OpenLink } from './preview.ts';

/** Maximum of valid links to the site, and to drafts; each process keeps them in memory, and what a draft shows. */
export const MOST_LINKS: Record<LinkKind, number> = { preview: 100, draft: 10 };
export const MOST_DAYS = 90;

/** `edition`: the version that a link to a draft shows; null: the site. */
type NewLink = { name: string; madeBy: string | null; days: number; edition: number | null };

/** The valid links, newest first. */
export function openLinks(query: Kysely<Tables>, now: number) {
  return query
    .selectFrom('preview_link')
    .selectAll()
    .where('ended_at', 'is', null)
    .where('ends_at', '>', now)
    .orderBy('id', 'desc')
    .limit(MOST_LINKS.preview + MOST_LINKS.draft)
    .execute();
}

/** Whether one more may be made. */
export async function hasRoom(query: Kysely<Tables>, kind: LinkKind, now: number): Promise<boolean> {
  const open = (await openLinks(query, now)).filter((link) => kindOf(link) === kind);
  return open.length < MOST_LINKS[kind];
}

/** Returns null if there are too many valid links. Deletes links that ended long ago. */
export async function makeLink(
  query: Kysely<Tables>,
  { name, madeBy, days, edition }: NewLink,
  now: number,
): Promise<OpenLink | null> {
  return query.transaction().execute(async (trx) => {
    await trx
      .deleteFrom('preview_link')
      .where('ends_at', '<', now - MOST_DAYS * DAY)
      .execute();
    if (!(await hasRoom(trx, kindOf({ edition }), now))) return null;
    return trx
      .insertInto('preview_link')
      .values({ name, edition, made_by: madeBy, created_at: now, ends_at: now + days * DAY, ended_at: null })
      .returning(['id', 'name', 'edition', 'created_at', 'ends_at'])
      .executeTakeFirstOrThrow();
  });
}

/** Lets a link to a draft show another version. Returns false if it is not valid now. */
export async function showEdition(
  query: Kysely<Tables>,
  { id, edition }: { id: number; edition: number },
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await query
    .updateTable('preview_link')
    .set({ edition })
    .where('id', '=', id)
    .where('edition', 'is not', null)
    .where('ended_at', 'is', null)
    .where('ends_at', '>', now)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
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
  /** Reads them now. */
  look(): Promise<void>;
  stop(): Promise<void>;
};

/** Caches the valid links, and counts how often each is followed: written at most twice a second. */
export async function watchLinks(query: Kysely<Tables>, now: () => number): Promise<LinkWatch> {
  const read = async () => new Map((await openLinks(query, now())).map((link) => [link.id, link]));
  let links = await read();
  const counts = new Map<number, number>();
  async function look(): Promise<void> {
    links = await read();
  }
  const { stop } = keepLooking(async () => {
    await look();
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
    look,
    stop,
  };
}
