import { createHmac, randomBytes } from 'node:crypto';
import { type Expression, type Kysely, type SqlBool, sql, type Transaction } from '#kysely';
import { skipAnnouncements } from './announced.ts';
import { removeMessages } from '#server/messages/retain.ts';
import { forgetMails } from '#server/outbox/subject-mails.ts';
import type { Database } from '#server/store/database.ts';
import { inChunks } from '#server/store/in-chunks.ts';
import { deleteQuarantined } from '#server/store/quarantine.ts';
import type { Tables } from '#server/store/schema.ts';
import { keepSetting, readSetting } from '#server/store/stored-setting.ts';

/** The setting that holds the key of the hashes. */
export const ERASURE_KEY = 'erasure-key';
const CHUNK = 500;

/**
 * Erases a person (`key`: as in the store) and, with SQLite, their bytes. `kept`: whether there was anything. `overwritten`
 * is false while somebody else reads the files: the server tries again each hour. Mails that became files: `sweepMailFiles`.
 */
export async function erase(
  store: Pick<Database, 'kind' | 'write' | 'emptyLog'>,
  key: string,
  now: number,
): Promise<{ kept: boolean; overwritten: boolean }> {
  const quarantined = await deleteQuarantined(store, key);
  const kept = await eraseByKey(store.write, key, now, quarantined);
  return { kept, overwritten: await store.emptyLog() };
}

/** False when nothing was kept, nor elsewhere (`wasKept`): then nothing is written either. */
async function eraseByKey(
  query: Kysely<Tables>,
  key: string,
  now: number,
  wasKept: boolean = false,
): Promise<boolean> {
  return query.transaction().execute(async (trx) => {
    // First: a post of this address at the same time waits, or all that followed from it is there to be deleted.
    const people = await removePeople(trx, sql<boolean>`key = ${key}`, now);
    const messages = await removeMessages(trx, sql<boolean>`lower(email) = ${key}`);
    if (!wasKept && people + messages === 0) return false;
    await keepHash(trx, key, now);
    return true;
  });
}

/** Deletes people, with their receipts, interests and mails. Returns their number. */
export async function removePeople(
  trx: Transaction<Tables>,
  which: Expression<SqlBool>,
  now: number,
): Promise<number> {
  const rows = await trx.deleteFrom('subscription').where(which).returning('id').execute();
  const ids = rows.map(({ id }) => id);
  await forgetMails(trx, 'subscription', ids);
  await skipAnnouncements(trx, ids, now, 'The person was erased.');
  return ids.length;
}

/**
 * What stays of an erased address: a keyed hash, by which an import can be kept from bringing it back. Its key stands in
 * the store and is never rotated, so that it outlives the keys that sign links. In the transaction that deletes the person.
 */
export async function keepHash(trx: Transaction<Tables>, key: string, now: number): Promise<void> {
  await trx
    .insertInto('erasure')
    .values({ hash: hashOf(await erasureKey(trx), key), at: now })
    // What came after an earlier erasure is erased by this one: eraseAgain asks for the time.
    .onConflict((conflict) => conflict.column('hash').doUpdateSet({ at: now }))
    .execute();
}

/** Of these addresses the erased ones, with the time. */
export async function erasedOf(query: Kysely<Tables>, keys: readonly string[]): Promise<Map<string, number>> {
  const any = await query.selectFrom('erasure').select('hash').limit(1).executeTakeFirst();
  // Then there may be no key for hashes yet, and who only reads makes none.
  if (any === undefined) return new Map();
  const secret = await erasureKey(query);
  const byHash = new Map(keys.map((key) => [hashOf(secret, key), key]));
  const erasures = await query
    .selectFrom('erasure')
    .selectAll()
    .where('hash', 'in', [...byHash.keys()])
    .execute();
  return new Map(erasures.map(({ hash, at }) => [byHash.get(hash) ?? '', at]));
}

/** For a store restored from a backup: erases again who was erased after they had come. Returns their number. */
export async function eraseAgain(query: Kysely<Tables>): Promise<number> {
  let again = 0;
  for (const came of [
    sql`SELECT id, key, created_at FROM subscription`,
    sql`SELECT id, lower(email) AS key, created_at FROM message`,
  ]) {
    const read = async (after: number) =>
      (await sql<Came>`${came} WHERE id > ${after} ORDER BY id LIMIT ${CHUNK}`.execute(query)).rows;
    for await (const rows of inChunks(read)) {
      const erased = await erasedOf(
        query,
        rows.map(({ key }) => key),
      );
      for (const { key, created_at } of rows) {
        const at = erased.get(key);
        if (at !== undefined && created_at <= at && (await eraseByKey(query, key, at))) again += 1;
      }
    }
  }
  return again;
}

type Came = { id: number; key: string; created_at: number };

function hashOf(secret: string, key: string): string {
  return createHmac('sha256', secret).update(key).digest('hex');
}

async function erasureKey(query: Kysely<Tables>): Promise<string> {
  const found = await readSetting(query, ERASURE_KEY);
  return found ?? keepSetting(query, ERASURE_KEY, randomBytes(32).toString('hex'));
}
