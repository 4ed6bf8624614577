import pg from 'pg';
import { ANSWER_MS } from './postgres-session.ts';

/**
 * A process has three pools: for the intake, for other queries, for the rate limit. PostgreSQL's default
 * limit is 100. PostgreSQL keeps an abandoned connection while its commit waits for a standby: the role's
 * limit bounds these (docs/deploy.md, "Several servers").
 */
const MAX_CONNECTIONS = 8;

/** Milliseconds. */
const TIMES = { connectionTimeoutMillis: 2_000, query_timeout: ANSWER_MS, idleTimeoutMillis: 30_000 };
const MIGRATION_TIMES = { connectionTimeoutMillis: 5_000, query_timeout: 610_000 };

/** A pool for others' queries, e.g. the rate limit. */
export function createPool(url: string, max: number = MAX_CONNECTIONS): pg.Pool {
  const pool = new pg.Pool({
    ...connectionOf(url),
    ...TIMES,
    max,
    // Also: a query that times out takes its connection with it, so that it is not reused.
    pipeline: true,
  });
  // Broken connections, idle or in use, are expected; without listeners they would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/** A connection for the migrations; not connected yet. */
export function createMigrationClient(url: string): pg.Client {
  const client = new pg.Client({ ...connectionOf(url), ...MIGRATION_TIMES });
  client.on('error', () => {});
  return client;
}

function connectionOf(url: string): pg.ClientConfig {
  return {
    connectionString: url,
    application_name: 'embreve',
    // Detects vanished peers on idle connections too.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // Ids and times stay far below 2^53.
    types: { getTypeParser: (oid, format) => (oid === 20 ? Number : pg.types.getTypeParser(oid, format)) },
  };
}
