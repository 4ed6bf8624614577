import type pg from 'pg';
import { newerRefusal, POSTGRES_MIGRATIONS } from './migrations.ts';
import { poolerRefusal, RefusedError } from './refusal.ts';

/** Any number that no other program on this database is likely to lock. */
const MIGRATION_LOCK = 0x656d6272;

/**
 * Brings the schema to the newest step, one process at a time. Each step and its number are one
 * transaction: a kill leaves the schema before or after a step, and the next start goes on from there. The connection
 * holds the lock until it is closed.
 * @throws RefusedError for a server whose commits could be lost, or a newer schema.
 */
export async function preparePostgres(
  client: pg.Client,
  migrations: readonly string[] = POSTGRES_MIGRATIONS,
): Promise<void> {
  await assertSafe(client);
  await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
  await client.query('CREATE TABLE IF NOT EXISTS schema_version (version INTEGER NOT NULL)');
  await migrate(client, migrations);
}

async function migrate(client: pg.Client, migrations: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ version: number | null }>(
    'SELECT max(version) AS version FROM schema_version',
  );
  const found = rows[0]?.version ?? 0;
  if (found > migrations.length) throw newerRefusal(found, migrations.length);
  for (const [place, step] of migrations.entries()) {
    if (place < found) continue;
    // Statements without values that go out as one text are one transaction.
    await client.query(`BEGIN; ${step}; INSERT INTO schema_version VALUES (${place + 1}); COMMIT`);
  }
}

/**
 * A pooler in between may drop the settings a connection begins with, and give the next statement to another one: no limit
 * of time would hold, nor the lock of the migrations. @throws RefusedError
 */
export async function assertDirect(client: pg.Client | pg.Pool): Promise<void> {
  const { rows } = await client.query<{ source: string }>(
    `SELECT source FROM pg_settings WHERE name = 'statement_timeout'`,
  );
  if (rows[0]?.source !== 'client') throw poolerRefusal();
}

/** The settings a 2xx stands on, and erasing. We turn the last one on for our connections; `?options=` of the address may win. */
async function assertSafe(client: pg.Client): Promise<void> {
  await assertDirect(client);
  for (const name of ['fsync', 'full_page_writes', 'synchronous_commit']) {
    const { rows } = await client.query<Record<string, string>>(`SHOW ${name}`);
    if (rows[0]?.[name] !== 'off') continue;
    throw new RefusedError(
      'unsafe-settings',
      `Addresses could be lost: PostgreSQL runs with ${name} off. Turn it on.`,
    );
  }
  // Messages are found by the address in small letters, as we write it: in Turkish an I becomes another letter.
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
  const small = await client.query<{ lower: string }>('SELECT lower($1)', [letters]);
  if (small.rows[0]?.lower === letters.toLowerCase()) return;
  throw new RefusedError(
    'unsafe-settings',
    'The language of this database turns letters into others, so that messages would not be found and erased. Make it anew with LOCALE "C.UTF-8".',
  );
}
