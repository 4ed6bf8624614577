import type { DatabaseSync } from 'node:sqlite';
import { sql, type Transaction } from '#kysely';
import { databaseFile, openAlone, openForReading } from './open.ts';
import { RefusedError, refusalOf } from './refusal.ts';
import type { Tables } from './schema.ts';
import { drainStore, rowsInBuffer } from './write-buffer.ts';

/** In foreign-key order. `counter` is kept by triggers; owners sign in again. */
const TABLES = [
  'subscription',
  'consent_text',
  'consent_receipt',
  'interest',
  'outbox',
  'announcement',
  'announcement_recipient',
  'message',
  'owner',
  'passkey',
  'audit_event',
  'erasure',
  'list_import',
  'list_import_person',
  'preview_link',
  'webhook_token',
  'setting',
  'edition',
  'draft',
  'file',
  'file_piece',
  'visit_hour',
  'signup_hour',
  'signup_page_hour',
] as const satisfies (keyof Tables)[];

/** Rows inserted at once. */
const CHUNK = 500;
/** Of these a row may have a megabyte. */
const LARGE_CHUNK = 4;
const LARGE: readonly (keyof Tables)[] = ['edition', 'file_piece'];

/**
 * Copies the store in `dataDir`, which no server may have open, into the empty PostgreSQL at `url`; the
 * source stays unchanged. Returns the number of rows per table. @throws RefusedError
 */
export async function transferTo(dataDir: string, url: string): Promise<[table: string, rows: number][]> {
  using source = takeAlone(dataDir);
  const { openPostgres } = await import('./postgres.ts');
  const { write, close } = await openPostgres(url);
  try {
    return await write.transaction().execute((trx) => copyAll(source, trx));
  } finally {
    await close();
  }
}

/** Opens it exclusively, so that nobody else can write to it. @throws RefusedError */
function takeAlone(dataDir: string): DatabaseSync {
  const file = databaseFile(dataDir);
  try {
    // Refuses another version or program.
    openForReading(dataDir).close();
    const db = openAlone(file);
    drainStore(db);
    db.exec('BEGIN EXCLUSIVE');
    if (rowsInBuffer(db) === 0) return db;
    db.close();
    throw new RefusedError('incomplete', `${file} holds addresses that are not in its list: see doctor.`);
  } catch (error) {
    throw refusalOf(error, file);
  }
}

/** All or nothing, with the same ids: links in mails contain them. */
async function copyAll(source: DatabaseSync, trx: Transaction<Tables>): Promise<[string, number][]> {
  // A server that ran there for a while may have alerted the owner to its empty list.
  await trx.deleteFrom('outbox').where('subject_type', 'is', null).execute();
  const { rows } = await sql`SELECT 1 FROM subscription UNION ALL SELECT 1 FROM message
    UNION ALL SELECT 1 FROM outbox UNION ALL SELECT 1 FROM erasure UNION ALL SELECT 1 FROM edition
    UNION ALL SELECT 1 FROM draft UNION ALL SELECT 1 FROM file LIMIT 1`.execute(trx);
  if (rows.length > 0)
    throw new RefusedError(
      'not-empty',
      'The PostgreSQL of DATABASE_URL holds a list or content already. Nothing was changed.',
    );
  // It may have inserted these at startup.
  for (const table of ['setting', 'consent_text', 'visit_hour'] as const)
    await trx.deleteFrom(table).execute();
  const copied: [string, number][] = [];
  for (const table of TABLES) {
    // Its triggers have counted the rows that exist now; the source's counts include deleted ones.
    if (table === 'signup_hour' || table === 'signup_page_hour') await trx.deleteFrom(table).execute();
    copied.push([table, await copyTable(source, trx, table)]);
  }
  // Ids of deleted rows are not reused either, on both sides.
  for (const { name, seq } of source.prepare('SELECT name, seq FROM sqlite_sequence').all()) {
    const ids = sql`pg_get_serial_sequence(${name}, 'id')`;
    await sql`SELECT setval(${ids}, greatest(${seq}, nextval(${ids})))`.execute(trx);
  }
  return copied;
}

async function copyTable(
  source: DatabaseSync,
  trx: Transaction<Tables>,
  table: keyof Tables,
): Promise<number> {
  const chunk = LARGE.includes(table) ? LARGE_CHUNK : CHUNK;
  let copied = 0;
  let rows: Tables['setting'][] = [];
  async function flush(): Promise<void> {
    // The tables are the same on both sides; any name satisfies the types.
    if (rows.length > 0)
      await trx
        .insertInto(table as 'setting')
        .values(rows)
        .execute();
    copied += rows.length;
    rows = [];
  }
  for (const row of source.prepare(`SELECT * FROM ${table}`).iterate()) {
    rows.push({ ...row } as Tables['setting']);
    if (rows.length === chunk) await flush();
  }
  await flush();
  return copied;
}
