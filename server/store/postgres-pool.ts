import pg from 'pg';
import { hostUrls } from '#server/base/host-urls.ts';
import { clientOfHosts, closeAtOnce } from './postgres-hosts.ts';
import { ANSWER_MS } from './postgres-session.ts';

/** Milliseconds. */
const TIMES = { connectionTimeoutMillis: 2_000, idleTimeoutMillis: 30_000 };
const MIGRATION_TIMES = { connectionTimeoutMillis: 5_000, query_timeout: 610_000 };

/** `answerMs`: a query that takes longer takes its connection with it, so that it is not reused. */
export function createPool(url: string, max: number, answerMs: number = ANSWER_MS): pg.Pool {
  const pool = new pg.Pool({
    ...connectionOf(url),
    ...TIMES,
    max,
    query_timeout: answerMs,
    pipeline: true,
    Client: clientOf(url),
  });
  // Broken connections, idle or in use, are expected; without listeners they would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client: Connected) => {
    client.on('error', () => {});
    client.connection.on('errorMessage', ({ code }) => {
      if (code === READ_ONLY) closeAtOnce(client);
    });
  });
  return pool;
}

/** The primary has become a standby, or a proxy leads to one: another connection may lead to the primary. */
const READ_ONLY = '25006';
/** What pg's types leave out. */
type Connected = pg.PoolClient & {
  connection: { on(event: 'errorMessage', run: (message: { code?: string }) => void): void };
};

/** A connection for the migrations; not connected yet. */
export function createMigrationClient(url: string): pg.Client {
  const Client = clientOf(url);
  const client = new Client({ ...connectionOf(url), ...MIGRATION_TIMES });
  client.on('error', () => {});
  return client;
}

function clientOf(url: string): typeof pg.Client {
  const urls = hostUrls(url);
  return urls.length === 1 ? pg.Client : clientOfHosts(urls.map(connectionOf));
}

function connectionOf(url: string): pg.ClientConfig {
  return {
    connectionString: hostUrls(url)[0],
    application_name: 'embreve',
    // Detects vanished peers on idle connections too.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // Ids and times stay far below 2^53.
    types: { getTypeParser: (oid, format) => (oid === 20 ? Number : pg.types.getTypeParser(oid, format)) },
  };
}
