import { createHmac, randomBytes } from 'node:crypto';
import type { Kysely } from '#kysely';
import type { Database } from '#server/store/database.ts';
import { deleteSetAside } from '#server/store/inbox.ts';
import type { OutboxKind, Tables } from '#server/store/schema.ts';
import { keepSetting, readSetting } from '#server/store/stored-setting.ts';

/** The setting that holds the key of the hashes. */
export const ERASURE_KEY = 'erasure-key';
const CHUNK = 500;

/**
 * What stays of an erased address: a keyed hash, by which an import can be kept from bringing it back. Its key stands in
 * the store and is never rotated, so that it outlives the keys that sign links.
 */
export async function erasureHash(query: Kysely<Tables>, key: string): Promise<string> {
  return hashOf(await erasureKey(query), key);
}

/** In the transaction that deletes the person. */
export async function keepHash(trx: Kysely<Tables>, key: string, now: number): Promise<void> {
  await trx
    .insertInto('erasure')
    .values({ hash: await erasureHash(trx, key), at: now })
    // What came after an earlier erasure is erased by this one: eraseAgain asks for the time.
    .onConflict((conflict) => conflict.column('hash').doUpdateSet({ at: now }))
    .execute();
}

function hashOf(secret: string, key: string): string {
  return createHmac('sha256', secret).update(key).digest('hex');
}

async function erasureKey(query: Kysely<Tables>): Promise<string> {
  const found = await readSetting(query, ERASURE_KEY);
  return found ?? keepSetting(query, ERASURE_KEY, randomBytes(32).toString('hex'));
}

/**
 * Erases a person from the store and, with SQLite, from its files. `overwritten` is false while somebody else reads them:
 * the server tries again each hour. Mails that became files are not in the store, see `sweepMailFiles`.
 */
export async function erasePerson(
  { kind, query, emptyLog }: Pick<Database, 'kind' | 'query' | 'emptyLog'>,
  key: string,
  now: number,
): Promise<{ kept: boolean; overwritten: boolean }> {
  const setAside = kind === 'sqlite' && (await deleteSetAside(query, key));
  const kept = await eraseByKey(query, key, now, setAside);
  return { kept, overwritten: await emptyLog() };
}

/**
 * Deletes all that is kept about an address (`key`: as in the store) in one transaction: subscription, receipts, mails
 * and forwards still to go, contact messages. False when nothing was kept: then nothing is written either. `wasKept`: elsewhere.
 */
export async function eraseByKey(
  query: Kysely<Tables>,
  key: string,
  now: number,
  wasKept: boolean = false,
): Promise<boolean> {
  return query.transaction().execute(async (trx) => {
    // First, and receipts go with it: who posts this address at the same time waits, or was waited for, and all that
    // followed from their post is there to be deleted.
    const rows = await trx.deleteFrom('subscription').where('key', '=', key).returning('id').execute();
    const written = await trx
      .selectFrom('message')
      .select('id')
      .where((row) => row(row.fn<string>('lower', ['email']), '=', key))
      .execute();
    await removeOutbox(trx, ['confirm', 'book', 'forward'], rows);
    await removeOutbox(trx, ['message'], written);
    for (const { id } of written) await trx.deleteFrom('message').where('id', '=', id).execute();
    if (!wasKept && rows.length + written.length === 0) return false;
    await keepHash(trx, key, now);
    return true;
  });
}

/**
 * For a store put back from a backup: erases again what it holds of people who were erased after they had come. Who came
 * back after their erasure stays. Gives how many people were erased.
 */
export async function eraseAgain(query: Kysely<Tables>): Promise<number> {
  const some = await query.selectFrom('erasure').select('hash').limit(1).executeTakeFirst();
  if (some === undefined) return 0;
  const again = new Map<string, number>();
  for (const list of [subscriptionsAfter, messagesAfter]) {
    for (let after = 0; ;) {
      const rows = await list(query, after);
      const last = rows.at(-1);
      if (last === undefined) break;
      after = last.id;
      for (const [key, at] of await erasedSince(query, rows)) again.set(key, at);
    }
  }
  for (const [key, at] of again) await eraseByKey(query, key, at);
  return again.size;
}

type Came = { id: number; key: string; created_at: number };

function subscriptionsAfter(query: Kysely<Tables>, id: number): Promise<Came[]> {
  return query
    .selectFrom('subscription')
    .select(['id', 'key', 'created_at'])
    .where('id', '>', id)
    .orderBy('id')
    .limit(CHUNK)
    .execute();
}

function messagesAfter(query: Kysely<Tables>, id: number): Promise<Came[]> {
  return query
    .selectFrom('message')
    .select((row) => ['id', row.fn<string>('lower', ['email']).as('key'), 'created_at'])
    .where('id', '>', id)
    .orderBy('id')
    .limit(CHUNK)
    .execute();
}

/** Of these the erased ones, by key, each with the time of the erasure. */
async function erasedSince(query: Kysely<Tables>, rows: readonly Came[]): Promise<Map<string, number>> {
  const secret = await erasureKey(query);
  const byHash = new Map(rows.map((row) => [hashOf(secret, row.key), row]));
  const erasures = await query
    .selectFrom('erasure')
    .selectAll()
    .where('hash', 'in', [...byHash.keys()])
    .execute();
  const found = new Map<string, number>();
  for (const { hash, at } of erasures) {
    const row = byHash.get(hash);
    if (row && row.created_at <= at) found.set(row.key, at);
  }
  return found;
}

async function removeOutbox(
  trx: Kysely<Tables>,
  kinds: OutboxKind[],
  subjects: { id: number }[],
): Promise<void> {
  for (const { id } of subjects) {
    await trx.deleteFrom('outbox').where('subject', '=', id).where('kind', 'in', kinds).execute();
  }
}
