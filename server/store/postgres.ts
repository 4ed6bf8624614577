import type pg from 'pg';
import type { Kysely } from '#kysely';
import { type BatchLimits, createBatches } from './batches.ts';
import type { Database } from './database.ts';
import { CONNECTIONS } from './postgres-connections.ts';
import { Patience } from './postgres-patience.ts';
import { createMigrationClient, createPool } from './postgres-pool.ts';
import { postgresQueries } from './postgres-query.ts';
import { assertRestored, beginAlone, MIGRATION_LOCK, preparePostgres } from './postgres-schema.ts';
import { createCommit } from './postgres-subscriptions.ts';
import type { Tables } from './schema.ts';
import { postgresTrouble } from './postgres-trouble.ts';
import { RefusedError } from './refusal.ts';

/**
 * As many rows as are stored within the timeout of a batch, even if all of them are known. A batch costs as
 * much as ten rows, and no answer comes within 5 ms (server/list/subscribe.ts).
 */
const BATCH_LIMITS: BatchLimits = { waiting: 8192, rows: 1024, apartMs: 4 };
/** Milliseconds. */
const LOOK_MS = 1_000;

export function createRatePool(url: string): pg.Pool {
  return createPool(url, CONNECTIONS.rate);
}

/** Kysely on its own connections, for what has no sign-ups. */
export function openQueries(url: string): { pool: pg.Pool; query: Kysely<Tables>; end(): Promise<void> } {
  const { patience, others } = openPools(url);
  return {
    pool: others,
    query: postgresQueries({ pool: others, patience }),
    async end() {
      await Promise.all([patience.end(), others.end()]);
    },
  };
}

function openPools(url: string) {
  return {
    patience: new Patience(createPool(url, CONNECTIONS.look, LOOK_MS)),
    // A patient caller waits for each answer itself.
    others: createPool(url, CONNECTIONS.others, 0),
  };
}

/**
 * Opens the store in PostgreSQL. Any number of processes may share it. `direct`: where to migrate, if `url`
 * leads to a pooler.
 * @throws RefusedError
 */
export async function openPostgres(url: string, direct: string | null = null): Promise<Database> {
  const migrated = direct ?? url;
  try {
    const client = createMigrationClient(migrated);
    try {
      await client.connect();
      if (direct !== null) await assertSame(client, url);
      await preparePostgres(client);
      await assertRestored(client);
    } finally {
      // Its result does not matter.
      void client.end();
    }
    return startDatabase(url);
  } catch (error) {
    if (error instanceof RefusedError) throw error;
    throw new RefusedError('unreachable', postgresTrouble(error, migrated));
  }
}

/**
 * Locks are known in one database alone.
 * @throws RefusedError if the one at `url` is another than the client's
 */
async function assertSame(client: pg.Client, url: string): Promise<void> {
  const other = createMigrationClient(url);
  try {
    await beginAlone(client);
    await other.connect();
    const { rows } = await other.query<{ free: boolean }>(
      `SELECT pg_try_advisory_xact_lock(${MIGRATION_LOCK}) AS free`,
    );
    await client.query('COMMIT');
    if (rows[0]?.free)
      throw new RefusedError(
        'foreign',
        'DATABASE_DIRECT_URL leads to another database than DATABASE_URL. Nothing was changed. Let both lead to the same.',
      );
  } finally {
    void other.end();
  }
}

function startDatabase(url: string): Database {
  // A separate pool: long lists and slow pages must not delay sign-ups.
  const intake = createPool(url, CONNECTIONS.intake, 0);
  const { patience, others } = openPools(url);
  const write = postgresQueries({ pool: others, patience });
  const batches = createBatches(createCommit({ pool: intake, patience }), BATCH_LIMITS);
  let closing: Promise<void> | null = null;

  async function stop(): Promise<void> {
    await batches.drain();
    await Promise.all([patience.end(), intake.end(), others.end()]);
  }

  return {
    kind: 'postgres',
    recording: null,
    write,
    read: write,
    add: batches.add,
    emptyLog: async () => true,
    readiness: batches.probe,
    close: () => (closing ??= stop()),
  };
}
