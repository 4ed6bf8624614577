import type { Database } from '#server/store/database.ts';
import { readLines, type Refusal } from './lines.ts';
import { readCsv } from './read-csv.ts';
import { addPeople, type AddOptions, confirmWaiting, type Counts, type Person, sortOut } from './store.ts';

/** Rows in one transaction: others of this store wait for so long. */
const CHUNK = 500;

export type ImportOptions = {
  /** The owner has their consent: they need not confirm, and who is pending is confirmed. */
  confirmed: boolean;
  /** Changes nothing, and gives what would be done. */
  dry: boolean;
  /** As `AddOptions` says, for those who are to confirm. */
  nextMail: NonNullable<AddOptions['nextMail']>;
  now: number;
  /** Somebody of the file who is not taken, and why. */
  onRefused: (line: number, why: Refusal) => void;
};

export type Imported = Counts & {
  confirmed: number;
  suspect: number;
  refused: number;
  /** What stood in the file and is not known, so that a standard counted. */
  unclear: { language: number; time: number };
  /** The columns of which nothing is kept. */
  unread: string[];
};

/** Adds the people of a CSV file, chunk by chunk. @throws UnreadableList */
export async function importList(
  store: Pick<Database, 'kind' | 'write'>,
  file: AsyncIterable<Uint8Array>,
  options: ImportOptions,
): Promise<Imported> {
  const counts = { added: 0, confirmed: 0, known: 0, left: 0, erased: 0, suspect: 0, refused: 0 };
  const total: Imported = { ...counts, unclear: { language: 0, time: 0 }, unread: [] };
  const storeChunk = options.dry ? dryRun(store, options) : wetRun(store, options);
  let people: Person[] = [];
  async function flush(): Promise<void> {
    if (people.length === 0) return;
    const stored = await storeChunk(people);
    for (const name of ['added', 'confirmed', 'known', 'left', 'erased'] as const)
      total[name] += stored[name];
    people = [];
  }
  for await (const line of readLines(readCsv(file), options)) {
    if (line.kind === 'left' || line.kind === 'suspect') total[line.kind] += 1;
    else if (line.kind === 'columns') total.unread = line.unread;
    else if (line.kind === 'refused') {
      total.refused += 1;
      options.onRefused(line.line, line.why);
    } else {
      for (const name of line.unclear) total.unclear[name] += 1;
      if (people.push(line.person) === CHUNK) await flush();
    }
  }
  await flush();
  return total;
}

type StoreChunk = (people: Person[]) => Promise<Counts & { confirmed: number }>;

function wetRun(store: Pick<Database, 'kind' | 'write'>, options: ImportOptions): StoreChunk {
  const { confirmed: areConfirmed, nextMail, now } = options;
  return async (people) => {
    const confirmed = areConfirmed ? await confirmWaiting(store, people, now) : 0;
    const counts = await addPeople(store.write, people, { nextMail: areConfirmed ? null : nextMail, now });
    return { ...counts, confirmed, known: counts.known - confirmed };
  };
}

/** Who would be added or confirmed is remembered, as the store would. */
function dryRun({ write }: Pick<Database, 'write'>, options: ImportOptions): StoreChunk {
  const seen = new Set<string>();
  return async (people) => {
    const others = people.filter(({ key }) => !seen.has(key));
    const { fresh, waiting, counts } = await sortOut(write, others);
    const confirmed = options.confirmed ? waiting : [];
    for (const { key } of [...fresh, ...confirmed]) seen.add(key);
    const known = counts.known + people.length - others.length - confirmed.length;
    return { ...counts, confirmed: confirmed.length, known };
  };
}
