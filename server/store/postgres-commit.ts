import pg from 'pg';
import type { NotStored } from './batches.ts';
import { batchStatement, type Intake, numbered, rowsOf, rowSteps } from './intake.ts';
import type { SqlValue } from './messages.ts';

/**
 * Milliseconds for one batch, from asking for a connection to its commit. A row waits for two of them at most: the one
 * before it and its own.
 */
const BATCH_MS = 3_500;
/** Known rows in one transaction: it keeps them locked. */
const MOST_KNOWN = 200;

/** Stores the rows of one batch; gives the places of those that could not be, or why none was. Never rejects. */
export type Commit = (values: SqlValue[]) => Promise<number[] | NotStored>;

type Row = SqlValue[];
type Step = { name?: string; text: string; values?: unknown[] };

export function createCommit(pool: pg.Pool, intake: Intake): Commit {
  const text = batchStatement(intake);
  const { width, known } = rowSteps(intake);
  const steps = known.map((step, i) => ({ ...step, name: `known_${i}`, text: numbered(step.sql) }));
  const keyPlace = intake.fields.findIndex(({ name }) => name === intake.key);
  // Two processes with the same addresses take turns: what one adds the other sees, and neither waits in a circle.
  const lock = `SELECT ${intake.key} AS key FROM ${intake.table} WHERE ${intake.key} = ANY($1)
    ORDER BY ${intake.key} FOR NO KEY UPDATE`;
  const keyOf = (row: Row) => String(row[keyPlace]);

  /** New rows in one statement, which is one transaction; then what is to do for the known ones in others. */
  async function store(session: Session, rows: Row[]): Promise<void> {
    const columns = intake.fields.map((_, i) => rows.map((row) => row[i] ?? null));
    const [added] = await session([{ name: 'intake', text, values: columns }]);
    const fresh = new Set(added?.rows.map(({ key }) => String(key)));
    // The first row of a key is the one that was added; a later one in the same batch is known by now.
    const repeated = rows.filter((row) => !fresh.delete(keyOf(row)));
    for (let start = 0; start < repeated.length; start += MOST_KNOWN) {
      const part = repeated.slice(start, start + MOST_KNOWN);
      const statements = renewal(part);
      const [, locked] = await session(statements).catch((error: unknown) => {
        if (!isConflict(error)) throw error;
        return session(statements);
      });
      const there = new Set(locked?.rows.map(({ key }) => String(key)));
      // Deleted in between, after it was found to be known: it is new again.
      const gone = part.filter((row) => !there.has(keyOf(row)));
      if (gone.length > 0) await store(session, gone);
    }
  }

  function renewal(rows: Row[]): Step[] {
    const renewed = rows.flatMap((row) =>
      steps
        .filter(({ onlyIf }) => row[onlyIf] !== null)
        .map(({ name, text: statement, takes }) => ({
          name,
          text: statement,
          values: takes.map((place) => row[place]),
        })),
    );
    const keys = rows.map(keyOf);
    return [{ text: 'BEGIN' }, { text: lock, values: [keys] }, ...renewed, { text: 'COMMIT' }];
  }

  /** The fault of one row must not cost the others their place: it is looked for by halves. */
  async function storeParts(session: Session, rows: Row[], first: number): Promise<number[]> {
    try {
      await store(session, rows);
      return [];
    } catch (error) {
      if (!isOfOneRow(error)) throw error;
      if (rows.length === 1) return [first];
      const half = rows.length >> 1;
      const failed = await storeParts(session, rows.slice(0, half), first);
      return [...failed, ...(await storeParts(session, rows.slice(half), first + half))];
    }
  }

  return async (values) => {
    const rows = rowsOf(values, width);
    const deadline = performance.now() + BATCH_MS;
    try {
      return await inSession(pool, deadline, (session) => storeParts(session, rows, 0));
    } catch (error) {
      // Timers are a little early at times.
      return { why: performance.now() > deadline - 10 ? 'late' : 'database', error };
    }
  };
}

/** Statements that go out together: the way to the server and back is paid once. The first that fails is thrown. */
type Session = (statements: readonly Step[]) => Promise<pg.QueryResult[]>;

/** @throws whatever the work or the server throws, or that it is later than `deadline`. */
async function inSession<T>(
  pool: pg.Pool,
  deadline: number,
  work: (session: Session) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let broken = true;
  try {
    const done = await work(async (statements) => {
      const left = deadline - performance.now();
      if (left < 1) throw new Error('The batch took too long.');
      const ends = await Promise.allSettled(
        // `query_timeout` of a single query is read by pg, though its types do not know it.
        statements.map((statement) => client.query(Object.assign({ query_timeout: left }, statement))),
      );
      return ends.map((end) => {
        if (end.status === 'rejected') throw end.reason;
        return end.value;
      });
    });
    broken = false;
    return done;
  } finally {
    // A connection on which something failed is not used again: who knows what is open on it.
    client.release(broken);
  }
}

/** Classes 22 (data) and 23 (constraint) of https://www.postgresql.org/docs/current/errcodes-appendix.html. */
function isOfOneRow(error: unknown): boolean {
  return error instanceof pg.DatabaseError && /^2[23]/.test(error.code ?? '');
}

/** Chosen by the server to end a circle of waiting (40P01): nothing is wrong with it, and now it is its turn. */
function isConflict(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '40P01';
}
