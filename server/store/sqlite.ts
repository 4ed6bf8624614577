import { CompiledQuery } from '#kysely';
import type { Database, Fatal } from './database.ts';
import { databaseFile, EMPTY_LOG, type Synchronous } from './open.ts';
import { createReader } from './reader.ts';
import { RefusedError } from './refusal.ts';
import { type GroupCommit, openGroupCommit } from './sqlite-commits.ts';
import { queryBuilder } from './sqlite-query.ts';

export type SqliteOptions = {
  dataDir: string;
  /** Called at most once, when this process can store no more: log it and exit with an error. */
  onFatal(fatal: Fatal): void;
  /** A row that was accepted could not be stored in its tables, and is kept aside: log it. */
  onSetAside(fault: string): void;
};

/** Opens the embedded store in `dataDir`. `synchronous` is weakened only to prove the tests. @throws RefusedError */
export async function openSqlite(
  options: SqliteOptions,
  synchronous: Synchronous = 'FULL',
): Promise<Database> {
  const opened = await openGroupCommit({ ...options, synchronous });
  if (!opened.ok) throw new RefusedError(opened.refusal.code, opened.refusal.message);
  const { commits } = opened;
  const write = queryBuilder({
    run: (sql, values) => commits.run({ sql, values }),
    take: () => new Promise((resolve) => commits.mutex.take(resolve)),
    release: () => commits.mutex.release(),
  });
  const { add, readiness, close } = commits satisfies GroupCommit;
  async function emptyLog(): Promise<boolean> {
    const { rows } = await write.executeQuery<{ busy: number }>(CompiledQuery.raw(EMPTY_LOG));
    return rows[0]?.busy === 0;
  }
  const reader = createReader(databaseFile(options.dataDir), commits.settled);
  // The writer last, who puts the log into the store.
  const closeBoth = () => close(reader.close());
  return {
    kind: 'sqlite',
    write,
    read: reader.query,
    add,
    emptyLog,
    readiness,
    close: closeBoth,
  };
}
