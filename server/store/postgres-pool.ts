import pg from 'pg';
import { hostUrls } from '#server/host-urls.ts';
import { clientOfHosts, closeAtOnce } from './postgres-hosts.ts';
import { ANSWER_MS } from './postgres-session.ts';

/** Milliseconds. */
const TIMES = { connectionTimeoutMillis: 2_000, idleTimeoutMillis: 30_000 };
const MIGRATION_TIMES = { connectionTimeoutMillis: 5_000, query_timeout: 610_000 };

/** `answerMs`: a query that takes longer takes its connection with it, so that it is not reused. */
export function createPool(url: string, max: number, answerMs: number = ANSWER_MS): pg.Pool {
  const pool = new WaitingPool({
    ...connectionOf(url),
    ...TIMES,
    max,
    min: 1,
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

/** The server, the database or the role has no connection left. */
const TOO_MANY = '53300';
type Answered = Parameters<NonNullable<Parameters<pg.Pool['connect']>[0]>>;

/** Where no further connection is to be had, waits for one of its own, and asks for no more than it has. */
class WaitingPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>;
  override connect(callback: (...args: Answered) => void): void;
  override connect(callback?: (...args: Answered) => void): Promise<pg.PoolClient> | void {
    const connected = super.connect().catch((error: unknown) => {
      if ((error as pg.DatabaseError).code !== TOO_MANY || this.totalCount === 0) throw error;
      this.options.max = this.totalCount;
      return super.connect();
    });
    if (callback === undefined) return connected;
    void connected.then(
      (client) => callback(undefined, client, client.release),
      (error: Error) => callback(error, undefined, () => {}),
    );
  }
}

/**
 * A pool that has its first connection, and keeps it: where there are few, another pool cannot take them all.
 * @throws if there is none for it; then the pool is ended.
 */
export async function holdOne(pool: pg.Pool): Promise<pg.Pool> {
  try {
    (await pool.connect()).release();
    return pool;
  } catch (error) {
    void pool.end();
    throw error;
  }
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
