import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Ran, SqlValue } from './writer-protocol.ts';

/** `prepare` caches statements by their text. */
export type Connection = { db: DatabaseSync; prepare(sql: string): StatementSync };

const MOST_STATEMENTS = 200;

export function connectionOf(db: DatabaseSync): Connection {
  const statements = new Map<string, StatementSync>();
  function prepare(sql: string): StatementSync {
    const known = statements.get(sql);
    if (known) return known;
    if (statements.size >= MOST_STATEMENTS) statements.clear();
    const statement = db.prepare(sql);
    statements.set(sql, statement);
    return statement;
  }
  return { db, prepare };
}

/** @throws whatever SQLite throws. */
export function runOn(statement: StatementSync, values: readonly SqlValue[]): Ran {
  if (statement.columns().length === 0)
    return { rows: [], changes: Number(statement.run(...values).changes) };
  const rows = statement.all(...values).map((row) => ({ ...row }));
  return { rows, changes: rows.length };
}

/** Takes the write lock at once: a later upgrade can fail midway. */
export function inTransaction<T>(db: DatabaseSync, work: () => T): T {
  db.exec('BEGIN IMMEDIATE');
  try {
    const done = work();
    db.exec('COMMIT');
    return done;
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK');
    throw error;
  }
}
