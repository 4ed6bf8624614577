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

/** The setting with the key of the hashes. */
export const ERASURE_KEY = 'erasure-key';
/** Of a hash that stays, whichever import is taken back. */
export const NO_IMPORT = 0;
const CHUNK = 500;

/**
 * Erases a person (`key`: as stored); SQLite also overwrites their bytes. `kept`: data existed. `overwritten`
 * is false while somebody reads the files: the server retries hourly. For files of mails see
 * `sweepMailFiles`.
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

/** Returns false, and writes nothing, if no data existed here or elsewhere (`wasKept`). */
async function eraseByKey(
  query: Kysely<Tables>,
  key: string,
  now: number,
  wasKept: boolean = false,
): Promise<boolean> {
  return query.transaction().execute(async (trx) => {
    // First: a concurrent post of this address waits, or all its rows are there to be deleted.
    const people = await removePeople(trx, sql<boolean>`key = ${key}`, now);
    const messages = await removeMessages(trx, sql<boolean>`lower(email) = ${key}`);
    if (!wasKept && people + messages === 0) return false;
    await keepHash(trx, key, now);
    return true;
  });
}

/** Deletes people with their receipts, interests and mails. Returns their number. */
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
 * Stores a keyed hash of an erased address, so that no import brings it back. The key is in the store and
 * is never rotated, so it outlives the keys that sign links. Runs in the transaction that deletes the person.
 */
export async function keepHash(trx: Transaction<Tables>, key: string, now: number): Promise<void> {
  await trx
    .insertInto('erasure')
    .values({ hash: hashOf(await erasureKey(trx), key), at: now })
    // This erasure also covers what came after an earlier one: eraseAgain needs the time.
    .onConflict((conflict) => conflict.column('hash').doUpdateSet({ at: now, import_id: null }))
    .execute();
}

/** Stores the same hash of people who left, according to a list that is imported. */
export async function keepHashesOf(
  trx: Transaction<Tables>,
  keys: readonly string[],
  { at, run }: { at: number; run: number },
): Promise<void> {
  if (keys.length === 0) return;
  const secret = await erasureKey(trx);
  await trx
    .insertInto('erasure')
    .values(keys.map((key) => ({ hash: hashOf(secret, key), at, import_id: run })).toSorted(byHash))
    // Two lists say so: to take one back is not to deny the other. An erased person has no import, and stays erased.
    .onConflict((conflict) =>
      conflict.column('hash').doUpdateSet({ import_id: NO_IMPORT }).where('erasure.import_id', '!=', run),
    )
    .execute();
}

/** In one order for all, so that two imports cannot deadlock. */
function byHash(one: { hash: string }, other: { hash: string }): number {
  return one.hash < other.hash ? -1 : 1;
}

/** `isLeft`: not erased, but left, according to a list. */
export type Erased = { at: number; isLeft: boolean };

/** Returns which of these addresses no import may add, and since when. */
export async function erasedOf(query: Kysely<Tables>, keys: readonly string[]): Promise<Map<string, Erased>> {
  const any = await query.selectFrom('erasure').select('hash').limit(1).executeTakeFirst();
  // There may be no key yet, and a reader must not create one.
  if (any === undefined) return new Map();
  const secret = await erasureKey(query);
  const keyOf = new Map(keys.map((key) => [hashOf(secret, key), key]));
  const erasures = await query
    .selectFrom('erasure')
    .selectAll()
    .where('hash', 'in', [...keyOf.keys()])
    .execute();
  return new Map(
    erasures.map(({ hash, at, import_id }) => [keyOf.get(hash) ?? '', { at, isLeft: import_id !== null }]),
  );
}

/** For a restored store: erases again people who came before their erasure. Returns their number. */
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
        const { at, isLeft = true } = erased.get(key) ?? { at: 0 };
        if (!isLeft && created_at <= at && (await eraseByKey(query, key, at))) again += 1;
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
