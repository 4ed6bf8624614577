import type { DatabaseSync, StatementSync } from 'node:sqlite';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from '#kysely';
import type { Database, Fatal } from './database.ts';
import { createMutex } from './mutex.ts';
import type { Synchronous } from './open.ts';
import type { Refusal } from './refusal.ts';
import type { Tables } from './schema.ts';
import { EMPTY_LOG } from './empty-log.ts';
import { type GroupCommit, openGroupCommit } from './sqlite-commits.ts';
import type { Ran, SqlValue } from './writer-protocol.ts';

export type SqliteOptions = {
  dataDir: string;
  /** Called at most once, when this process can store no more: log it and exit with an error. */
  onFatal(fatal: Fatal): void;
  /** A row that was accepted could not be stored in its tables, and is kept aside: log it. */
  onSetAside(fault: string): void;
};

export type OpenedDatabase = { ok: true; database: Database } | { ok: false; refusal: Refusal };

/** Opens the embedded store in `dataDir`, or says why not. `synchronous` is weakened only to prove the tests. */
export async function openSqlite(
  options: SqliteOptions,
  synchronous: Synchronous = 'FULL',
): Promise<OpenedDatabase> {
  const opened = await openGroupCommit({ ...options, synchronous });
  if (!opened.ok) return opened;
  const { commits } = opened;
  const query = queryBuilder({
    run: (sql, values) => commits.run({ sql, values }),
    take: () => new Promise((resolve) => commits.mutex.take(resolve)),
    release: () => commits.mutex.release(),
  });
  const { add, readiness, close } = commits satisfies GroupCommit;
  async function emptyLog(): Promise<boolean> {
    const { rows } = await query.executeQuery<{ busy: number }>(CompiledQuery.raw(EMPTY_LOG));
    return rows[0]?.busy === 0;
  }
  return { ok: true, database: { kind: 'sqlite', query, add, emptyLog, readiness, close } };
}

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

/** @throws whatever SQLite throws. */
export function runOn(statement: StatementSync, values: readonly SqlValue[]): Ran {
  if (statement.columns().length === 0)
    return { rows: [], changes: Number(statement.run(...values).changes) };
  const rows = statement.all(...values).map((row) => ({ ...row }));
  return { rows, changes: rows.length };
}

function createDriver({ run, take, release }: SqliteConnection): Driver {
  const queries: DatabaseConnection = {
    async executeQuery<R>({ sql, parameters }: { sql: string; parameters: readonly unknown[] }) {
      const { rows, changes } = await run(sql, parameters.map(asValue));
      return { rows: rows as R[], numAffectedRows: BigInt(changes) };
    },
    streamQuery: () => {
      throw new Error('Long lists are read in chunks, see server/store/chunks.ts.');
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
