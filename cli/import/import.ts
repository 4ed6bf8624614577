import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import type { Kysely } from '#kysely';
import { FALLBACK_LANGUAGE } from '#contract/language.ts';
import type { Tables } from '#server/store/schema.ts';
import { command, EXIT, Failed, type CliContext } from '../command.ts';
import { paceInTurn } from '../mails/pace.ts';
import { type Store, withStore } from '../store.ts';
import { add, type Counts, type Person, sift } from './add.ts';
import { confirmWaiting, waitingOf } from './confirm.ts';
import { readCsv } from './csv-reader.ts';
import { type Line, readLines } from './rows.ts';
import { decode } from './text.ts';

/** Rows in one transaction: others of this store wait for so long. */
const CHUNK = 500;
/** Mailchimp's export is a file for each status, and only its name says which. */
const NOT_SUBSCRIBED = /^(unsubscribed|nonsubscribed|cleaned)_/i;

export const importList = command({
  name: 'import',
  about:
    'adds a list of addresses; each gets a confirmation mail (200 an hour), unless --confirmed says that you have their consent',
  operands: ['FILE.csv'],
  options: { confirmed: 'flag', 'dry-run': 'flag' },
  run: async ({ operands: [file = ''], values, settings, ...context }) => {
    if (NOT_SUBSCRIBED.test(basename(file)))
      throw new Failed(`${file} is by its name Mailchimp's list of people who must not get mail.`);
    const dry = values['dry-run'] ?? false;
    return withStore(settings(), dry ? 'read' : 'write', async (opened) => {
      const now = context.now();
      const confirmed = values.confirmed ?? false;
      const plan = planOf(opened, dry, confirmed, now);
      const lines = readLines(readCsv(textOf(file)), { confirmed, now });
      const total = await importLines(lines, plan.store, context);
      report(total, dry, context);
      if (!dry && plan.lastMail() > now)
        context.say(`The last confirmation mail goes out at ${new Date(plan.lastMail()).toISOString()}.`);
      // Then the file is most likely not what it was taken for.
      return total.added + total.confirmed === 0 && total.refused > 0 ? EXIT.failed : EXIT.done;
    });
  },
});

type StoreChunk<C = Counts> = (people: Person[]) => Promise<C>;
type AllCounts = Counts & { confirmed: number };

function planOf(
  opened: Store,
  dry: boolean,
  confirmed: boolean,
  now: number,
): { store: StoreChunk<AllCounts>; lastMail(): number } {
  const { query, kind } = opened;
  let lastMail = 0;
  async function nextMail(trx: Kysely<Tables>): Promise<() => number> {
    const next = await paceInTurn(trx, kind, now);
    return () => (lastMail = next());
  }
  const options = { nextMail: confirmed ? null : nextMail, now };
  const adding = dry ? dryRun(query) : (people: Person[]) => add(query, people, options);
  const confirming = dry ? dryConfirm(query) : (keys: string[]) => confirmWaiting(opened, keys, now);
  const nobody = () => Promise.resolve([]);
  return { store: inTurn(confirmed ? confirming : nobody, adding), lastMail: () => lastMail };
}

/** First confirms who waits for it, by their keys, then adds the others. */
function inTurn(
  confirm: (keys: string[]) => Promise<string[]>,
  addOthers: StoreChunk,
): StoreChunk<AllCounts> {
  return async (people) => {
    const keys = await confirm(people.map(({ key }) => key));
    const waited = new Set(keys);
    // Who stands in the file twice is known by the second time.
    const others = people.filter(({ key }) => !waited.delete(key));
    return { ...(await addOthers(others)), confirmed: keys.length };
  };
}

/** Who would be confirmed is remembered, as the store would. */
function dryConfirm(query: Kysely<Tables>): (keys: string[]) => Promise<string[]> {
  const seen = new Set<string>();
  return async (keys) => {
    const waiting = (await waitingOf(query, keys)).flatMap(({ key }) => (seen.has(key) ? [] : key));
    for (const key of waiting) seen.add(key);
    return waiting;
  };
}

/** What would be added is remembered, as the store would. */
function dryRun(query: Kysely<Tables>): StoreChunk {
  const seen = new Set<string>();
  return async (people) => {
    const { fresh, counts } = await sift(query, people);
    for (const { key } of fresh) {
      if (seen.has(key)) counts.known += 1;
      else counts.added += 1;
      seen.add(key);
    }
    return counts;
  };
}

type Total = AllCounts & {
  suspect: number;
  refused: number;
  unclear: { language: number; time: number };
  unread: string[];
};

async function importLines(
  lines: AsyncIterable<Line>,
  store: StoreChunk<AllCounts>,
  { warn }: Pick<CliContext, 'warn'>,
): Promise<Total> {
  const counts = { added: 0, confirmed: 0, known: 0, left: 0, erased: 0 };
  const total: Total = { ...counts, suspect: 0, refused: 0, unclear: { language: 0, time: 0 }, unread: [] };
  let people: Person[] = [];
  async function flush(): Promise<void> {
    if (people.length === 0) return;
    const stored = await store(people);
    for (const name of ['added', 'confirmed', 'known', 'left', 'erased'] as const)
      total[name] += stored[name];
    people = [];
  }
  for await (const line of lines) {
    if (line.kind === 'left' || line.kind === 'suspect') total[line.kind] += 1;
    else if (line.kind === 'columns') total.unread = line.unread;
    else if (line.kind === 'refused') {
      total.refused += 1;
      warn(`Line ${line.line}: ${line.why}.`);
    } else {
      for (const name of line.unclear) total.unclear[name] += 1;
      if (people.push(line.person) === CHUNK) await flush();
    }
  }
  await flush();
  const { language, time } = total.unclear;
  if (language > 0)
    warn(`${language} with a language that is not known here: taken as ${FALLBACK_LANGUAGE}.`);
  if (time > 0)
    warn(`${time} with a time of consent that is not understood: the time of this import counts.`);
  return total;
}

async function* textOf(file: string): AsyncGenerator<string> {
  try {
    yield* decode(createReadStream(file));
  } catch (error) {
    if (!(error instanceof Error) || !('syscall' in error)) throw error;
    throw new Failed(`${file} cannot be read: ${error.message}`);
  }
}

function report(
  { added, confirmed, known, left, erased, suspect, refused, unread }: Total,
  dry: boolean,
  { say }: Pick<CliContext, 'say'>,
): void {
  say(`${added} ${dry ? 'would be added' : 'added'}`);
  if (confirmed > 0) say(`${confirmed} who were pending ${dry ? 'would be confirmed' : 'are confirmed now'}`);
  say(`${known} on the list already`);
  say(`${left} left out: unsubscribed`);
  say(`${erased} left out: erased at their wish`);
  say(`${suspect} left out: suspected robots`);
  say(`${refused} refused`);
  if (unread.length > 0)
    say(`Not kept of this file: ${unread.map((name) => JSON.stringify(name)).join(', ')}`);
}
