import type { Content } from '#contract/content/content.ts';
import { type Kysely, sql } from '#kysely';
import type { Tables } from '#server/store/schema.ts';
import { lockContent } from './lock.ts';

/** `at`: milliseconds since 1970, UTC. `owner`: an owner's id; null: published on the command line. */
export type Edition = { number: number; at: number; owner: number | null; content: Content };

/** `bytes`: of its content as JSON. */
export type ListedEdition = Omit<Edition, 'content'> & { bytes: number };

type NewEdition = {
  /** The newest edition that the publisher knows; 0: none. */
  after: number;
  content: Content;
  owner: number | null;
  /** The highest revision of the draft in `content`; 0: nothing of a draft is in it. */
  draftSeen: number;
};

/** The number of the newest edition; 0: none yet. Cheap: every process asks twice a second. */
export async function editionNumber(query: Kysely<Tables>): Promise<number> {
  const row = await query
    .selectFrom('edition')
    .select('number')
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.number ?? 0;
}

export async function currentEdition(query: Kysely<Tables>): Promise<Edition | null> {
  return parsed(await whole(query).orderBy('number', 'desc').limit(1).executeTakeFirst());
}

export async function readEdition(query: Kysely<Tables>, number: number): Promise<Edition | null> {
  return parsed(await whole(query).where('number', '=', number).executeTakeFirst());
}

/** Newest first. */
export async function listEditions(query: Kysely<Tables>): Promise<ListedEdition[]> {
  return query
    .selectFrom('edition')
    .select(['number', 'at', 'owner_id as owner', sql<number>`octet_length(content)`.as('bytes')])
    .orderBy('number', 'desc')
    .execute();
}

/**
 * Publishes, and deletes what went into it from the draft: a field written meanwhile stays. Returns its number,
 * or `taken` if somebody has published since `after`: of any number at once exactly one does.
 */
export async function addEdition(
  write: Kysely<Tables>,
  { after, content, owner, draftSeen }: NewEdition,
  now: number,
): Promise<number | 'taken'> {
  return write.transaction().execute(async (trx) => {
    await lockContent(trx);
    if ((await editionNumber(trx)) !== after) return 'taken';
    const number = after + 1;
    await trx
      .insertInto('edition')
      .values({ number, at: now, owner_id: owner, content: JSON.stringify(content) })
      .execute();
    await trx.deleteFrom('draft').where('revision', '<=', draftSeen).execute();
    return number;
  });
}

/**
 * Deletes the editions that were replaced before `before`, except the first: the one shown at that time stays,
 * and so does the newest. Returns how many.
 */
export async function removeOldEditions(write: Kysely<Tables>, before: number): Promise<number> {
  const shown = write
    .selectFrom('edition')
    .select(({ fn }) => fn.max('number').as('number'))
    .where('at', '<', before);
  const first = write.selectFrom('edition').select(({ fn }) => fn.min('number').as('number'));
  const { numDeletedRows } = await write
    .deleteFrom('edition')
    .where('number', '<', shown)
    .where('number', '>', first)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

function whole(query: Kysely<Tables>) {
  return query.selectFrom('edition').select(['number', 'at', 'owner_id as owner', 'content']);
}

function parsed(row: (Omit<Edition, 'content'> & { content: string }) | undefined): Edition | null {
  return row === undefined ? null : { ...row, content: JSON.parse(row.content) as Content };
}
