import { DatabaseSync } from 'node:sqlite';
import { type InsertQueryBuilder, type InsertResult, type Kysely, sql, type Transaction } from '#kysely';
import type { Database } from './database.ts';
import { MIGRATIONS, readPragma } from './migrations.ts';
import { databaseFile, openForReading } from './open.ts';
import { inUse, refused, RefusedError, SQLITE, sqliteCode } from './refusal.ts';
import type { Tables } from './schema.ts';
import { drainStore, rowsInBuffer } from './write-buffer.ts';

/** In an order in which no row points to one that is not there yet. `counter` is kept by triggers. */
const TABLES = [
  'subscription',
  'consent_text',
  'consent_receipt',
  'interest',
  'outbox',
  'message',
  'erasure',
  'setting',
] as const satisfies (keyof Tables)[];

/** Those whose ids the database gives out. */
const NUMBERED = ['subscription', 'consent_receipt', 'outbox', 'message'] as const;
const CHUNK = 500;
/**
 * Copies the store in `dataDir`, which no server may have open, into the empty PostgreSQL that `open` opens; it stays as it
 * is. Gives how many rows of which table. @throws RefusedError
 */
export async function transferTo(
  dataDir: string,
  open: () => Promise<Database>,
): Promise<[table: string, rows: number][]> {
  const source = takeAlone(dataDir);
  try {
    const database = await open();
    try {
      return await database.write.transaction().execute((trx) => copyAll(source, trx));
    } finally {
      await database.close();
    }
  } finally {
    source.close();
  }
}

/** Open so that nobody else can write to it. @throws RefusedError */
function takeAlone(dataDir: string): DatabaseSync {
  const file = databaseFile(dataDir);
  let db: DatabaseSync | null = null;
  try {
    const looked = openForReading(dataDir);
    if (looked === null) throw new RefusedError('missing', `There is no ${file} to copy.`);
    looked.close();
    db = new DatabaseSync(file, { timeout: 0 });
    // Only the last one to use it can do so. The server puts the log back at its next start.
    db.exec('PRAGMA journal_mode = DELETE');
    drainStore(db);
    db.exec('BEGIN EXCLUSIVE');
    if (rowsInBuffer(db) > 0)
      throw new RefusedError('incomplete', `${file} holds addresses that are not in its list: see doctor.`);
    if (readPragma(db, 'user_version') !== MIGRATIONS.length)
      throw new RefusedError('older', `${file} has just changed.`);
    return db;
  } catch (error) {
    db?.close();
    throw sqliteCode(error) === SQLITE.busy ? inUse(file) : refused(error, file);
  }
}

/** All or nothing, with the ids as they are: links in mails carry them. */
async function copyAll(source: DatabaseSync, trx: Transaction<Tables>): Promise<[string, number][]> {
  // A server that ran there for a while may have told the owner something, of an empty list.
  await trx.deleteFrom('outbox').where('about', 'is', null).execute();
  for (const table of ['subscription', 'message', 'outbox', 'erasure'] as const) {
    const row = await trx
      .selectFrom(table)
      .select(sql`1`.as('one'))
      .limit(1)
      .executeTakeFirst();
    if (row)
      throw new RefusedError(
        'not-empty',
        'The PostgreSQL of DATABASE_URL holds a list already. Nothing was changed.',
      );
  }
  const copied: [string, number][] = [];
  for (const table of TABLES) copied.push([table, await copyTable(source, trx, table)]);
  const last = source.prepare('SELECT seq FROM sqlite_sequence WHERE name = ?');
  for (const table of NUMBERED) {
    const seq = Number(last.get(table)?.seq ?? 0);
    // Also ids of rows that are gone are never given again, on either side.
    const ids = sql`pg_get_serial_sequence(${table}, 'id')`;
    if (seq > 0) await sql`SELECT setval(${ids}, greatest(${seq}, nextval(${ids})))`.execute(trx);
  }
  return copied;
}

/** What a server may have written there at its start: settings, and the words of its build. Nothing else may meet its like. */
function withConflictRule(table: string, into: InsertQueryBuilder<Tables, 'setting', InsertResult>) {
  if (table === 'setting')
    return into.onConflict((conflict) =>
      conflict.column('name').doUpdateSet((row) => ({ value: row.ref('excluded.value') })),
    );
  return table === 'consent_text' ? into.onConflict((conflict) => conflict.doNothing()) : into;
}

async function copyTable(source: DatabaseSync, trx: Kysely<Tables>, table: string): Promise<number> {
  let rows: Record<string, unknown>[] = [];
  let copied = 0;
  async function flush(): Promise<void> {
    if (rows.length === 0) return;
    // The same tables on both sides, whichever it is.
    const into = trx.insertInto(table as 'setting').values(rows as Tables['setting'][]);
    await withConflictRule(table, into).execute();
    copied += rows.length;
    rows = [];
  }
  for (const row of source.prepare(`SELECT * FROM ${table}`).iterate()) {
    rows.push({ ...row });
    if (rows.length === CHUNK) await flush();
  }
  await flush();
  return copied;
}
