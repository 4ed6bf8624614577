import pg from 'pg';
import type { StoreBatch } from './batches.ts';
import type { SubscriptionRow } from './database.ts';
import { CommitsWait } from './postgres-patience.ts';
import {
  BEGIN,
  COMMIT,
  PostgresSession,
  type SessionSource,
  type SessionStep,
  untilItsTurn,
} from './postgres-session.ts';
import { COLUMNS, RENEWALS, topicOf } from './subscription-sql.ts';

/**
 * Milliseconds for one batch, from requesting a connection to its commit. A row waits for at most two: the
 * previous batch and its own.
 */
const BATCH_MS = 3_500;
/** Known rows per transaction: it keeps them locked. */
const MOST_KNOWN = 200;

/** One array per column. */
const TEXTS = ['page', 'interest', 'book'] as const;
const NUMBERS = ['receipt_at', 'confirm_at', 'forward_at', 'book_at'] as const;
const VALUES = [...COLUMNS, ...TEXTS, ...NUMBERS] as const;
const isNumber = (name: string) => name.endsWith('_at');

/**
 * Adds all new rows of a batch with all that follows from them; returns their keys. Sorted by key, so that
 * two processes with the same addresses do not deadlock.
 */
const ADD_NEW = `WITH incoming AS (SELECT DISTINCT ON (key) * FROM unnest(
    ${VALUES.map((name, i) => `$${i + 1}::${isNumber(name) ? 'bigint' : 'text'}[]`).join(', ')}
  ) WITH ORDINALITY AS row (${VALUES.join(', ')}, place) ORDER BY key, place),
  added AS (INSERT INTO subscription (${COLUMNS.join(', ')})
    SELECT ${COLUMNS.join(', ')} FROM incoming ORDER BY key ON CONFLICT (key) DO NOTHING RETURNING id, key),
  receipts AS (INSERT INTO consent_receipt (subscription_id, event, version, language, page, at, topic)
    SELECT id, 'given', consent, language, page, receipt_at, ${topicOf('interest')} FROM added JOIN incoming USING (key)
    WHERE receipt_at IS NOT NULL ORDER BY id),
  interests AS (INSERT INTO interest (subscription_id, product, at)
    SELECT id, interest, created_at FROM added JOIN incoming USING (key) WHERE interest IS NOT NULL ORDER BY id),
  mails AS (INSERT INTO outbox (kind, subject_id, payload, due_at, created_at)
    SELECT kind, id, payload, due_at, created_at FROM added JOIN incoming USING (key),
      LATERAL (VALUES ('confirm', NULL, confirm_at), ('forward', NULL, forward_at), ('book', book, book_at))
        AS mail (kind, payload, due_at)
    WHERE due_at IS NOT NULL ORDER BY id)
  SELECT key FROM added`;

/** Serialises two processes with the same addresses, in key order, without deadlocks. */
const LOCK = 'SELECT key FROM subscription WHERE key = ANY($1) ORDER BY key FOR NO KEY UPDATE';

const RENEW = RENEWALS.map(({ when, sql }, i) => ({ when, name: `renewal_${i}`, ...numbered(sql) }));

/** Converts `:name` to PostgreSQL's parameters. */
function numbered(sql: string): { text: string; takes: (keyof SubscriptionRow)[] } {
  const takes: (keyof SubscriptionRow)[] = [];
  const text = sql.replace(/:([a-z_]+)/g, (_, name: keyof SubscriptionRow) => {
    if (!takes.includes(name)) takes.push(name);
    return `$${takes.indexOf(name) + 1}`;
  });
  return { text, takes };
}

export function createCommit(source: SessionSource): StoreBatch {
  return async (rows) => {
    const deadline = performance.now() + BATCH_MS;
    try {
      return await inTransactions(source, deadline, (run) => storeParts(run, rows, 0));
    } catch (error) {
      if (error instanceof CommitsWait) return { why: 'hanging', error };
      // Timers may fire slightly early.
      return { why: performance.now() > deadline - 10 ? 'late' : 'database', error };
    }
  };
}

/** A faulty row must not fail the others: it is found by bisection. */
async function storeParts(run: RunTransaction, rows: SubscriptionRow[], first: number): Promise<number[]> {
  try {
    await store(run, rows);
    return [];
  } catch (error) {
    if (!isOfOneRow(error)) throw error;
    if (rows.length === 1) return [first];
    const half = rows.length >> 1;
    const failed = await storeParts(run, rows.slice(0, half), first);
    return [...failed, ...(await storeParts(run, rows.slice(half), first + half))];
  }
}

/** New rows in one statement, which is one transaction; then the known ones in others. */
async function store(run: RunTransaction, rows: SubscriptionRow[]): Promise<void> {
  const values = VALUES.map((name) => columnOf(rows, name));
  const [added] = await run([{ name: 'add_new', text: ADD_NEW, values }]);
  const fresh = new Set(added?.rows.map(({ key }) => String(key)));
  // The first row of a key was added; a later one in the same batch is known by now.
  const repeated = rows.filter(({ key }) => !fresh.delete(key));
  for (let start = 0; start < repeated.length; start += MOST_KNOWN) {
    const part = repeated.slice(start, start + MOST_KNOWN);
    const [locked] = await run(renewal(part));
    const there = new Set(locked?.rows.map(({ key }) => String(key)));
    // Deleted after it was found to be known: it is new again.
    const gone = part.filter(({ key }) => !there.has(key));
    if (gone.length > 0) await store(run, gone);
  }
}

/** Null for one without any value, as most are: `unnest` fills it up, and nobody writes or reads it. */
function columnOf(rows: readonly SubscriptionRow[], name: keyof SubscriptionRow): unknown[] | null {
  return name !== 'key' && rows.every((row) => row[name] === null) ? null : rows.map((row) => row[name]);
}

function renewal(rows: SubscriptionRow[]): SessionStep[] {
  const renewed = rows.flatMap((row) =>
    RENEW.filter(({ when }) => row[when] !== null).map(({ name, text, takes }) => ({
      name,
      text,
      values: takes.map((value) => row[value]),
    })),
  );
  return [{ text: LOCK, values: [rows.map(({ key }) => key)] }, ...renewed];
}

/** Runs a transaction in a single round trip. Throws the first error. */
type RunTransaction = (statements: readonly SessionStep[]) => Promise<pg.QueryResult[]>;

/** @throws what the work or the server throws, or if it is later than `deadline`. */
async function inTransactions<T>(
  source: SessionSource,
  deadline: number,
  work: (run: RunTransaction) => Promise<T>,
): Promise<T> {
  source.patience.assertNoneWaits();
  const session = await PostgresSession.open(source);
  let isBroken = true;
  try {
    const mayName = await session.isDirect(BATCH_MS);
    const done = await work((statements) =>
      untilItsTurn(async () => {
        const left = deadline - performance.now();
        if (left < 1) throw new Error('The batch took too long.');
        const steps = mayName ? statements : statements.map((step) => ({ ...step, name: undefined }));
        return (await session.send([BEGIN, ...steps, COMMIT], left)).slice(1);
      }),
    );
    isBroken = false;
    return done;
  } finally {
    // A connection with an error is not reused: its state is unknown.
    session.release(isBroken);
  }
}

/** Classes 22 (data), 23 (constraint): https://www.postgresql.org/docs/current/errcodes-appendix.html */
function isOfOneRow(error: unknown): boolean {
  return error instanceof pg.DatabaseError && /^2[23]/.test(error.code ?? '');
}
