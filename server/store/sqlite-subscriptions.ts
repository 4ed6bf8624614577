import type { StatementSync } from 'node:sqlite';
import { COLUMNS, RENEWALS } from './subscription-sql.ts';
import type { SubscriptionRow } from './database.ts';
import type { SqlValue } from './writer-protocol.ts';

/** Gives the statement of a text, made once. */
export type Prepare = (sql: string) => StatementSync;

/**
 * Rows that share one statement: a table and its indexes are opened for each anew, which costs as much as a row or two.
 * Few sizes, as each is a statement of its own.
 */
const SIZES = [16, 4, 1];

const NEW_SUBSCRIPTIONS = insertion(
  `INSERT INTO subscription (${COLUMNS.join(', ')})`,
  `(${COLUMNS.map(() => '?').join(', ')})`,
  'ON CONFLICT (key) DO NOTHING',
);
const RECEIPTS = insertion(
  'INSERT INTO consent_receipt (subscription_id, event, version, language, page, at)',
  `(?, 'given', ?, ?, ?, ?)`,
);
const INTERESTS = insertion('INSERT INTO interest (subscription_id, product, at)', '(?, ?, ?)');
const OUTBOX = insertion(
  'INSERT INTO outbox (kind, subject, payload, due_at, created_at)',
  '(?, ?, ?, ?, ?)',
);

/** The text for each size: statements are kept by their text. */
type Insertion = ReadonlyMap<number, string>;

function insertion(into: string, tuple: string, end = ''): Insertion {
  const text = (rows: number) => `${into} VALUES ${Array(rows).fill(tuple).join(', ')} ${end}`;
  return new Map(SIZES.map((rows) => [rows, text(rows)]));
}

/** Stores rows with all that follows from them, in order; throws what SQLite throws. */
export function addSubscriptions(prepare: Prepare, rows: readonly SubscriptionRow[]): void {
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
  const before = Number(prepare('SELECT max(id) AS id FROM subscription').get()?.id ?? 0);
  const { changes, lastInsertRowid } = insert(prepare, NEW_SUBSCRIPTIONS, rows.map(columnsOf));
  // Ids are given one after the other, but a row that is known leaves a gap.
  const ids =
    Number(changes) === rows.length
      ? rows.map((_, i) => Number(lastInsertRowid) - rows.length + 1 + i)
      : idsOf(rows, prepare('SELECT id, key FROM subscription WHERE id > ? ORDER BY id').all(before));
  const added = rows.flatMap((row, i) => (ids[i] == null ? [] : [{ id: ids[i], row }]));
  insertAll(prepare, RECEIPTS, added.flatMap(receiptOf));
  insertAll(prepare, INTERESTS, added.flatMap(interestOf));
  insertAll(prepare, OUTBOX, added.flatMap(mailsOf));
  for (const [i, row] of rows.entries()) if (ids[i] == null) renew(prepare, row);
}

/** `added`: the new rows, in the order of their ids. Null for a known address. */
function idsOf(
  rows: readonly SubscriptionRow[],
  added: readonly Record<string, unknown>[],
): (number | null)[] {
  let next = 0;
  // Of two rows with one key the first is the new one.
  return rows.map(({ key }) => (added[next]?.key === key ? Number(added[next++]?.id) : null));
}

type Added = { id: number; row: SubscriptionRow };

/** Another version of this program may have left rows that wait without some of the values. */
function columnsOf(row: SubscriptionRow): SqlValue[] {
  return COLUMNS.map((name) => row[name] ?? null);
}

function receiptOf({ id, row: { consent, language, page, receipt_at } }: Added): SqlValue[][] {
  return receipt_at == null ? [] : [[id, consent, language, page, receipt_at]];
}

/** Also of a suspect: should the owner let it in, it is still known what it was about. */
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
    // Each needs some of the values only.
    statement.setAllowUnknownNamedParameters(true);
    statement.run(row);
  }
}

function insertAll(prepare: Prepare, into: Insertion, rows: readonly SqlValue[][]): void {
  for (const part of partsOf(rows)) insert(prepare, into, part);
}

/** As many rows as a part has. */
function insert(prepare: Prepare, into: Insertion, rows: readonly SqlValue[][]) {
  return prepare(into.get(rows.length) ?? '').run(...rows.flat());
}
