import { DatabaseSync } from 'node:sqlite';
import { type InsertQueryBuilder, type InsertResult, type Kysely, sql, type Transaction } from '#kysely';
import type { Config } from '#server/config.ts';
import { rowsInBuffer } from '#server/store/write-buffer.ts';
import { MIGRATIONS, readPragma } from '#server/store/migrations.ts';
import { databaseFile, openForReading } from '#server/store/open.ts';
import { refusalOf, SQLITE, sqliteCode } from '#server/store/refusal.ts';
import type { Tables } from '#server/store/schema.ts';
import { keysOf, mayHaveKeys, secretsFile } from '#server/store/secrets/key-file.ts';
import { openStore } from '#server/open-store.ts';
import { command, Failed } from './command.ts';
import { mergeAll } from './store.ts';

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
/** What only a store in a file has to say. */
const SILENT = { onFatal: () => {}, onSetAside: () => {} };

export const transfer = command({
  name: 'transfer',
  about: 'copies the list in DATA_DIR into the empty PostgreSQL of DATABASE_URL, while the server is stopped',
  run: async ({ settings, now, say }) => {
    const config = settings();
    const { databaseUrl, dataDir } = config;
    if (databaseUrl === null) throw new Failed('Set DATABASE_URL: it says where the list shall go.');
    assertKeysKept(config);
    const source = takeAlone(dataDir);
    try {
      const opened = await openStore({ dataDir, databaseUrl, consentTexts: [], now, ...SILENT });
      if (!opened.ok) throw new Failed(opened.refusal.message);
      const { database } = opened;
      try {
        const copied = await database.query.transaction().execute((trx) => copyAll(source, trx));
        for (const [table, n] of copied) say(`${n} rows of ${table}`);
        say(`${databaseFile(dataDir)} stays as it is. Keep it until the server has run on PostgreSQL.`);
      } finally {
        await database.close();
      }
    } finally {
      source.close();
    }
  },
});

/** Links in mails already sent are signed with them. */
function assertKeysKept({ dataDir, secretKeys }: Config): void {
  if (!mayHaveKeys(dataDir)) return;
  const kept = keysOf(dataDir);
  if (!kept.ok) throw new Failed(kept.refusal.message);
  if (kept.keys.every((key) => secretKeys?.includes(key))) return;
  throw new Failed(
    `SECRET_KEYS must hold the keys of ${secretsFile(dataDir)}, or no link in a mail already sent would work.`,
  );
}

/** Open so that nobody else can write to it. @throws Failed */
function takeAlone(dataDir: string): DatabaseSync {
  const file = databaseFile(dataDir);
  let db: DatabaseSync | null = null;
  try {
    const looked = openForReading(dataDir);
    if (looked === null) throw new Failed(`There is no ${file} to copy.`);
    looked.close();
    db = new DatabaseSync(file, { timeout: 0 });
    // Only the last one to use it can do so. The server puts the log back at its next start.
    db.exec('PRAGMA journal_mode = DELETE');
    mergeAll(db);
    db.exec('BEGIN EXCLUSIVE');
    if (rowsInBuffer(db) > 0)
      throw new Failed(`${file} holds addresses that are not in its list: see doctor.`);
    if (readPragma(db, 'user_version') !== MIGRATIONS.length) throw new Failed(`${file} has just changed.`);
    return db;
  } catch (error) {
    db?.close();
    if (error instanceof Failed) throw error;
    if (sqliteCode(error) === SQLITE.busy)
      throw new Failed(`A server has ${file} open. Stop it, then try again.`);
    throw new Failed(refusalOf(error, file).message);
  }
}

/** All or nothing, with the ids as they are: links in mails carry them. */
async function copyAll(source: DatabaseSync, trx: Transaction<Tables>): Promise<[string, number][]> {
  // A server that ran there for a while may have told the owner something, of an empty list.
  await trx.deleteFrom('outbox').where('kind', '=', 'alarm').execute();
  for (const table of ['subscription', 'message', 'outbox', 'erasure'] as const) {
    const row = await trx
      .selectFrom(table)
      .select(sql`1`.as('one'))
      .limit(1)
      .executeTakeFirst();
    if (row) throw new Failed(`The PostgreSQL of DATABASE_URL holds a list already. Nothing was changed.`);
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
