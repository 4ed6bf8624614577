import { type BatchLimits, createBatches } from './batches.ts';
import type { Database } from './database.ts';
import { createMigrationClient, createPool } from './postgres-pool.ts';
import { queryBuilder } from './postgres-query.ts';
import { assertRestored, preparePostgres } from './postgres-schema.ts';
import { createCommit } from './postgres-subscriptions.ts';
import { postgresTrouble, RefusedError } from './refusal.ts';

export { createPool };

/** As many rows as are stored within the timeout of a batch, even if all of them are known. */
const BATCH_LIMITS: BatchLimits = { waiting: 8192, rows: 1024 };
/** One batch at a time. */
const INTAKE_CONNECTIONS = 1;

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

function startDatabase(url: string): Database {
  // A separate pool: long lists and slow pages must not delay sign-ups.
  const intakePool = createPool(url, INTAKE_CONNECTIONS);
  const pool = createPool(url);
  const write = queryBuilder(pool);
  const batches = createBatches(createCommit(intakePool), BATCH_LIMITS);
  let closing: Promise<void> | null = null;

  async function stop(): Promise<void> {
    await batches.drain();
    await Promise.all([intakePool.end(), pool.end()]);
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
