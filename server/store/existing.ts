import type { DatabaseSync } from 'node:sqlite';
import type pg from 'pg';
import type { Database } from './database.ts';
import { POSTGRES_MIGRATIONS, refuseNewer, refuseOlder } from './migrations.ts';
import { databaseFile, emptyLog, openForReading, reopenDatabase } from './open.ts';
import { schemaVersion } from './postgres-schema.ts';
import { postgresTrouble } from './postgres-trouble.ts';
import { noList, refusalOf, RefusedError } from './refusal.ts';
import { connectionOf } from './sqlite-connection.ts';
import { queryOn } from './sqlite-query.ts';
import { drainStore, rowsWaiting } from './write-buffer.ts';

export type Store = Pick<Database, 'kind' | 'read' | 'write' | 'emptyLog'>;

/**
 * `read` changes nothing, neither in the store nor beside it, unless rows are buffered: without them a list
 * would be incomplete.
 */
export type Access = 'read' | 'write';

/**
 * Works on the configured store, with or without a running server. Never creates or migrates it: only the
 * server does, and `restored`.
 * @throws RefusedError if there is none, or it cannot be used.
 */
export async function withStore<T>(
  { dataDir, databaseUrl }: { dataDir: string; databaseUrl: string | null },
  access: Access,
  work: (store: Store) => Promise<T>,
): Promise<T> {
  return databaseUrl === null ? withSqlite(dataDir, access, work) : withPostgres(databaseUrl, work);
}

async function withSqlite<T>(
  dataDir: string,
  access: Access,
  work: (store: Store) => Promise<T>,
): Promise<T> {
  try {
    using db = openFor(access, dataDir);
    const query = queryOn(db);
    return await work({ kind: 'sqlite', read: query, write: query, emptyLog: async () => emptyLog(db) });
  } catch (error) {
    throw refusalOf(error, databaseFile(dataDir));
  }
}

function openFor(access: Access, dataDir: string): DatabaseSync {
  // Refuses a missing store or another version, before anything is written.
  const reading = openForReading(dataDir);
  if (access === 'read' && rowsWaiting(connectionOf(reading)) === 0) return reading;
  reading.close();
  const db = reopenDatabase(dataDir);
  drainStore(db);
  // There may be no server to keep the log short.
  db.exec('PRAGMA wal_autocheckpoint = 1000');
  return db;
}

async function withPostgres<T>(url: string, work: (store: Store) => Promise<T>): Promise<T> {
  const { openQueries } = await import('./postgres.ts');
  const { pool, query, end } = openQueries(url);
  try {
    const version = await schemaThere(pool);
    refuseNewer(version, POSTGRES_MIGRATIONS.length);
    refuseOlder(version, POSTGRES_MIGRATIONS.length);
    return await work({ kind: 'postgres', read: query, write: query, emptyLog: async () => true });
  } catch (error) {
    throw postgresRefusal(error, url);
  } finally {
    await end();
  }
}

/** A connection without tight timeouts, for one-time work. @throws RefusedError also without a store. */
export async function usePostgresClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const { createMigrationClient } = await import('./postgres-pool.ts');
  const client = createMigrationClient(url);
  try {
    await client.connect();
    await schemaThere(client);
    return await work(client);
  } catch (error) {
    throw postgresRefusal(error, url);
  } finally {
    await client.end();
  }
}

/** Including errors without a code: a timeout of the pool. */
function postgresRefusal(error: unknown, url: string): unknown {
  if (error instanceof RefusedError || !(error instanceof Error)) return error;
  if (!('code' in error || /timeout|terminated|Connection/i.test(error.message))) return error;
  return new RefusedError('unreachable', postgresTrouble(error, url));
}

/** @throws RefusedError if no server has created the tables yet. */
async function schemaThere(client: pg.Pool | pg.Client): Promise<number> {
  const version = await schemaVersion(client);
  if (version === null) throw noList('its place in the database of DATABASE_URL');
  return version;
}
