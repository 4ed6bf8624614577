import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { SQLITE, sqliteCode } from './refusal.ts';
import { addSubscriptions, type Prepare } from './sqlite-subscriptions.ts';
import type { SubscriptionRow } from './database.ts';

export type Connection = { db: DatabaseSync; prepare: Prepare };

const MOST_STATEMENTS = 200;

/** Each text is prepared once; they come from the program alone, so there are few. */
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

/** A row that could not be stored: its place among the others, and what the database said. */
export type Fault = { place: number; message: string };

/**
 * Stores in one transaction the rows that `take` gives, with all that follows from them and what `after` does. The fault
 * of one row does not cost the others their place. Both may be called a second time, after all was taken back.
 * @throws whatever SQLite throws that is not the fault of one row.
 */
export function commitRows(
  connection: Connection,
  take: () => readonly SubscriptionRow[],
  after: (faults: Fault[]) => void,
): Fault[] {
  const { db, prepare } = connection;
  try {
    return transaction(db, () => {
      addSubscriptions(prepare, take());
      after([]);
      return [];
    });
  } catch (error) {
    if (!isOfOneRow(error)) throw error;
    // Once more, row by row. Rare, so it may be slow.
    return transaction(db, () => {
      const faults = addSeparately(connection, take());
      after(faults);
      return faults;
    });
  }
}

/** At once the lock for writing: one that is asked for later can be refused in the middle. */
function transaction<T>(db: DatabaseSync, work: () => T): T {
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

function addSeparately(connection: Connection, rows: readonly SubscriptionRow[]): Fault[] {
  const faults: Fault[] = [];
  for (const [place, row] of rows.entries()) {
    const message = addOne(connection, row);
    if (message !== null) faults.push({ place, message });
  }
  return faults;
}

/** Null when it is stored, else what is wrong with it. */
function addOne({ db, prepare }: Connection, row: SubscriptionRow): string | null {
  db.exec('SAVEPOINT one_row');
  try {
    addSubscriptions(prepare, [row]);
    db.exec('RELEASE one_row');
    return null;
  } catch (error) {
    if (!isOfOneRow(error) || !db.isTransaction) throw error;
    db.exec('ROLLBACK TO one_row; RELEASE one_row');
    return error instanceof Error ? error.message : String(error);
  }
}

/** SQLite takes back one statement and keeps the transaction for these; other errors concern the whole batch. */
export function isOfOneRow(error: unknown): boolean {
  const code = sqliteCode(error);
  if (code === null) return error instanceof TypeError || error instanceof RangeError;
  return code === SQLITE.constraint || code === SQLITE.mismatch || code === SQLITE.tooBig;
}
