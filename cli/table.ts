import { BYTE_ORDER_MARK, csvRecord } from './csv.ts';

export type Cell = string | null;

/** A list to be written down, made while it is read: memory stays the same however long it is. */
export type Table = {
  columns: readonly string[];
  chunks: AsyncIterable<Cell[][]>;
  /** What whoever asked should know besides. */
  remark?: string | null;
};

/** Rows read at once. Between two chunks nothing of the store is held open. */
export const CHUNK = 250;

/** All rows up to the id `last`, in the order of their ids, `CHUNK` by `CHUNK`. */
export async function* readInChunks<R extends { id: number }>(
  last: number,
  read: (after: number) => Promise<R[]>,
): AsyncGenerator<R[]> {
  for (let after = 0; after < last;) {
    const rows = await read(after);
    const end = rows.at(-1);
    if (end === undefined) return;
    yield rows;
    after = end.id;
  }
}

/** For spreadsheets: UTF-8 with a mark of it, RFC 4180, no cell that could be a formula. */
export async function* asCsv({ columns, chunks }: Table): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvRecord(columns);
  for await (const rows of chunks) yield rows.map(csvRecord).join('');
}

/** For programs: one object a line, every value as it is kept. */
export async function* asJson({ columns, chunks }: Table): AsyncGenerator<string> {
  for await (const rows of chunks) {
    yield rows
      .map(
        (row) =>
          `${JSON.stringify(Object.fromEntries(columns.map((name, place) => [name, row[place] ?? null])))}\n`,
      )
      .join('');
  }
}

/** Milliseconds since 1970 as ISO 8601 in UTC. */
export function isoTime(time: number | null): Cell {
  return time === null ? null : new Date(time).toISOString();
}
