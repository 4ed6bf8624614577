import { BYTE_ORDER_MARK, csvRecord } from './csv.ts';

/** A number is a time, in milliseconds since 1970. */
export type Cell = string | number | null;

/** A list to be written down, made while it is read: memory stays the same however long it is. */
export type Table = {
  columns: readonly string[];
  /** Each row may have more cells than there are columns. */
  chunks: AsyncIterable<Row[]> | Iterable<Promise<Row[]>>;
};
type Row = Readonly<Record<string, Cell>>;

/** For spreadsheets: UTF-8 with a mark of it, RFC 4180, no cell that could be a formula. */
export async function* asCsv({ columns, chunks }: Table): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvRecord(columns);
  for await (const rows of chunks)
    yield rows.map((row) => csvRecord(columns.map((name) => written(row[name])))).join('');
}

/** For programs: one object a line, every value as it is kept. */
export async function* asJson({ columns, chunks }: Table): AsyncGenerator<string> {
  const object = (row: Row) => Object.fromEntries(columns.map((name) => [name, written(row[name])]));
  for await (const rows of chunks) yield rows.map((row) => `${JSON.stringify(object(row))}\n`).join('');
}

function written(cell: Cell = null): string | null {
  return typeof cell === 'number' ? new Date(cell).toISOString() : cell;
}
