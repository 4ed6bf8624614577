import { Kysely, PostgresDialect } from '#kysely';
import type pg from 'pg';
import { type BatchLimits, createBatches, drain, enqueue, settle } from './batches.ts';
import type { Database, Readiness } from './database.ts';
import type { Intake } from './intake.ts';
import type { Statement } from './messages.ts';
import { createCommit } from './postgres-commit.ts';
import { createMigrationClient, createPool } from './postgres-pool.ts';
import { preparePostgres } from './postgres-schema.ts';
import { RefusedError } from './refusal.ts';
import { assertRestored } from './restoring.ts';
import type { Tables } from './schema.ts';
import type { OpenedDatabase } from './sqlite.ts';

export { createPool };

/** As many rows as are stored within the time-out of a batch, even if all of them are known. */
const BATCH_LIMITS: BatchLimits = { waiting: 8192, rows: 1024 };
/** One batch at a time, and the question whether the store is ready. */
const INTAKE_CONNECTIONS = 2;
/** Milliseconds; whoever asks this does so every few seconds. */
const READINESS_MS = 2_000;

export type PostgresOptions = { url: string; intake: Intake; setup: Statement[] };

/** Opens the store in PostgreSQL, or says why not. Any number of processes may share it. */
export async function openPostgres({ url, intake, setup }: PostgresOptions): Promise<OpenedDatabase> {
  try {
    const client = createMigrationClient(url);
    try {
      await client.connect();
      await preparePostgres(client, setup);
      await assertRestored(client);
    } finally {
      // Whatever happened, this gives the lock back. Nothing depends on how it ends.
      void client.end();
    }
    return { ok: true, database: startDatabase(url, intake) };
  } catch (error) {
    return { ok: false, refusal: refusalOf(error, url) };
  }
}

function startDatabase(url: string, intake: Intake): Database {
  // Of its own: long lists and slow pages must not keep addresses waiting.
  const intakePool = createPool(url, INTAKE_CONNECTIONS);
  const pool = createPool(url);
  const query = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  const commit = createCommit(intakePool, intake);
  const batches = createBatches(
    (values) => void commit(values).then((failed) => settle(batches, failed)),
    BATCH_LIMITS,
    () => performance.now(),
  );
  let closing: Promise<void> | null = null;
  let asking: Promise<Readiness> | null = null;

  /** One question for all who ask at once: anybody can ask, and the connections are for addresses. */
  function ask(): Promise<Readiness> {
    return (asking ??= readinessOf(intakePool).finally(() => (asking = null)));
  }

  async function stop(): Promise<void> {
    await drain(batches);
    await Promise.all([intakePool.end(), pool.end()]);
  }

  return {
    kind: 'postgres',
    query,
    add: (values) => enqueue(batches, values),
    emptyLog: async () => true,
    readiness: async () =>
      closing ? { ready: false, failure: { code: 'closed', message: 'The store is closing.' } } : ask(),
    close: () => (closing ??= stop()),
  };
}

async function readinessOf(pool: pg.Pool): Promise<Readiness> {
  const question = {
    text: 'SELECT pg_is_in_recovery() AS standby',
    // Read by pg, though its types do not know it.
    query_timeout: READINESS_MS,
  };
  try {
    const { rows } = await pool.query<{ standby: boolean }>(question);
    if (rows[0]?.standby === false) return { ready: true };
    return { ready: false, failure: { code: 'not-writable', message: 'PostgreSQL is a standby here.' } };
  } catch (error) {
    return { ready: false, failure: { code: 'unreachable', message: messageOf(error) } };
  }
}

function refusalOf(error: unknown, url: string) {
  if (error instanceof RefusedError) return error.refusal;
  const { host, pathname } = new URL(url);
  const where = `The database ${pathname.slice(1)} on ${host}`;
  return {
    code: 'unreachable' as const,
    message: `${where} cannot be used (${messageOf(error)}). Check DATABASE_URL and that PostgreSQL runs.`,
  };
}

function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join(', ');
  return error instanceof Error ? error.message : String(error);
}
