import pg from 'pg';

/**
 * A process has three pools: for the intake, for other queries, for the rate limit. PostgreSQL's own limit is 100. A
 * connection that was given up PostgreSQL still holds while its commit waits for a standby: what bounds these is the limit of
 * the role (docs/deploy.md, "Several servers").
 */
const MAX_CONNECTIONS = 8;

/** Milliseconds. A server that does not answer must not hold requests for longer than they may take. */
const TIMES = {
  connectionTimeoutMillis: 2_000,
  statement_timeout: 5_000,
  query_timeout: 6_000,
  idle_in_transaction_session_timeout: 10_000,
  idleTimeoutMillis: 30_000,
};

/** Milliseconds. A migration of a large table takes its time, and other processes wait for it. */
const MIGRATION_TIMES = {
  connectionTimeoutMillis: 5_000,
  statement_timeout: 600_000,
  query_timeout: 610_000,
  idle_in_transaction_session_timeout: 10_000,
};

/** The pool others may use for queries of their own, e.g. the rate limit. */
export function createPool(url: string, max: number = MAX_CONNECTIONS): pg.Pool {
  const pool = new pg.Pool({
    ...connectionOf(url),
    ...TIMES,
    max,
    // Also: a query that is not answered in time takes its connection with it, so that nobody is given it again.
    pipeline: true,
  });
  // A connection that breaks is no event, idle or taken; without listeners it would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/** A connection for the migrations; not yet connected. */
export function createMigrationClient(url: string): pg.Client {
  const client = new pg.Client({ ...connectionOf(url), ...MIGRATION_TIMES });
  client.on('error', () => {});
  return client;
}

function connectionOf(url: string): pg.ClientConfig {
  return {
    connectionString: url,
    application_name: 'embreve',
    // A 2xx stands on it, whatever the server's default.
    options: '-c synchronous_commit=on',
    // Whoever is gone without a word is noticed on idle connections too.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // Ids and times stay far below 2^53.
    types: { getTypeParser: (oid, format) => (oid === 20 ? Number : pg.types.getTypeParser(oid, format)) },
  };
}
