import { LINE_END, separatorOf } from '#contract/owner/list-text.ts';

/** Consecutive rows of a list, unchanged. `line`: line number of the first one in the file. */
export type CsvPart = { text: string; line: number; rows: number };

/** Why a file is not a list. `line`, `column`: place of the error; the column by heading or number. */
export class Unreadable extends Error {
  override name = 'Unreadable';
  readonly code: 'notText' | 'empty' | 'endless' | 'blank';
  readonly line: number;
  readonly column: string;
  constructor(code: Unreadable['code'], line: number, column: string = '1') {
    super(code);
    this.code = code;
    this.line = line;
    this.column = column;
  }
}

export type CsvLimits = { part: number; rows: number; row: number; blank: number };

/** The header line, and the rows in parts. */
export type CsvList = { head: string; parts: AsyncGenerator<CsvPart> };

/**
 * Splits a list between rows: a line end within quotes does not end a row. The server parses the rows.
 * @throws Unreadable, also while `parts` is read
 */
export async function readList(text: AsyncIterable<string>, limits: CsvLimits): Promise<CsvList> {
  const rows = rowsOf(text, limits);
  let head = '';
  for (;;) {
    const { value, done } = await rows.next();
    if (done) throw new Unreadable('empty', 1);
    // `sep=;` is the separator for spreadsheets; the header follows.
    const isDeclaration = DECLARATION.test(value.text);
    head += isDeclaration ? `${value.text}\n` : value.text;
    if (!isDeclaration && value.text.trim() !== '') return { head, parts: partsOf(rows, limits) };
  }
}

type Row = { text: string; line: number };

const DECLARATION = /^\uFEFF?sep=.$/i;

async function* partsOf(rows: AsyncGenerator<Row>, limits: CsvLimits): AsyncGenerator<CsvPart> {
  let part: CsvPart | null = null;
  for await (const { text, line } of rows) {
    part ??= { text: '', line, rows: 0 };
    part.text += `${text}\n`;
    part.rows += 1;
    if (part.rows < limits.rows && part.text.length < limits.part) continue;
    yield part;
    part = null;
  }
  if (part !== null) yield part;
}

async function* rowsOf(text: AsyncIterable<string>, limits: CsvLimits): AsyncGenerator<Row> {
  let rest = '';
  let line = 1;
  let quotes: Quotes | null = null;
  let headings: string[] | null = null;
  let blank = 0;
  const cut = (end: number, next: number): Row => {
    const row = { text: rest.slice(0, end), line };
    line += (row.text.match(LINE_END)?.length ?? 0) + 1;
    rest = rest.slice(next);
    blank = row.text.trim() === '' ? blank + 1 : 0;
    if (blank > limits.blank) throw new Unreadable('blank', line - blank);
    if (blank === 0 && !DECLARATION.test(row.text)) headings ??= quotes?.cells(row.text) ?? null;
    return row;
  };
  for await (const piece of text) {
    if (piece.includes('\0')) throw new Unreadable('notText', line);
    rest += piece;
    if (/[\r\n]/.test(rest)) quotes ??= quotesIn(rest);
    for (;;) {
      const end = quotes?.end(rest) ?? null;
      if (end === null) break;
      yield cut(end, rest.startsWith('\r\n', end) ? end + 2 : end + 1);
    }
    if (rest.length > limits.row) {
      const place = quotes?.place() ?? 0;
      throw new Unreadable('endless', line, headings?.[place] || String(place + 1));
    }
  }
  // The last line needs no line end. A final carriage return may have waited for a line feed.
  if (rest.endsWith('\r')) yield cut(rest.length - 1, rest.length);
  if (rest !== '') yield cut(rest.length, rest.length);
}

/** `end`: finds the end of a row, and resumes when more text arrives. `place`: index of its current cell. */
type Quotes = {
  end: (text: string) => number | null;
  place: () => number;
  cells: (row: string) => string[];
};

function quotesIn(begin: string): Quotes {
  const separator = separatorOf(begin);
  let at = 0;
  let isQuoted = false;
  let closedAt = -1;
  /** A quote opens only at the start of a cell. */
  let isBegin = true;
  let place = 0;
  return {
    place: () => place,
    cells(row) {
      const cell = new RegExp(`[${separator}]("(?:[^"]|"")*"|[^${separator}]*)`, 'g');
      return [...(separator + row.replace(/^\uFEFF/, '')).matchAll(cell)].map(([, text = '']) =>
        text.replaceAll(/^"|"$/g, '').replaceAll('""', '"').trim(),
      );
    },
    end(text) {
      for (; at < text.length; at++) {
        const sign = text[at];
        if (isQuoted) {
          if (sign !== '"') continue;
          isQuoted = false;
          closedAt = at;
        } else if (sign === '"') {
          // A doubled quote closes the text and reopens it at once.
          isQuoted = isBegin || closedAt === at - 1;
          isBegin = false;
        } else if (sign === '\n' || sign === '\r') {
          if (sign === '\r' && at + 1 === text.length) return null;
          const end = at;
          at = 0;
          closedAt = -1;
          isBegin = true;
          place = 0;
          return end;
        } else {
          isBegin = sign === separator;
          if (isBegin) place++;
        }
      }
      return null;
    },
  };
}

export async function* bytesOf(file: Blob): AsyncGenerator<Uint8Array> {
  const reader = file.stream().getReader();
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    yield value;
  }
}
