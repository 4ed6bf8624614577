import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CsvError, parse } from 'csv-parse';
import { LINE_END, separatorOf, textOf } from '#contract/owner/list-text.ts';
import { IMPORT_LIMITS } from '#contract/owner/people.ts';

/** `line`: where the record begins, from 1. Blank lines are left out. */
export type CsvRecord = { line: number; cells: string[] };

/** Why a file cannot be read. `line`, `column`: where it fails; the column by its heading, or its number. */
export class UnreadableList extends Error {
  override name = 'UnreadableList';
  code: 'empty' | 'no-address-column' | 'quote-open' | 'row-endless' | 'blank-lines';
  line: number;
  column: string;
  constructor(code: UnreadableList['code'], line: number = 1, column: string = '1') {
    super(code);
    this.code = code;
    this.line = line;
    this.column = column;
  }
}

const { row: LONGEST_RECORD, columns: MOST_COLUMNS, blank: MOST_BLANK } = IMPORT_LIMITS;

/** Reads CSV in any separator and encoding that list-text.ts knows. @throws UnreadableList */
export async function* readCsv(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<CsvRecord> {
  const { head, text } = await begun(textOf(bytes));
  let next = 1;
  const headings: string[] = [];
  let blank = 0;
  // Runs within the parser, which reads ahead: its error must name the line after its last record.
  function numbered({ record, raw }: Raw): Raw | null {
    const line = next;
    // The parser counts a line break within quotes twice.
    next += raw.match(LINE_END)?.length ?? 0;
    const isBlank = record.length === 1 && record[0]?.trim() === '';
    blank = isBlank ? blank + 1 : 0;
    if (blank > MOST_BLANK) throw new UnreadableList('blank-lines', next - blank);
    if (isBlank || (line === 1 && isDeclaration(record))) return null;
    if (headings.length === 0) headings.push(...record);
    return { record, raw, line };
  }
  const parser = parse({
    delimiter: separatorOf(head),
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: LONGEST_RECORD,
    // The parser does not count separators: the surplus ones become text of one more column.
    ignore_last_delimiters: MOST_COLUMNS + 1,
    raw: true,
    // With `raw` it takes and returns more than its type says.
    on_record: numbered as never,
  });
  // Errors surface from the parser.
  pipeline(Readable.from(text), parser).catch(() => {});
  try {
    for await (const { record, line } of parser as AsyncIterable<Raw>) yield { line, cells: record };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const place = error['column'] as number;
    const column = headings[place]?.trim() || String(place + 1);
    throw new UnreadableList(
      error.code === 'CSV_QUOTE_NOT_CLOSED' ? 'quote-open' : 'row-endless',
      next,
      column,
    );
  }
}

/** The result of csv-parse, with our line number. */
type Raw = { record: string[]; raw: string; line: number };

/** `head`: at least the first line, unless that is endless. */
async function begun(text: AsyncGenerator<string>) {
  let head = '';
  while (head.length < LONGEST_RECORD) {
    const { value, done } = await text.next();
    if (done) break;
    head += value;
  }
  async function* all() {
    yield head;
    yield* text;
  }
  return { head, text: all() };
}

/** A first line `sep=;` declares the separator for spreadsheets. */
function isDeclaration([name, rest, ...more]: string[]): boolean {
  return name?.toLowerCase() === 'sep=' && rest === '' && more.length === 0;
}
