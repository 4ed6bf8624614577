import type pg from 'pg';
import { MIGRATIONS, POSTGRES_MIGRATIONS, refuseNewer } from './migrations.ts';
import { RefusedError, unsafe } from './refusal.ts';
import { altered, columnDifference, takenTable } from './schema-difference.ts';

/** A number that no other program on this database is likely to lock. */
export const MIGRATION_LOCK = 0x656d6272;

/**
 * Migrates to the newest schema, one process at a time. Each step and its number are one transaction: a kill
 * leaves the schema before or after a step, and the next start goes on from there.
 * @throws RefusedError for a server whose commits could be lost, or a newer schema.
 */
export async function preparePostgres(
  client: pg.Client,
  migrations: readonly string[] = POSTGRES_MIGRATIONS,
): Promise<void> {
  await assertSafe(client);
  while (!(await migrateOnce(client, migrations)));
}

/** Returns whether nothing is left to do. The lock is the transaction's: poolers share connections. */
async function migrateOnce(client: pg.Client, migrations: readonly string[]): Promise<boolean> {
  await beginAlone(client);
  const found = await assertSchema(client);
  if (found >= migrations.length) {
    await client.query('COMMIT');
    refuseNewer(found, migrations.length);
    return true;
  }
  await assertMayCreate(client);
  await client.query(`CREATE TABLE IF NOT EXISTS schema_version (version INTEGER NOT NULL); ${migrations[found]};
    INSERT INTO schema_version VALUES (${found + 1}); COMMIT`);
  return found + 1 === migrations.length;
}

/**
 * Returns the version; 0 if there is none of our tables. One of these names may be another program's, and tables of
 * other columns would take no address.
 * @throws RefusedError
 */
async function assertSchema(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname || '.' || attname AS name FROM pg_attribute JOIN pg_class c ON c.oid = attrelid
     WHERE relkind NOT IN ('i', 'I', 'c', 't') AND attnum > 0 AND NOT attisdropped AND pg_table_is_visible(c.oid)
       AND relnamespace <> 'pg_catalog'::regnamespace`,
  );
  const names = rows.map(({ name }) => name);
  const isOurs = ['subscription.key', 'schema_version.version'].every((name) => names.includes(name));
  const version = isOurs ? ((await schemaVersion(client)) ?? 0) : 0;
  // Of a newer version nothing is known.
  if (version > MIGRATIONS.length) return version;
  const isNumbered = !isOurs && names.some((name) => name.startsWith('schema_version.'));
  const taken = isNumbered ? 'schema_version' : takenTable(names, version);
  if (taken !== undefined)
    throw new RefusedError(
      'foreign',
      `The database has a table ${taken} of another program. Nothing was changed. Let DATABASE_URL lead to a database of its own.`,
    );
  const difference = version === 0 ? null : columnDifference(names, version);
  if (difference !== null) throw altered('The database', difference);
  return version;
}

/** PostgreSQL 15 gives the right to the owner of the database alone. @throws RefusedError */
async function assertMayCreate(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ may: boolean; user: string }>(
    `SELECT coalesce(has_schema_privilege(current_schema(), 'CREATE'), FALSE) AS may, current_user AS user`,
  );
  if (rows[0]?.may !== true)
    throw new RefusedError(
      'not-writable',
      `The user ${rows[0]?.user} may not create tables in this database. Nothing was changed. As its owner: GRANT CREATE ON SCHEMA public TO "${rows[0]?.user}".`,
    );
}

/** Begins a transaction during which no other process migrates, nor starts. Migrating takes time. */
export async function beginAlone(client: pg.Client): Promise<void> {
  await client.query(
    `BEGIN; SET LOCAL statement_timeout = '10min'; SELECT pg_advisory_xact_lock(${MIGRATION_LOCK})`,
  );
}

/** Null if no server has created its tables yet. */
export async function schemaVersion(client: pg.Client | pg.Pool): Promise<number | null> {
  const { rows } = await client.query<{ made: boolean }>(
    `SELECT to_regclass('schema_version') IS NOT NULL AS made`,
  );
  if (!rows[0]?.made) return null;
  const found = await client.query<{ version: number | null }>(
    'SELECT max(version) AS version FROM schema_version',
  );
  return found.rows[0]?.version ?? null;
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const HOLDS_ALL = ['UTF8', 'SQL_ASCII'];
/** A 2xx depends on them, and on `synchronous_commit`, which every transaction sets. */
const ON = ['fsync', 'full_page_writes'] as const;
type Server = Record<(typeof ON)[number] | 'version' | 'small' | 'encoding' | 'reads', string> & {
  standby: boolean;
};

/** Returns the server's version. @throws RefusedError if data could be lost, or not be erased. */
export async function assertSafe(client: pg.Client | pg.Pool): Promise<string> {
  const settings = ON.map((name) => `current_setting('${name}') AS ${name}`).join();
  const { rows } = await client.query<Server>(
    `SELECT ${settings}, current_setting('server_version') AS version, pg_is_in_recovery() AS standby,
       lower('${LETTERS}') AS small, current_setting('server_encoding') AS encoding,
       current_setting('transaction_read_only') AS reads`,
  );
  const [is] = rows;
  if (is === undefined) throw new Error('PostgreSQL gave no row');
  const off = ON.find((name) => is[name] === 'off');
  if (off) throw unsafe(`Addresses could be lost: PostgreSQL runs with ${off} off. Turn it on.`);
  if (is.standby)
    throw unsafe(
      'This PostgreSQL is a standby and takes no addresses. Let DATABASE_URL lead to the primary.',
    );
  if (is.reads === 'on')
    throw unsafe(
      'This database is read-only. Let DATABASE_URL lead to the one that writes, or set default_transaction_read_only off.',
    );
  if (!HOLDS_ALL.includes(is.encoding))
    throw unsafe(
      `This database has the encoding ${is.encoding}, which lacks letters of names. Make it anew with ENCODING 'UTF8' TEMPLATE template0.`,
    );
  // Messages are found by the address in lower case, as we write it: in Turkish an I becomes another letter.
  if (is.small !== LETTERS.toLowerCase())
    throw unsafe(
      'The language of this database turns letters into others, so that messages would not be found and erased. Make it anew with LOCALE "C.UTF-8".',
    );
  return `PostgreSQL ${is.version}`;
}

/**
 * The tables in which `restoring` keeps what a backup does not know, oldest first: with unique names, because
 * a dump may bring back a forgotten one.
 */
export async function restoringTables(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables
     WHERE table_schema = current_schema() AND table_name ~ '^restoring_[0-9]+$' ORDER BY table_name`,
  );
  return rows.map(({ name }) => name);
}

/** While a restore is unfinished, erased or unsubscribed people may be back. @throws RefusedError */
export async function assertRestored(client: pg.ClientBase): Promise<void> {
  const [name] = await restoringTables(client);
  if (name === undefined) return;
  throw new RefusedError(
    'unfinished',
    `A backup is being restored: the table ${name} says who was erased or has left since. Run "npm run -s embreve -- restored"; drop the table if you gave up before pg_restore.`,
  );
}
