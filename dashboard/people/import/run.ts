import {
  IMPORT_LIMITS,
  type ImportedPart,
  type ImportFate,
  type ImportLine,
  type ImportPart,
} from '#contract/owner/people.ts';
import { readList, textOf } from './rows.ts';

const FIRST_LINES = 6;

/** What became, or would become, of the rows so far. */
export type Tally = {
  /** Parts that are through. */
  parts: number;
  rows: number;
  counts: Record<ImportFate, number>;
  first: ImportLine[];
  /** Rows that are not taken, with their reasons. */
  leftOut: ImportLine[];
  unread: string[];
  unclear: { language: number; time: number };
  lastMail: number | null;
};

const NOTHING: Tally = {
  parts: 0,
  rows: 0,
  counts: { added: 0, confirmed: 0, known: 0, left: 0, erased: 0, suspect: 0, refused: 0 },
  first: [],
  leftOut: [],
  unread: [],
  unclear: { language: 0, time: 0 },
  lastMail: null,
};

/** The server has found that this is no list. */
export class NoList extends Error {
  override name = 'NoList';
  readonly code: Exclude<ImportedPart, { ok: true }>['code'];
  readonly line: number;
  readonly column: string;
  /** The first line. */
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
  confirmed: boolean;
  dry: boolean;
  signal: AbortSignal;
  /** Where an earlier run has ended. */
  from?: Tally;
  send: (part: ImportPart, signal: AbortSignal) => Promise<ImportedPart>;
  onTally: (tally: Tally) => void;
};

/**
 * Sends a list part by part; each is through or not. `onTally` is told after each, so that a broken run can go on.
 * @throws Unreadable, NoList, and whatever `send` throws
 */
export async function sendList({ file, confirmed, dry, signal, from = NOTHING, send, onTally }: Options) {
  const { head, parts } = await readList(textOf(file), IMPORT_LIMITS);
  const seen = new Set<string>();
  let tally = from;
  let place = 0;
  for await (const { text, line, rows } of parts) {
    place += 1;
    if (place <= from.parts) continue;
    signal.throwIfAborted();
    const done = await send({ head, text, line, confirmed, dry }, signal);
    if (!done.ok) throw new NoList(done, head);
    tally = added(tally, done, rows, dry ? seen : null);
    onTally(tally);
  }
  return tally;
}

function added(
  before: Tally,
  { counts, lines, unread, unclear, lastMail }: Extract<ImportedPart, { ok: true }>,
  rows: number,
  seen: Set<string> | null,
): Tally {
  const sums = { ...before.counts };
  for (const fate of Object.keys(sums) as ImportFate[]) sums[fate] += counts[fate];
  // The server looks at one part at a time: who came in an earlier one would be known by then.
  const told = seen === null ? lines : lines.map((line) => repeated(line, seen, sums));
  return {
    parts: before.parts + 1,
    rows: before.rows + rows,
    counts: sums,
    first: [...before.first, ...told].slice(0, FIRST_LINES),
    leftOut: [...before.leftOut, ...told.filter(({ fate }) => LEFT_OUT.includes(fate))],
    unread,
    unclear: {
      language: before.unclear.language + unclear.language,
      time: before.unclear.time + unclear.time,
    },
    lastMail: lastMail ?? before.lastMail,
  };
}

const LEFT_OUT: ImportFate[] = ['left', 'erased', 'suspect', 'refused'];

function repeated(line: ImportLine, seen: Set<string>, sums: Record<ImportFate, number>): ImportLine {
  const { address, fate } = line;
  if (fate !== 'added' && fate !== 'confirmed') return line;
  const key = address.toLowerCase();
  if (!seen.has(key)) {
    seen.add(key);
    return line;
  }
  sums[fate] -= 1;
  sums.known += 1;
  return { ...line, fate: 'known' };
}
