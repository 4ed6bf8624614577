import { BYTE_ORDER_MARK, csvRecord } from './csv.ts';

export type Cell = string | null;

/** A list to be written down, made while it is read: memory stays the same however long it is. */
export type Table = {
  columns: readonly string[];
  /** Each row may have more cells than there are columns. */
  chunks: AsyncIterable<Readonly<Record<string, Cell>>[]>;
};

/** For spreadsheets: UTF-8 with a mark of it, RFC 4180, no cell that could be a formula. */
export async function* asCsv({ columns, chunks }: Table): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvRecord(columns);
  for await (const rows of chunks)
    yield rows.map((row) => csvRecord(columns.map((name) => row[name] ?? null))).join('');
}

/** For programs: one object a line, every value as it is kept. */
export async function* asJson({ columns, chunks }: Table): AsyncGenerator<string> {
  for await (const rows of chunks) yield rows.map((row) => `${JSON.stringify(row, [...columns])}\n`).join('');
}

/** Milliseconds since 1970 as ISO 8601 in UTC. */
export function isoTime(time: number): string;
export function isoTime(time: number | null): Cell;
export function isoTime(time: number | null): Cell {
  return time === null ? null : new Date(time).toISOString();
}
