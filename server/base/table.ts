import { BYTE_ORDER_MARK, csvRecord } from './csv.ts';

/** A number is a time, in milliseconds since 1970. */
export type DataCell = string | number | null;

/** A list to export, streamed: memory stays the same however long it is. */
export type DataTable = {
  columns: readonly string[];
  /** Rows may have more cells than columns. */
  chunks: AsyncIterable<Row[]> | Iterable<Promise<Row[]>>;
};
type Row = Readonly<Record<string, DataCell>>;

/** For spreadsheets: UTF-8 with a byte order mark, RFC 4180, no cell that could be a formula. */
export async function* asCsv({ columns, chunks }: DataTable): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvRecord(columns);
  for await (const rows of chunks)
    yield rows.map((row) => csvRecord(columns.map((name) => written(row[name])))).join('');
}

/** For programs: one JSON object per line, every value as stored. */
export async function* asJson({ columns, chunks }: DataTable): AsyncGenerator<string> {
  const object = (row: Row) => Object.fromEntries(columns.map((name) => [name, written(row[name])]));
  for await (const rows of chunks) yield rows.map((row) => `${JSON.stringify(object(row))}\n`).join('');
}

function written(cell: DataCell = null): string | null {
  return typeof cell === 'number' ? new Date(cell).toISOString() : cell;
}
