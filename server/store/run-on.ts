import type { StatementSync } from 'node:sqlite';
import type { Ran, SqlValue } from './writer-protocol.ts';

/** @throws whatever SQLite throws. */
export function runOn(statement: StatementSync, values: readonly SqlValue[]): Ran {
  if (statement.columns().length === 0)
    return { rows: [], changes: Number(statement.run(...values).changes) };
  const rows = statement.all(...values).map((row) => ({ ...row }));
  return { rows, changes: rows.length };
}
