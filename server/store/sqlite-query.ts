import type { DatabaseSync } from 'node:sqlite';
import {
  type DatabaseConnection,
  type Driver,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from '#kysely';
import { createMutex } from './mutex.ts';
import { runOn } from './run-on.ts';
import type { Tables } from './schema.ts';
import type { Ran, SqlValue } from './writer-protocol.ts';

/** One connection to SQLite, wherever it lives. */
export type SqliteConnection = {
  run(sql: string, values: SqlValue[]): Promise<Ran>;
  /** Resolves when the connection is ours alone. */
  take(): Promise<void>;
  release(): void;
};

/** Kysely over one connection to SQLite. */
export function queryBuilder(connection: SqliteConnection): Kysely<Tables> {
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => createDriver(connection),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  });
}

/** Kysely over a connection in this thread. */
export function queryOn(db: DatabaseSync): Kysely<Tables> {
  const mutex = createMutex();
  return queryBuilder({
    run: async (sql, values) => runOn(db.prepare(sql), values),
    take: () => new Promise((resolve) => mutex.take(resolve)),
    release: () => mutex.release(),
  });
}

function createDriver({ run, take, release }: SqliteConnection): Driver {
  const queries: DatabaseConnection = {
    async executeQuery<R>({ sql, parameters }: { sql: string; parameters: readonly unknown[] }) {
      const { rows, changes } = await run(sql, parameters.map(asValue));
      return { rows: rows as R[], numAffectedRows: BigInt(changes) };
    },
    streamQuery: () => {
      throw new Error('Long lists are read in chunks, see server/store/in-chunks.ts.');
    },
  };
  const say = (sql: string) => async () => void (await run(sql, []));
  return {
    init: async () => {},
    acquireConnection: async () => (await take(), queries),
    // At once the lock for writing: one that is asked for later can be refused in the middle.
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
  throw new TypeError(`SQLite stores no ${typeof value}`);
}
