import pg from 'pg';

/**
 * A process has three pools: for the intake, for other queries, for the rate limit. PostgreSQL's default
 * limit is 100. PostgreSQL keeps an abandoned connection while its commit waits for a standby: the role's
 * limit bounds these (docs/deploy.md, "Several servers").
 */
const MAX_CONNECTIONS = 8;

/** Milliseconds. A server that does not answer must not hold requests beyond their own timeout. */
const TIMES = {
  connectionTimeoutMillis: 2_000,
  statement_timeout: 5_000,
  query_timeout: 6_000,
  idle_in_transaction_session_timeout: 10_000,
  idleTimeoutMillis: 30_000,
};

/** Milliseconds. Migrating a large table takes time, and other processes wait for it. */
const MIGRATION_TIMES = {
  connectionTimeoutMillis: 5_000,
  statement_timeout: 600_000,
  query_timeout: 610_000,
  idle_in_transaction_session_timeout: 10_000,
};

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
    // A 2xx depends on it, whatever the server's default.
    options: '-c synchronous_commit=on',
    // Detects vanished peers on idle connections too.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // Ids and times stay far below 2^53.
    types: { getTypeParser: (oid, format) => (oid === 20 ? Number : pg.types.getTypeParser(oid, format)) },
  };
}
