import type { ConsentAnswers, ListShape } from '#contract/owner/people.ts';
import type { Database } from '#server/store/database.ts';
import { readLines, type ReadOptions, type RowProblem } from './lines.ts';
import { readCsv } from './read-csv.ts';
import {
  addPeople,
  type AddOptions,
  type Fate,
  keepLeft,
  type ImportedPerson,
  type Moved,
  moveKnown,
  sortOut,
} from './store.ts';

/** Rows in one transaction, which blocks other writers. */
const CHUNK = 500;

type ImportOptions = ReadOptions & {
  /** The import that the people are noted under, see runs.ts; null: a dry run, which changes nothing. */
  run: number | null;
  /** See `AddOptions`, for those who must confirm. */
  nextMail: NonNullable<AddOptions['nextMail']>;
  /** Called for each row, in any order. */
  onLine: (line: ReadLine) => void;
};

/** A row of the file and its outcome. `address`: as written in the file. */
export type ReadLine = { line: number; address: string } & (
  | { fate: Fate | keyof Moved | 'suspect' }
  | { fate: 'refused'; why: RowProblem }
);

export type Imported = Record<ReadLine['fate'], number> & {
  /** Cells that were not understood, so that a default was used. */
  unclear: { language: number; time: number };
  /** Columns that were ignored. */
  unread: string[];
  columns: ConsentAnswers[];
  shape: ListShape;
};

/** Reads a file through: the columns that only the owner understands, and has not answered. @throws UnreadableList */
export async function columnsToAsk(
  file: AsyncIterable<Uint8Array>,
  options: ReadOptions,
): Promise<ConsentAnswers[]> {
  const answered = options.answers.map(({ place }) => place);
  for await (const line of readLines(readCsv(file), options))
    if (line.kind === 'columns')
      return line.columns.filter(({ place, isOpen }) => isOpen && !answered.includes(place));
  return [];
}

/** A row that waits for its transaction. */
type Waiting = { line: number; address: string; person: ImportedPerson | null; left: string | null };

/** Adds the people of a CSV file in chunks. @throws UnreadableList */
export async function importList(
  store: Pick<Database, 'kind' | 'write'>,
  file: AsyncIterable<Uint8Array>,
  options: ImportOptions,
): Promise<Imported> {
  const counts = { added: 0, confirmed: 0, joined: 0, known: 0, left: 0, erased: 0, suspect: 0, refused: 0 };
  const about = { unclear: { language: 0, time: 0 }, unread: [], columns: [] };
  const total: Imported = { ...counts, ...about, shape: { address: 0, headless: false } };
  const { run } = options;
  const storeChunk = run === null ? dryRun(store, options) : wetRun(store, { ...options, run });
  let waiting: Waiting[] = [];
  function end(line: ReadLine): void {
    total[line.fate] += 1;
    options.onLine(line);
  }
  async function flush(): Promise<void> {
    const people = waiting.flatMap(({ person }) => person ?? []);
    const fates = await storeChunk(
      people,
      waiting.flatMap(({ left }) => left ?? []),
    );
    for (const { line, address, person } of waiting)
      end({ line, address, fate: person === null ? 'left' : (fates.shift() ?? 'known') });
    waiting = [];
  }
  for await (const line of readLines(readCsv(file), options)) {
    if (line.kind === 'columns')
      Object.assign(total, { unread: line.unread, shape: line.shape, columns: line.columns });
    else if (line.kind === 'refused') end({ ...line, fate: 'refused' });
    else if (line.kind === 'suspect') end({ ...line, fate: line.kind });
    else {
      if (line.kind === 'person') for (const name of line.unclear) total.unclear[name] += 1;
      const row =
        line.kind === 'person'
          ? { line: line.line, address: line.person.address, person: line.person, left: null }
          : { line: line.line, address: line.address, person: null, left: line.key };
      if (waiting.push(row) === CHUNK) await flush();
    }
  }
  await flush();
  return total;
}

/** `left`: keys of people who left elsewhere. */
type StoreChunk = (people: ImportedPerson[], left: string[]) => Promise<(Fate | keyof Moved)[]>;

function wetRun(
  store: Pick<Database, 'kind' | 'write'>,
  { consent, nextMail, now, run }: ImportOptions & { run: number },
): StoreChunk {
  return async (people, left) => {
    // First, so that a row of this list that says nothing does not bring them back.
    if (left.length > 0) await keepLeft(store.write, left, { at: now, run });
    if (people.length === 0) return [];
    const [areConfirmed, getNews] = [consent !== 'ask', consent === 'news'];
    const moved = areConfirmed ? await moveKnown(store, people, { now, run, getNews }) : NOBODY;
    const options = { nextMail: areConfirmed ? null : nextMail, now, run, getNews };
    return withMoved(people, await addPeople(store.write, people, options), moved);
  };
}

/** Remembers who would be added, confirmed or kept out, as the store would. */
function dryRun({ write }: Pick<Database, 'write'>, options: ImportOptions): StoreChunk {
  const seen = new Set<string>();
  const gone = new Set<string>();
  return async (people, left) => {
    for (const key of left) gone.add(key);
    const { fresh, waiting, joining, fates } = await sortOut(write, people);
    const again = fates.map((fate, place) => {
      const key = people[place]?.key ?? '';
      return seen.has(key) ? 'known' : fate === 'added' && gone.has(key) ? 'left' : fate;
    });
    const unseen = (known: typeof waiting) =>
      known.map(({ key }) => key).filter((key) => !seen.has(key) && !gone.has(key));
    const moved = {
      confirmed: options.consent === 'ask' ? [] : unseen(waiting),
      joined: options.consent === 'news' ? unseen(joining) : [],
    };
    for (const key of [...fresh.map((person) => person.key), ...moved.confirmed, ...moved.joined])
      if (!gone.has(key)) seen.add(key);
    return withMoved(people, again, moved);
  };
}

const NOBODY: Moved = { confirmed: [], joined: [] };

/** A person listed twice was moved by the first row. */
function withMoved(
  people: readonly ImportedPerson[],
  fates: readonly Fate[],
  moved: Moved,
): (Fate | keyof Moved)[] {
  const [confirmed, joined] = [new Set(moved.confirmed), new Set(moved.joined)];
  return fates.map((fate, place) => {
    const key = people[place]?.key ?? '';
    return confirmed.delete(key) ? 'confirmed' : joined.delete(key) ? 'joined' : fate;
  });
}
