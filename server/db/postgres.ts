import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { createBatches, drain, enqueue, settle } from './batches.ts';
import type { Database, Readiness } from './database.ts';
import { batchStatement, type Intake, numbered, rowSteps } from './intake.ts';
import type { SqlValue, Statement } from './messages.ts';
import { preparePostgres } from './postgres-schema.ts';
import { RefusedError } from './refusal.ts';
import type { Tables } from './schema.ts';
import type { OpenedDatabase } from './sqlite.ts';

/** Rows that may wait for their transaction. */
const MAX_WAITING = 8192;
/** One statement fits this many rows with room to spare; more wait for the next. */
const MAX_CONNECTIONS = 8;

/** Milliseconds. A server that does not answer must not hold requests for longer than they may take. */
const TIMES = {
  connectionTimeoutMillis: 2_000,
  statement_timeout: 5_000,
  query_timeout: 6_000,
  idle_in_transaction_session_timeout: 10_000,
  idleTimeoutMillis: 30_000,
};

export type PostgresOptions = { url: string; intake: Intake; setup: Statement[] };

/** Opens the store in PostgreSQL, or says why not. Any number of processes may share it. */
export async function openPostgres({ url, intake, setup }: PostgresOptions): Promise<OpenedDatabase> {
  const pool = createPool(url);
  try {
    await preparePostgres(pool, setup);
  } catch (error) {
    await pool.end();
    return { ok: false, refusal: refusalOf(error, url) };
  }
  return { ok: true, database: startDatabase(pool, intake) };
}

/** The pool others may use for queries of their own, e.g. the rate limit. */
export function createPool(url: string): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: MAX_CONNECTIONS,
    application_name: 'embreve',
    // A 2xx stands on it, whatever the server's default.
    options: '-c synchronous_commit=on',
    // Ids and times stay far below 2^53.
    types: { getTypeParser: (oid, format) => (oid === 20 ? Number : pg.types.getTypeParser(oid, format)) },
    ...TIMES,
  });
  // An idle connection that breaks is no event; without a listener it would end the process.
  pool.on('error', () => {});
  return pool;
}

function startDatabase(pool: pg.Pool, intake: Intake): Database {
  const query = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  const commit = createCommit(pool, intake);
  const batches = createBatches(
    (values) => void commit(values).then((failed) => settle(batches, failed)),
    MAX_WAITING,
  );
  let closing: Promise<void> | null = null;

  async function readiness(): Promise<Readiness> {
    if (closing) return { ready: false, failure: { code: 'closed', message: 'The store is closing.' } };
    try {
      const { rows } = await pool.query<{ standby: boolean }>('SELECT pg_is_in_recovery() AS standby');
      if (rows[0]?.standby === false) return { ready: true };
      return { ready: false, failure: { code: 'not-writable', message: 'PostgreSQL is a standby here.' } };
    } catch (error) {
      return { ready: false, failure: { code: 'unreachable', message: messageOf(error) } };
    }
  }

  async function stop(): Promise<void> {
    await drain(batches);
    await pool.end();
  }

  return {
    kind: 'postgres',
    query,
    add: (values) => enqueue(batches, values),
    readiness,
    close: () => (closing ??= stop()),
  };
}

type Commit = (values: SqlValue[]) => Promise<number[] | 'all'>;

/** Stores the rows of one batch; gives the places of those that could not be. Never rejects. */
function createCommit(pool: pg.Pool, intake: Intake): Commit {
  const text = batchStatement(intake);
  const { width, known } = rowSteps(intake);
  const steps = known.map(({ sql, takes }) => ({ text: numbered(sql), takes }));
  const keyPlace = intake.fields.findIndex(({ name }) => name === intake.key);

  /** New rows in one statement, which is one transaction; then what is to do for the known ones in another. */
  async function store(rows: SqlValue[][]): Promise<void> {
    const columns = intake.fields.map((_, i) => rows.map((row) => row[i] ?? null));
    const added = await pool.query<{ key: string }>({ name: 'intake', text, values: columns });
    const fresh = new Set(added.rows.map(({ key }) => key));
    // The first row of a key is the one that was added; a later one in the same batch is known by now.
    const repeated = rows.filter((row) => !fresh.delete(String(row[keyPlace])));
    if (repeated.length > 0) await inTransaction(pool, (client) => renew(client, repeated));
  }

  async function renew(client: pg.PoolClient, rows: SqlValue[][]): Promise<void> {
    for (const row of rows) {
      for (const { text: statement, takes } of steps) {
        await client.query(
          statement,
          takes.map((place) => row[place as number]),
        );
      }
    }
  }

  async function storeEach(rows: SqlValue[][]): Promise<number[]> {
    const failed: number[] = [];
    for (const [place, row] of rows.entries()) await store([row]).catch(() => failed.push(place));
    return failed;
  }

  return async (values) => {
    const rows: SqlValue[][] = [];
    for (let start = 0; start < values.length; start += width) rows.push(values.slice(start, start + width));
    try {
      await store(rows);
      return [];
    } catch (error) {
      // The fault of one row must not cost the others their place.
      return isOfOneRow(error) ? storeEach(rows) : 'all';
    }
  };
}

/** @throws whatever the work or the server throws; nothing of it is stored then. */
async function inTransaction(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<void>): Promise<void> {
  const client = await pool.connect();
  let broken = true;
  try {
    await client.query('BEGIN');
    await work(client);
    await client.query('COMMIT');
    broken = false;
  } finally {
    // A connection on which something failed is not used again: who knows what is open on it.
    client.release(broken);
  }
}

/** Classes 22 (data) and 23 (constraint) of https://www.postgresql.org/docs/current/errcodes-appendix.html. */
function isOfOneRow(error: unknown): boolean {
  return error instanceof pg.DatabaseError && /^2[23]/.test(error.code ?? '');
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
