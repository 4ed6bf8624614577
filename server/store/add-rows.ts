import type { StatementSync } from 'node:sqlite';
import type { Insertion, RowSteps } from './intake.ts';
import type { SqlValue } from './messages.ts';

/** A row of the intake; `id` once it is stored as a new one. */
type Row = { values: readonly SqlValue[]; id: number | null };

/** Gives the statement of a text, made once. */
export type Prepare = (sql: string) => StatementSync;

/**
 * Rows that share one statement: a table and its indexes are opened for each anew, which costs as much as a row or two.
 * Few sizes, as each is a statement of its own.
 */
const SIZES = [16, 4];

/** Stores rows of the intake with all that follows from them, in order; throws what SQLite throws. */
export function addRows(prepare: Prepare, rows: readonly (readonly SqlValue[])[], steps: RowSteps): void {
  for (const part of partsOf(rows)) {
    addPart(
      prepare,
      part.map((values) => ({ values, id: null })),
      steps,
    );
  }
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

function addPart(prepare: Prepare, rows: readonly Row[], steps: RowSteps): void {
  const before = Number(prepare(steps.lastId).get()?.id ?? 0);
  const { changes, lastInsertRowid } = insert(prepare, steps.insert, rows);
  // Ids are given one after the other, but a row that is known leaves a gap.
  if (Number(changes) === rows.length)
    for (const [i, row] of rows.entries()) row.id = Number(lastInsertRowid) - rows.length + 1 + i;
  else setIds(rows, prepare(steps.newRows).all(before), steps.keyPlace);
  for (const one of steps.following) follow(prepare, one, rows);
  for (const { id, values } of rows) if (id === null) repeat(prepare, values, steps);
}

/** `added`: what is new, in the order of its ids. */
function setIds(rows: readonly Row[], added: readonly Record<string, unknown>[], keyPlace: number): void {
  let next = 0;
  // Of two rows with one key the first is the new one.
  for (const row of rows) if (added[next]?.key === row.values[keyPlace]) row.id = Number(added[next++]?.id);
}

function follow(prepare: Prepare, insertion: Insertion, rows: readonly Row[]): void {
  const { onlyIf } = insertion;
  const wanted = rows.filter(({ id, values }) => id !== null && (onlyIf === null || values[onlyIf] !== null));
  for (const part of partsOf(wanted)) insert(prepare, insertion, part);
}

function repeat(prepare: Prepare, values: readonly SqlValue[], { known }: RowSteps): void {
  for (const { sql, takes, onlyIf } of known)
    if (values[onlyIf] !== null) prepare(sql).run(...takes.map((place) => values[place] as SqlValue));
}

function insert(prepare: Prepare, { sql, takes }: Insertion, rows: readonly Row[]) {
  const all: SqlValue[] = [];
  for (const { id, values } of rows)
    for (const place of takes) all.push(place === 'id' ? id : (values[place] as SqlValue));
  return prepare(sql(rows.length)).run(...all);
}
