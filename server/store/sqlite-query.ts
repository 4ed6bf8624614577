import type { DatabaseSync } from 'node:sqlite';
import {
  type DatabaseConnection,
  type Driver,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from '#kysely';
import type { Tables } from './schema.ts';
import { runOn } from './sqlite-connection.ts';
import type { Ran, SqlValue, Statement } from './writer-protocol.ts';

/** Guards the single connection. A batch or a transaction holds it from first to last statement. */
type Mutex = {
  /** Resolves when the connection is free, in order of the calls. */
  take(): Promise<void>;
  /** Passes the connection on. */
  release(): void;
};

export function createMutex(): Mutex {
  const waiting: (() => void)[] = [];
  let isTaken = false;
  return {
    async take() {
      if (isTaken) await new Promise<void>((resolve) => waiting.push(resolve));
      isTaken = true;
    },
    release() {
      const next = waiting.shift();
      if (next) next();
      else isTaken = false;
    },
  };
}

/** A connection to SQLite, in any thread. */
type SqliteConnection = Mutex & { run(statement: Statement): Promise<Ran> };

/** Kysely on one connection to SQLite. */
export function sqliteQueries(connection: SqliteConnection): Kysely<Tables> {
  return builderOf(createDriver(connection), new SqliteAdapter());
}

/** Kysely on a read-only connection: queries do not wait for each other, and there are no transactions. */
export function readingBuilder(run: SqliteConnection['run']): Kysely<Tables> {
  const driver = createDriver({ run, take: async () => {}, release: () => {} });
  const beginTransaction = () => Promise.reject(new Error('A transaction needs a connection that writes.'));
  return builderOf({ ...driver, beginTransaction }, new ReadingAdapter());
}

class ReadingAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

function builderOf(driver: Driver, adapter: SqliteAdapter): Kysely<Tables> {
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => adapter,
      createDriver: () => driver,
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  });
}

/** Kysely on a connection in this thread. */
export function queryOn(db: DatabaseSync): Kysely<Tables> {
  return sqliteQueries({ ...createMutex(), run: async ({ sql, values }) => runOn(db.prepare(sql), values) });
}

function createDriver({ run, take, release }: SqliteConnection): Driver {
  const queries: DatabaseConnection = {
    async executeQuery<R>({ sql, parameters }: { sql: string; parameters: readonly unknown[] }) {
      const { rows, changes } = await run({ sql, values: parameters.map(asValue) });
      return { rows: rows as R[], numAffectedRows: BigInt(changes) };
    },
    streamQuery: () => {
      throw new Error('Long lists are read in chunks, see server/store/in-chunks.ts.');
    },
  };
  const say = (sql: string) => async () => void (await run({ sql, values: [] }));
  return {
    init: async () => {},
    acquireConnection: async () => (await take(), queries),
    // Takes the write lock at once: a later upgrade can fail midway.
    beginTransaction: say('BEGIN IMMEDIATE'),
    commitTransaction: say('COMMIT'),
    rollbackTransaction: say('ROLLBACK'),
    releaseConnection: async () => release(),
    destroy: async () => {},
  };
}

function asValue(value: unknown): SqlValue {
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (value === null || typeof value === 'string' || typeof value === 'number') return value;
  if (value instanceof Uint8Array) return value;
  throw new TypeError(`SQLite stores no ${typeof value}`);
}
