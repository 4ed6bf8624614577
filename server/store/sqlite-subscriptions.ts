import { NEWS } from '#contract/newsletter.ts';
import { COLUMNS, RENEWALS } from './subscription-sql.ts';
import type { SubscriptionRow } from './database.ts';
import { messageOf, SQLITE, sqliteCode } from './refusal.ts';
import { type Connection, inTransaction } from './sqlite-connection.ts';
import type { SqlValue } from './writer-protocol.ts';

type Prepare = Connection['prepare'];

/**
 * Rows per statement: each statement reopens a table and its indexes, which costs as much as a row or two.
 * Few sizes, as each needs a prepared statement.
 */
const SIZES = [16, 4, 1];

const NEW_SUBSCRIPTIONS = insertion(
  `INSERT INTO subscription (${COLUMNS.join(', ')})`,
  `(${COLUMNS.map(() => '?').join(', ')})`,
  'ON CONFLICT (key) DO NOTHING RETURNING id, key',
);
const RECEIPTS = insertion(
  'INSERT INTO consent_receipt (subscription_id, event, version, language, page, at, topic)',
  `(?, 'given', ?, ?, ?, ?, ?)`,
);
const INTERESTS = insertion('INSERT INTO interest (subscription_id, product, at)', '(?, ?, ?)');
const OUTBOX = insertion(
  'INSERT INTO outbox (kind, subject_id, payload, due_at, created_at)',
  '(?, ?, ?, ?, ?)',
);

/** The SQL for each size: statements are cached by their text. */
type Insertion = ReadonlyMap<number, string>;

function insertion(into: string, tuple: string, end = ''): Insertion {
  const text = (rows: number) => `${into} VALUES ${Array(rows).fill(tuple).join(', ')} ${end}`;
  return new Map(SIZES.map((rows) => [rows, text(rows)]));
}

/** Nobody's, because addresses have an @. */
const TRIED: SubscriptionRow = {
  ...(Object.fromEntries(COLUMNS.map((name) => [name, null])) as { [C in (typeof COLUMNS)[number]]: null }),
  key: 'tried',
  address: 'tried',
  language: 'en',
  state: 'pending',
  created_at: 0,
  receipt_at: 0,
  confirm_at: 0,
  forward_at: null,
  page: '/',
  interest: null,
  book: null,
  book_at: null,
};

/** A row that could not be stored: its index, and the database's error. */
export type RowFault = { place: number; message: string };

/**
 * Runs `work` in one transaction; its `add` stores rows with all that follows from them. A faulty row must
 * not fail the others: everything is rolled back, and `work` is called again.
 * @throws any SQLite error that is not one row's.
 */
export function commitRows<T>(
  connection: Connection,
  work: (add: (rows: readonly SubscriptionRow[]) => RowFault[]) => T,
): T {
  const { db, prepare } = connection;
  try {
    return inTransaction(db, () =>
      work((rows) => {
        addSubscriptions(prepare, rows);
        return [];
      }),
    );
  } catch (error) {
    if (!isOfOneRow(error)) throw error;
    // Row by row. Rare, so it may be slow.
    return inTransaction(db, () =>
      work((rows) => rows.flatMap((row, place) => addOne(connection, row, place))),
    );
  }
}

/** Stores a row with all that follows, and takes it back. @throws what a post would meet. */
export function tryRow({ db, prepare }: Connection): void {
  db.exec('SAVEPOINT tried');
  addSubscriptions(prepare, [TRIED]);
  db.exec('ROLLBACK TO tried; RELEASE tried');
}

function addOne({ db, prepare }: Connection, row: SubscriptionRow, place: number): RowFault[] {
  db.exec('SAVEPOINT one_row');
  try {
    addSubscriptions(prepare, [row]);
    db.exec('RELEASE one_row');
    return [];
  } catch (error) {
    if (!isOfOneRow(error) || !db.isTransaction) throw error;
    db.exec('ROLLBACK TO one_row; RELEASE one_row');
    return [{ place, message: messageOf(error) }];
  }
}

/** SQLite rolls back only the statement for these; other errors concern the whole batch. */
export function isOfOneRow(error: unknown): boolean {
  const code = sqliteCode(error);
  if (code === null) return error instanceof TypeError || error instanceof RangeError;
  return code === SQLITE.constraint || code === SQLITE.mismatch || code === SQLITE.tooBig;
}

/** Stores rows in order. */
function addSubscriptions(prepare: Prepare, rows: readonly SubscriptionRow[]): void {
  for (const part of partsOf(rows)) addPart(prepare, part);
}

function partsOf<T>(all: readonly T[]): T[][] {
  const parts: T[][] = [];
  for (let start = 0, size; start < all.length; start += size) {
    const left = all.length - start;
    size = SIZES.find((one) => one <= left) ?? 1;
    parts.push(all.slice(start, start + size));
  }
  return parts;
}

function addPart(prepare: Prepare, rows: readonly SubscriptionRow[]): void {
  const ids = new Map(
    prepare(textFor(NEW_SUBSCRIPTIONS, rows))
      .all(...rows.flatMap(columnsOf))
      .map(({ id, key }) => [key, Number(id)]),
  );
  const [added, known]: [Added[], SubscriptionRow[]] = [[], []];
  for (const row of rows) {
    const id = ids.get(row.key);
    // Of two rows with one key the first is the new one.
    ids.delete(row.key);
    if (id === undefined) known.push(row);
    else added.push({ id, row });
  }
  insertAll(prepare, RECEIPTS, added.flatMap(receiptOf));
  insertAll(prepare, INTERESTS, added.flatMap(interestOf));
  insertAll(prepare, OUTBOX, added.flatMap(mailsOf));
  for (const row of known) renew(prepare, row);
}

type Added = { id: number; row: SubscriptionRow };

/** Another version of this program may have buffered rows without some of the values. */
function columnsOf(row: SubscriptionRow): SqlValue[] {
  return COLUMNS.map((name) => row[name] ?? null);
}

function receiptOf({ id, row: { consent, language, page, interest, receipt_at } }: Added): SqlValue[][] {
  const topic = interest === NEWS ? NEWS : null;
  return receipt_at == null ? [] : [[id, consent, language, page, receipt_at, topic]];
}

/** For suspects too: if the owner approves one, the interest is still known. */
function interestOf({ id, row: { interest, created_at } }: Added): SqlValue[][] {
  return interest == null ? [] : [[id, interest, created_at]];
}

function mailsOf({ id, row }: Added): SqlValue[][] {
  const mail = (kind: string, due: number | null, payload: string | null = null): SqlValue[][] =>
    due == null ? [] : [[kind, id, payload, due, row.created_at]];
  return [
    ...mail('confirm', row.confirm_at),
    ...mail('forward', row.forward_at),
    ...mail('book', row.book_at, row.book),
  ];
}

function renew(prepare: Prepare, row: SubscriptionRow): void {
  for (const { when, sql } of RENEWALS) {
    if (row[when] == null) continue;
    const statement = prepare(sql);
    // Each needs only some of the values.
    statement.setAllowUnknownNamedParameters(true);
    statement.run(row);
  }
}

function insertAll(prepare: Prepare, into: Insertion, rows: readonly SqlValue[][]): void {
  for (const part of partsOf(rows)) prepare(textFor(into, part)).run(...part.flat());
}

/** `rows`: as many as a part has. */
function textFor(into: Insertion, rows: readonly unknown[]): string {
  return into.get(rows.length) ?? '';
}
