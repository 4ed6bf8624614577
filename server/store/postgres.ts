import { Kysely, PostgresDialect } from '#kysely';
import { type BatchLimits, createBatches } from './batches.ts';
import type { Database } from './database.ts';
import { createMigrationClient, createPool } from './postgres-pool.ts';
import { assertRestored, preparePostgres } from './postgres-schema.ts';
import { createCommit } from './postgres-subscriptions.ts';
import { postgresTrouble, RefusedError } from './refusal.ts';
import type { Tables } from './schema.ts';

export { createPool };

/** As many rows as are stored within the timeout of a batch, even if all of them are known. */
const BATCH_LIMITS: BatchLimits = { waiting: 8192, rows: 1024 };
/** One batch at a time. */
const INTAKE_CONNECTIONS = 1;

/** Opens the store in PostgreSQL. Any number of processes may share it. @throws RefusedError */
export async function openPostgres(url: string): Promise<Database> {
  try {
    const client = createMigrationClient(url);
    try {
      await client.connect();
      await preparePostgres(client);
      await assertRestored(client);
    } finally {
      // In any case this releases the lock. Its result does not matter.
      void client.end();
    }
    return startDatabase(url);
  } catch (error) {
    if (error instanceof RefusedError) throw error;
    throw new RefusedError('unreachable', postgresTrouble(error, url));
  }
}

function startDatabase(url: string): Database {
  // A separate pool: long lists and slow pages must not delay sign-ups.
  const intakePool = createPool(url, INTAKE_CONNECTIONS);
  const pool = createPool(url);
  const write = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  const batches = createBatches(createCommit(intakePool), BATCH_LIMITS);
  let closing: Promise<void> | null = null;

  async function stop(): Promise<void> {
    await batches.drain();
    await Promise.all([intakePool.end(), pool.end()]);
  }

  return {
    kind: 'postgres',
    write,
    read: write,
    add: batches.add,
    emptyLog: async () => true,
    readiness: batches.probe,
    close: () => (closing ??= stop()),
  };
}
