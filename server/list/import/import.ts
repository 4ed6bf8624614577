import type { Database } from '#server/store/database.ts';
import { readLines, type Refusal } from './lines.ts';
import { readCsv } from './read-csv.ts';
import { addPeople, type AddOptions, confirmWaiting, type Fate, type Person, sortOut } from './store.ts';

/** Rows in one transaction, which blocks other writers. */
const CHUNK = 500;

type ImportOptions = {
  /** The owner has their consent: they need not confirm, and pending people are confirmed. */
  confirmed: boolean;
  /** Changes nothing, only returns what would be done. */
  dry: boolean;
  /** See `AddOptions`, for those who must confirm. */
  nextMail: NonNullable<AddOptions['nextMail']>;
  now: number;
  /** Called for each row, in any order. */
  onLine: (line: ReadLine) => void;
};

/** A row of the file and its outcome. `address`: as written in the file. */
export type ReadLine = { line: number; address: string } & (
  | { fate: Fate | 'confirmed' | 'suspect' }
  | { fate: 'refused'; why: Refusal }
);

export type Imported = Record<ReadLine['fate'], number> & {
  /** Cells that were not understood, so that a default was used. */
  unclear: { language: number; time: number };
  /** Columns that were ignored. */
  unread: string[];
};

/** Adds the people of a CSV file in chunks. @throws UnreadableList */
export async function importList(
  store: Pick<Database, 'kind' | 'write'>,
  file: AsyncIterable<Uint8Array>,
  options: ImportOptions,
): Promise<Imported> {
  const counts = { added: 0, confirmed: 0, known: 0, left: 0, erased: 0, suspect: 0, refused: 0 };
  const total: Imported = { ...counts, unclear: { language: 0, time: 0 }, unread: [] };
  const storeChunk = options.dry ? dryRun(store, options) : wetRun(store, options);
  let waiting: { line: number; person: Person }[] = [];
  function end(line: ReadLine): void {
    total[line.fate] += 1;
    options.onLine(line);
  }
  async function flush(): Promise<void> {
    if (waiting.length === 0) return;
    const fates = await storeChunk(waiting.map(({ person }) => person));
    for (const [place, { line, person }] of waiting.entries())
      end({ line, address: person.address, fate: fates[place] ?? 'known' });
    waiting = [];
  }
  for await (const line of readLines(readCsv(file), options)) {
    if (line.kind === 'columns') total.unread = line.unread;
    else if (line.kind === 'person') {
      for (const name of line.unclear) total.unclear[name] += 1;
      if (waiting.push(line) === CHUNK) await flush();
    } else if (line.kind === 'refused') end({ ...line, fate: 'refused' });
    else end({ ...line, fate: line.kind });
  }
  await flush();
  return total;
}

type StoreChunk = (people: Person[]) => Promise<(Fate | 'confirmed')[]>;

function wetRun(store: Pick<Database, 'kind' | 'write'>, options: ImportOptions): StoreChunk {
  const { confirmed: areConfirmed, nextMail, now } = options;
  return async (people) => {
    const confirmed = areConfirmed ? await confirmWaiting(store, people, now) : [];
    const fates = await addPeople(store.write, people, { nextMail: areConfirmed ? null : nextMail, now });
    return withConfirmed(people, fates, confirmed);
  };
}

/** Remembers who would be added or confirmed, as the store would. */
function dryRun({ write }: Pick<Database, 'write'>, options: ImportOptions): StoreChunk {
  const seen = new Set<string>();
  return async (people) => {
    const { fresh, waiting, fates } = await sortOut(write, people);
    const again = fates.map((fate, place) => (seen.has(people[place]?.key ?? '') ? 'known' : fate));
    const confirmed = options.confirmed ? waiting.map(({ key }) => key).filter((key) => !seen.has(key)) : [];
    for (const key of [...fresh.map((person) => person.key), ...confirmed]) seen.add(key);
    return withConfirmed(people, again, confirmed);
  };
}

/** A person listed twice was confirmed by the first row. */
function withConfirmed(
  people: readonly Person[],
  fates: readonly Fate[],
  confirmed: readonly string[],
): (Fate | 'confirmed')[] {
  const left = new Set(confirmed);
  return fates.map((fate, place) => (left.delete(people[place]?.key ?? '') ? 'confirmed' : fate));
}
