import { DAY } from '#contract/time.ts';
import type { Kysely, Transaction } from '#kysely';
import type { Tables } from '#server/store/schema.ts';
import { lockContent } from './lock.ts';

/** Deleted at once: 4 MB, because deleted data is overwritten and sign-ups wait meanwhile. */
const PIECES = 16;

const NAMED = /"([0-9a-f]{64})\.[a-z0-9]{1,8}"/g;

/** Deletes files that no edition, no draft and no announcement names, and what a killed upload has left. Returns how many. */
export async function removeUnusedFiles(write: Kysely<Tables>, now: number): Promise<number> {
  const before = now - DAY;
  if ((await filesBefore(write, before)).length === 0) return 0;
  // Editions are many and never change: only those that come meanwhile are read under the lock.
  const used = new Set<string>();
  const newest = await addFromEditions(used, write, 0);
  const unused = await write.transaction().execute(async (trx) => {
    await lockContent(trx);
    await addFromEditions(used, trx, newest);
    await addFromDraft(used, trx);
    await addFromAnnouncements(used, trx);
    const hashes = (await filesBefore(trx, before)).filter((hash) => !used.has(hash));
    // One by one: there may be more than a statement takes.
    for (const hash of hashes)
      await trx.updateTable('file').set({ whole: 0 }).where('hash', '=', hash).execute();
    return hashes;
  });
  for (const hash of unused) while (await removePart(write, hash, before));
  return unused.length;
}

/** Deletes an upload that cannot become a file. */
export async function removeUnfinished(write: Kysely<Tables>, hash: string): Promise<void> {
  while (await removePart(write, hash, Number.MAX_SAFE_INTEGER));
}

async function filesBefore(query: Kysely<Tables>, before: number): Promise<string[]> {
  const rows = await query.selectFrom('file').select('hash').where('at', '<', before).execute();
  return rows.map(({ hash }) => hash);
}

/** Adds the hashes in editions after `after`, one at a time: each may have a megabyte. Returns the newest. */
async function addFromEditions(used: Set<string>, query: Kysely<Tables>, after: number): Promise<number> {
  for (let newest = after; ;) {
    const next = query.selectFrom('edition').select(['number', 'content']).where('number', '>', newest);
    const edition = await next.orderBy('number').limit(1).executeTakeFirst();
    if (edition === undefined) return newest;
    newest = edition.number;
    addNamed(used, edition.content);
  }
}

async function addFromDraft(used: Set<string>, trx: Transaction<Tables>): Promise<void> {
  for (const { value } of await trx.selectFrom('draft').select('value').execute())
    addNamed(used, value ?? '');
}

async function addFromAnnouncements(used: Set<string>, trx: Transaction<Tables>): Promise<void> {
  const written = trx.selectFrom('announcement').select('words').where('words', 'like', '%"file":"%');
  for (const { words } of await written.execute()) addNamed(used, words);
}

function addNamed(used: Set<string>, json: string): void {
  for (const [, hash = ''] of json.matchAll(NAMED)) used.add(hash);
}

/** Returns false when nothing is left, or somebody uploads it again. */
async function removePart(write: Kysely<Tables>, hash: string, before: number): Promise<boolean> {
  return write.transaction().execute(async (trx) => {
    await lockContent(trx);
    const file = trx.selectFrom('file').select('hash').where('hash', '=', hash).where('whole', '=', 0);
    if ((await file.where('at', '<', before).executeTakeFirst()) === undefined) return false;
    const pieces = trx.selectFrom('file_piece').select(({ fn }) => fn.max('n').as('last'));
    const last = (await pieces.where('hash', '=', hash).executeTakeFirst())?.last ?? null;
    if (last === null) await trx.deleteFrom('file').where('hash', '=', hash).execute();
    else
      await trx
        .deleteFrom('file_piece')
        .where('hash', '=', hash)
        .where('n', '>', last - PIECES)
        .execute();
    return last !== null;
  });
}
