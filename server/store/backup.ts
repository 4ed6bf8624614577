import { amount } from '#server/base/amount.ts';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { Kysely } from '#kysely';
import { createPrivate, draftOf, putFileInPlace } from './durable-file.ts';
import { damageIn, immutable } from './inspect.ts';
import { assertOurs, marksOf } from './migrations.ts';
import { databaseFile, openForReading } from './open.ts';
import { damaged, RefusedError, RESTORE, SQLITE, sqliteCode, refusalOf } from './refusal.ts';
import type { Tables } from './schema.ts';
import { altered, schemaDifference } from './schema-difference.ts';
import { secretsFile } from './secrets/key-file.ts';
import { queryOn } from './sqlite-query.ts';
import { drainStore, rowsInBuffer } from './write-buffer.ts';

/** The setting of a backup that holds the keys, as in their file. */
const KEYS = 'keys';

/**
 * Writes a verified copy of the store in `dataDir` to `file`, even while a server writes to it; `keys`:
 * includes the keys. Returns its contents, and whether it has keys. @throws RefusedError, or system errors
 */
export function backUp(
  dataDir: string,
  file: string,
  { keys }: { keys: boolean },
): { contents: Contents; hasKeys: boolean } {
  if (existsSync(file))
    throw new RefusedError('not-empty', `${file} already exists. Give each backup its own name.`);
  const secrets = secretsFile(dataDir);
  const kept = keys && existsSync(secrets) ? readFileSync(secrets, 'utf8') : null;
  const draft = draftOf(file);
  try {
    createPrivate(draft);
    copyInto(draft, kept, dataDir, file);
    const contents = checkBackup(draft, databaseFile(dataDir));
    putFileInPlace(draft, file);
    return { contents, hasKeys: kept !== null };
  } finally {
    for (const end of ['', '-journal']) rmSync(draft + end, { force: true });
  }
}

export function putKeys(db: DatabaseSync, keys: string): void {
  db.prepare('INSERT OR REPLACE INTO setting (name, value) VALUES (?, ?)').run(KEYS, keys);
}

/** Moves the keys out of a backup: a store must not contain its signing keys. Null if it has none. */
export function takeKeys(db: DatabaseSync): string | null {
  const row = db.prepare('DELETE FROM setting WHERE name = ? RETURNING value').get(KEYS);
  return row ? String(row.value) : null;
}

/**
 * Copies a snapshot without blocking writers. Free pages, which may still contain erased data, are not
 * copied. `target`: the operator's name for the copy.
 */
function copyInto(draft: string, keys: string | null, dataDir: string, target: string): void {
  const file = databaseFile(dataDir);
  try {
    using db = openForReading(dataDir);
    db.prepare('VACUUM INTO ?').run(draft);
    using copy = new DatabaseSync(draft);
    copy.exec('PRAGMA secure_delete = ON');
    drainStore(copy);
    if (keys !== null) putKeys(copy, keys);
  } catch (error) {
    // Nothing is written to the store.
    throw refusalOf(error, sqliteCode(error) === SQLITE.full ? target : file);
  }
}

/** Rows that nobody would want to lose. */
export type Contents = { subscriptions: number; messages: number; erasures: number; content: number };

/**
 * Reads a whole store that nobody writes to, and counts its contents; leaves no trace beside it. `name`: the
 * operator's name for the original.
 * @throws RefusedError if it is damaged, foreign, altered or newer than this program.
 */
export function checkBackup(file: string, name: string = file): Contents {
  try {
    using db = new DatabaseSync(immutable(file));
    assertOurs(marksOf(db), name);
    // Before anything else of it is read.
    const difference = schemaDifference(db);
    if (difference !== null) throw altered(name, difference);
    const damage = damageIn(db);
    if (damage !== null) throw damaged(name, damage);
    return contentsOf(db);
  } catch (error) {
    const { code, message } = refusalOf(error, name);
    // That advice is for a store, not for a backup.
    const advice = 'Nothing was changed. Take another backup, or another copy of it.';
    throw new RefusedError(code, message.replace(RESTORE, advice));
  }
}

/** Queries a backup that nobody writes to. */
export async function queryBackup<T>(file: string, work: (query: Kysely<Tables>) => Promise<T>): Promise<T> {
  using db = new DatabaseSync(immutable(file));
  return await work(queryOn(db));
}

export function contentsOf(db: DatabaseSync): Contents {
  const count = (table: string) => Number(db.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.n);
  return {
    subscriptions: count('subscription') + rowsInBuffer(db),
    messages: count('message'),
    erasures: count('erasure'),
    // The first schema had none.
    content: marksOf(db).userVersion < 2 ? 0 : count('edition') + count('draft') + count('file'),
  };
}

export function counted({ subscriptions, messages, content }: Contents): string {
  return `${amount(subscriptions, 'subscriber')}, ${amount(messages, 'message')}${content > 0 ? ', site content' : ''}`;
}
