import { textOf } from '#contract/owner/list-text.ts';
import {
  type ColumnAnswer,
  type ConsentAnswers,
  IMPORT_LIMITS,
  type ImportedPart,
  type ImportFate,
  type ImportLine,
  type ImportPart,
  type ListShape,
  MOST_ANSWERS,
  type ImportConsent,
} from '#contract/owner/people.ts';
import { bytesOf, type CsvPart, readList } from './rows.ts';

const FIRST_LINES = 6;

/** The outcome of the rows so far; in a dry run the expected outcome. */
export type ImportTally = {
  /** Parts that are finished. */
  parts: number;
  rows: number;
  counts: Record<ImportFate, number>;
  first: ImportLine[];
  /** Rows left out, with the reasons. */
  leftOut: ImportLine[];
  unread: string[];
  unclear: { language: number; time: number };
  columns: ConsentAnswers[];
  lastMail: number | null;
  /** How the list is read, and its import: null before the first part, in a dry run no import. */
  shape: ListShape | null;
  run: number | null;
};

const NOTHING: ImportTally = {
  parts: 0,
  rows: 0,
  counts: { added: 0, confirmed: 0, joined: 0, known: 0, left: 0, erased: 0, suspect: 0, refused: 0 },
  first: [],
  leftOut: [],
  unread: [],
  unclear: { language: 0, time: 0 },
  columns: [],
  lastMail: null,
  shape: null,
  run: null,
};

/** The server has rejected the file as not a list. */
export class NoList extends Error {
  override name = 'NoList';
  readonly code: Exclude<ImportedPart, { ok: true }>['code'];
  readonly line: number;
  readonly column: string;
  /** The header line. */
  readonly head: string;
  constructor({ code, line, column }: Exclude<ImportedPart, { ok: true }>, head: string) {
    super(code);
    this.code = code;
    this.line = line;
    this.column = column;
    this.head = head;
  }
}

type Options = {
  file: Blob;
  consent: ImportConsent;
  answers: ColumnAnswer[];
  dry: boolean;
  signal: AbortSignal;
  /** Where an earlier run stopped. */
  from?: ImportTally;
  send: (part: ImportPart, signal: AbortSignal) => Promise<ImportedPart>;
  onTally: (tally: ImportTally) => void;
};

/**
 * Sends a list in parts, each stored as a whole or not. Calls `onTally` after each, for a later resume.
 * @throws Unreadable, NoList, and whatever `send` throws
 */
export async function sendList({ file, signal, from = NOTHING, send, onTally, ...about }: Options) {
  const { head, parts } = await readList(textOf(bytesOf(file)), IMPORT_LIMITS);
  const seen = new Set<string>();
  let tally = from;
  let place = 0;
  for await (const { text, line } of orOneEmpty(parts)) {
    place += 1;
    if (place <= from.parts) continue;
    signal.throwIfAborted();
    const { shape, run } = tally;
    const done = await send({ head, text, line, ...about, shape, run }, signal);
    if (!done.ok) throw new NoList(done, head);
    tally = added(tally, done, about.dry ? seen : null);
    onTally(tally);
  }
  return tally;
}

/** A list of one row that names no columns has no parts. */
async function* orOneEmpty(parts: AsyncIterable<CsvPart>): AsyncGenerator<Pick<CsvPart, 'text' | 'line'>> {
  let any = false;
  for await (const part of parts) {
    any = true;
    yield part;
  }
  if (!any) yield { text: '', line: 2 };
}

function added(
  before: ImportTally,
  { counts, lines, unread, unclear, columns, lastMail, shape, run }: Extract<ImportedPart, { ok: true }>,
  seen: Set<string> | null,
): ImportTally {
  const sums = { ...before.counts };
  const all = columns.reduce(withColumn, before.columns);
  for (const fate of Object.keys(sums) as ImportFate[]) sums[fate] += counts[fate];
  // The server sees one part at a time: in a dry run it does not know people of earlier parts.
  const told = seen === null ? lines : lines.map((line) => repeated(line, seen, sums));
  return {
    parts: before.parts + 1,
    rows: before.rows + lines.length,
    counts: sums,
    first: [...before.first, ...told].slice(0, FIRST_LINES),
    leftOut: [...before.leftOut, ...told.filter(({ fate }) => LEFT_OUT.includes(fate))],
    // A later part may give a column without a heading words of consent, or any at all.
    unread: [...new Set([...before.unread, ...unread])].filter(
      (name) => !all.some(({ heading, isOpen }) => isOpen && heading === name),
    ),
    unclear: {
      language: before.unclear.language + unclear.language,
      time: before.unclear.time + unclear.time,
    },
    columns: all,
    lastMail: lastMail ?? before.lastMail,
    shape,
    run,
  };
}

/** Adds the answers of another part. */
function withColumn(columns: ConsentAnswers[], more: ConsentAnswers): ConsentAnswers[] {
  const known = columns.find(({ place }) => place === more.place);
  if (known === undefined) return [...columns, more];
  const answers = new Map(known.answers.map((one) => [one.answer, one]));
  let others = known.others + more.others;
  for (const one of more.answers) {
    const before = answers.get(one.answer);
    if (before === undefined && answers.size >= MOST_ANSWERS) others += one.n;
    else answers.set(one.answer, { ...one, ...before, n: one.n + (before?.n ?? 0) });
  }
  const isOpen = known.isOpen || more.isOpen;
  const column = { ...known, isOpen, others, answers: [...answers.values()] };
  return columns.map((one) => (one === known ? column : one));
}

const COMES: ImportFate[] = ['added', 'confirmed', 'joined'];
const LEFT_OUT: ImportFate[] = ['left', 'erased', 'suspect', 'refused'];

function repeated(line: ImportLine, seen: Set<string>, sums: Record<ImportFate, number>): ImportLine {
  const { address, fate } = line;
  if (!COMES.includes(fate)) return line;
  const key = address.toLowerCase();
  if (!seen.has(key)) {
    seen.add(key);
    return line;
  }
  sums[fate] -= 1;
  sums.known += 1;
  return { ...line, fate: 'known' };
}
