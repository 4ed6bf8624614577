import { BYTE_ORDER_MARK } from '#server/csv.ts';
import { Failed } from '../command.ts';

/** `line`: where it begins, 1 for the first. Lines without any text are left out. */
export type CsvRecord = { line: number; cells: string[] };

/** Far more than a person on a list needs: beyond it a quote was not closed. */
const LONGEST_RECORD = 64 * 1024;

/**
 * Reads RFC 4180, its cells separated by comma, semicolon or tab, whichever stands most often in the first line
 * (spreadsheets choose by country).
 * @throws Failed for a record that does not end.
 */
export async function* readCsv(text: AsyncIterable<string>): AsyncGenerator<CsvRecord> {
  let head = '';
  let reader: Reader | null = null;
  for await (const part of text) {
    if (reader !== null) yield* reader.take(part);
    else {
      head += part;
      if (!/[\r\n]/.test(head) && head.length < LONGEST_RECORD) continue;
      reader = createReader(separatorOf(head));
      yield* reader.take(withoutMark(head));
    }
  }
  if (reader === null) {
    reader = createReader(separatorOf(head));
    yield* reader.take(withoutMark(head));
  }
  yield* reader.end();
}

function withoutMark(head: string): string {
  return head.startsWith(BYTE_ORDER_MARK) ? head.slice(1) : head;
}

function separatorOf(head: string): string {
  const [line = ''] = head.split(/[\r\n]/, 1);
  const count = (sign: string) => line.split(sign).length;
  return [',', ';', '\t'].reduce((best, sign) => (count(sign) > count(best) ? sign : best));
}

function isBlank({ cells }: CsvRecord): boolean {
  return cells.length === 1 && cells[0]?.trim() === '';
}

/** `sep=;` as the first line tells spreadsheets the separator, which stands once in it. */
function isDeclaration({ line, cells: [name, rest, ...more] }: CsvRecord): boolean {
  return line === 1 && name?.toLowerCase() === 'sep=' && rest === '' && more.length === 0;
}

type Reader = { take(part: string): Generator<CsvRecord>; end(): Generator<CsvRecord> };

/** `quoted`: within quotes. `closing`: behind a quote that ends the quotes, unless another one follows. */
type Place = 'plain' | 'quoted' | 'closing';

function createReader(separator: string): Reader {
  let place: Place = 'plain';
  let cells: string[] = [];
  let cell = '';
  let line = 1;
  let begin = 1;
  let size = 0;
  let afterReturn = false;

  function endCell(): void {
    cells.push(cell);
    cell = '';
    place = 'plain';
  }

  function endRecord(): CsvRecord | null {
    endCell();
    const record = { line: begin, cells };
    cells = [];
    size = 0;
    begin = line;
    return isBlank(record) || isDeclaration(record) ? null : record;
  }

  function* take(part: string): Generator<CsvRecord> {
    for (const sign of part) {
      const secondOfTwo = afterReturn && sign === '\n';
      afterReturn = sign === '\r';
      const lineEnds = (sign === '\n' || sign === '\r') && !secondOfTwo;
      if (lineEnds) line += 1;
      if (++size > LONGEST_RECORD)
        throw new Failed(`Line ${begin}: this row does not end. Is a quote not closed?`);
      if (place === 'quoted') {
        if (sign === '"') place = 'closing';
        else cell += sign;
      } else if (sign === '"' && (place === 'closing' || cell === '')) {
        if (place === 'closing') cell += '"';
        place = 'quoted';
      } else if (sign === separator) endCell();
      else if (lineEnds) {
        const record = endRecord();
        if (record) yield record;
      } else if (secondOfTwo) begin = line;
      else cell += sign;
    }
  }

  function* end(): Generator<CsvRecord> {
    if (place === 'quoted') throw new Failed(`Line ${begin}: a quote is not closed.`);
    const record = endRecord();
    if (record) yield record;
  }

  return { take, end };
}
