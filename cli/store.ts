import type { DatabaseSync } from 'node:sqlite';
import { Kysely, PostgresDialect } from '#kysely';
import type pg from 'pg';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/store/database.ts';
import { connectionOf } from '#server/store/commit-rows.ts';
import { emptyLog } from '#server/store/empty-log.ts';
import { drainBuffer, rowsInBuffer, rowsWaiting } from '#server/store/write-buffer.ts';
import { newerRefusal, POSTGRES_MIGRATIONS } from '#server/store/migrations.ts';
import { databaseFile, openDatabase, openForReading } from '#server/store/open.ts';
import { postgresTrouble, refusalOf, RefusedError } from '#server/store/refusal.ts';
import type { Tables } from '#server/store/schema.ts';
import { queryBuilder, type SqliteConnection } from '#server/store/sqlite.ts';
import { createMutex } from '#server/store/mutex.ts';
import { Failed } from './command.ts';

export type Store = Pick<Database, 'kind' | 'query' | 'emptyLog'>;

/**
 * `read` changes nothing at all, neither in the store nor beside it, unless rows of a burst still wait in its buffer: a
 * list without them would not be whole.
 */
export type Access = 'read' | 'write';

/**
 * Works on the store of the settings, beside a running server or without one. Never makes or migrates a store: only
 * the server does, and `restored`.
 * @throws Failed when there is none, or it cannot be used.
 */
export async function withStore<T>(
  config: Pick<Config, 'dataDir' | 'databaseUrl'>,
  access: Access,
  work: (store: Store) => Promise<T>,
): Promise<T> {
  return config.databaseUrl === null
    ? withSqlite(config.dataDir, access, work)
    : withPostgres(config.databaseUrl, work);
}

async function withSqlite<T>(
  dataDir: string,
  access: Access,
  work: (store: Store) => Promise<T>,
): Promise<T> {
  const file = databaseFile(dataDir);
  let db: DatabaseSync | null = null;
  try {
    // Refuses what is missing or of another version, also before anything is written.
    db = openForReading(dataDir);
    if (db === null) throw new Failed(`There is no list yet: ${file} is made when the server starts.`);
    if (access === 'write' || rowsWaiting(db) > 0) {
      db.close();
      db = openDatabase(dataDir);
      mergeAll(db);
      // No server may be there to keep the log short.
      db.exec('PRAGMA wal_autocheckpoint = 1000');
    }
    const opened = db;
    return await work({
      kind: 'sqlite',
      query: queryBuilder(connectionTo(opened)),
      emptyLog: async () => emptyLog(opened),
    });
  } catch (error) {
    if (error instanceof Failed) throw error;
    throw new Failed(refusalOf(error, file).message);
  } finally {
    if (db?.isOpen) db.close();
  }
}

/** Puts what the server had no time for into its place, as the server would at its next start. */
export function mergeAll(db: DatabaseSync): void {
  if (rowsInBuffer(db) > 0) drainBuffer(connectionOf(db));
}

/** For `queryBuilder`. */
export function connectionTo(db: DatabaseSync): SqliteConnection {
  const mutex = createMutex();
  return {
    run: async (sql, values) => {
      const statement = db.prepare(sql);
      if (statement.columns().length > 0) {
        const rows = statement.all(...values);
        return { rows, changes: rows.length };
      }
      return { rows: [], changes: Number(statement.run(...values).changes) };
    },
    take: () => new Promise((resolve) => mutex.take(resolve)),
    release: () => mutex.release(),
  };
}

async function withPostgres<T>(url: string, work: (store: Store) => Promise<T>): Promise<T> {
  const { createPool } = await import('#server/store/postgres.ts');
  const pool = createPool(url);
  try {
    await assertCurrent(pool);
    return await work({
      kind: 'postgres',
      query: new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }),
      emptyLog: async () => true,
    });
  } catch (error) {
    if (!isOfPostgres(error)) throw error;
    throw new Failed(postgresTrouble(error, url));
  } finally {
    await pool.end();
  }
}

/**
 * One connection that may take its time, for what is done once to a whole list. @throws Failed also where there is none.
 */
export async function withPostgresClient<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const { createMigrationClient } = await import('#server/store/postgres-pool.ts');
  const client = createMigrationClient(url);
  try {
    await client.connect();
    if ((await schemaVersion(client)) === null)
      throw new Failed('There is no list in the database of DATABASE_URL.');
    return await work(client);
  } catch (error) {
    if (error instanceof RefusedError) throw new Failed(error.refusal.message);
    if (!isOfPostgres(error)) throw error;
    throw new Failed(postgresTrouble(error, url));
  } finally {
    await client.end();
  }
}

/** The schema this program knows, in the database of `pool`. @throws Failed for none, an older or a newer one. */
async function assertCurrent(pool: pg.Pool): Promise<void> {
  const version = await schemaVersion(pool);
  const known = POSTGRES_MIGRATIONS.length;
  if (version === null) throw new Failed('There is no list yet: its tables are made when the server starts.');
  if (version < known)
    throw new Failed('The store is of an older version. Start the server once, then try again.');
  if (version > known) throw new Failed(newerRefusal(version, known).message);
}

/** Null when no server has made its tables yet. */
export async function schemaVersion(pool: pg.Pool | pg.Client): Promise<number | null> {
  const { rows } = await pool.query<{ made: boolean }>(
    `SELECT to_regclass('schema_version') IS NOT NULL AS made`,
  );
  if (!rows[0]?.made) return null;
  const found = await pool.query<{ version: number | null }>(
    'SELECT max(version) AS version FROM schema_version',
  );
  return found.rows[0]?.version ?? null;
}

/** Also what has no code of its own: a time-out of the pool. */
function isOfPostgres(error: unknown): boolean {
  if (error instanceof Failed || !(error instanceof Error)) return false;
  return 'code' in error || /timeout|terminated|Connection/i.test(error.message);
}
