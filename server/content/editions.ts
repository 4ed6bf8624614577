import type { Content } from '#contract/content/content.ts';
import { upToDate } from '#contract/content/former.ts';
import { type Kysely, sql, type Transaction } from '#kysely';
import type { Tables } from '#server/store/schema.ts';
import { lockContent } from './lock.ts';

/**
 * A version of the content. `at`: milliseconds since 1970, UTC. `owner`: an owner's id; null: on the command line.
 * `draft`: what was in the draft when a version was restored.
 */
export type Edition = {
  number: number;
  at: number;
  owner: number | null;
  kind: 'published' | 'draft';
  content: Content;
};

/** `bytes`: of its content as JSON. */
export type ListedEdition = Omit<Edition, 'content'> & { bytes: number };

export type NewEdition = {
  /** The newest edition that the publisher knows; 0: none. */
  after: number;
  content: Content;
  owner: number | null;
  /** The highest revision of the draft in `content`; 0: nothing of a draft is in it. */
  draftSeen: number;
  /** Fields of the draft that only another version knows: they stay in it. */
  unread?: readonly string[];
};

/** The number of the edition that visitors see; 0: none yet. Cheap: every process asks twice a second. */
export async function editionNumber(query: Kysely<Tables>): Promise<number> {
  const row = await query
    .selectFrom('edition')
    .select('number')
    .where('kind', '=', 'published')
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.number ?? 0;
}

/** What visitors see. */
export function currentEdition(query: Kysely<Tables>): Promise<Edition | null> {
  return editionBefore(query, Number.MAX_SAFE_INTEGER);
}

/** What visitors saw before this version. */
export async function editionBefore(query: Kysely<Tables>, number: number): Promise<Edition | null> {
  const published = whole(query).where('kind', '=', 'published').where('number', '<', number);
  return parsed(await published.orderBy('number', 'desc').limit(1).executeTakeFirst());
}

export async function readEdition(query: Kysely<Tables>, number: number): Promise<Edition | null> {
  return parsed(await whole(query).where('number', '=', number).executeTakeFirst());
}

/** Newest first. `before`, `most`: a page of them. */
export async function listEditions(
  query: Kysely<Tables>,
  { before = Number.MAX_SAFE_INTEGER, most = Number.MAX_SAFE_INTEGER } = {},
): Promise<ListedEdition[]> {
  return query
    .selectFrom('edition')
    .select(['number', 'at', 'owner_id as owner', 'kind', sql<number>`octet_length(content)`.as('bytes')])
    .where('number', '<', before)
    .orderBy('number', 'desc')
    .limit(most)
    .execute();
}

/** When versions were made, by their number. */
export async function editionTimes(
  query: Kysely<Tables>,
  numbers: readonly number[],
): Promise<Map<number, number>> {
  // PostgreSQL rejects an empty list, and no version has that number.
  const rows = query
    .selectFrom('edition')
    .select(['number', 'at'])
    .where('number', 'in', [0, ...numbers]);
  return new Map((await rows.execute()).map(({ number, at }) => [number, at]));
}

/**
 * Publishes, and deletes what went into it from the draft: a field written meanwhile stays. Returns its number,
 * or `taken` if somebody has published since `after`: of any number at once exactly one does.
 */
export async function addEdition(
  write: Kysely<Tables>,
  { after, content, owner, draftSeen, unread = [] }: NewEdition,
  now: number,
): Promise<number | 'taken'> {
  return write.transaction().execute(async (trx) => {
    await lockContent(trx);
    if ((await editionNumber(trx)) !== after) return 'taken';
    const number = await insertEdition(trx, { kind: 'published', content, owner, at: now });
    await trx
      .deleteFrom('draft')
      .where('revision', '<=', draftSeen)
      // PostgreSQL rejects an empty list, and no field has that name.
      .where('field', 'not in', ['', ...unread])
      .execute();
    return number;
  });
}

/** Returns its number: one more than that of any version. The content must be locked. */
export async function insertEdition(
  trx: Transaction<Tables>,
  { kind, at, owner, content }: Omit<Edition, 'number'>,
): Promise<number> {
  const newest = trx.selectFrom('edition').select(({ fn }) => fn.max('number').as('number'));
  const number = ((await newest.executeTakeFirst())?.number ?? 0) + 1;
  const row = { number, at, owner_id: owner, kind, content: JSON.stringify(content) };
  await trx.insertInto('edition').values(row).execute();
  return number;
}

/**
 * Deletes the editions that were replaced before `before`, except the first: the one shown at that time stays,
 * and so does the newest. Kept drafts go by their age alone. Returns how many.
 */
export async function removeOldEditions(write: Kysely<Tables>, before: number): Promise<number> {
  const shown = write
    .selectFrom('edition')
    .select(({ fn }) => fn.max('number').as('number'))
    .where('kind', '=', 'published')
    .where('at', '<', before);
  const numbers = write.selectFrom('edition');
  const { numDeletedRows } = await write
    .deleteFrom('edition')
    .where(
      'number',
      '>',
      numbers.select(({ fn }) => fn.min('number').as('number')),
    )
    // Its number is not given again.
    .where(
      'number',
      '<',
      numbers.select(({ fn }) => fn.max('number').as('number')),
    )
    .where(({ and, eb, or }) =>
      or([eb('number', '<', shown), and([eb('kind', '=', 'draft'), eb('at', '<', before)])]),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}

function whole(query: Kysely<Tables>) {
  return query.selectFrom('edition').select(['number', 'at', 'owner_id as owner', 'kind', 'content']);
}

/** Also one that an earlier version has published. */
function parsed(row: (Omit<Edition, 'content'> & { content: string }) | undefined): Edition | null {
  return row === undefined ? null : { ...row, content: upToDate(JSON.parse(row.content) as Content) };
}
