import { LANGUAGES } from '#contract/language.ts';
import { type Interest, INTERESTS, isInterest } from '#contract/subscribe.ts';
import type { Config } from '#server/config.ts';
import {
  type Done,
  pause,
  readAnnouncement,
  type Refused,
  resume,
  sendAgain,
  type Sending,
  stop,
  undo,
} from '#server/launch/announcement.ts';
import { storeIdOf } from '#server/launch/store-id.ts';
import type { Purpose } from '#server/launch/states.ts';
import { readUntold } from '#server/launch/untold.ts';
import { type CliContext, command, type Command, Failed, Misused } from '../command.ts';
import { type Store, withStore } from '#server/store/existing.ts';
import { withSettings } from '../present.ts';
import { agree } from './agree.ts';
import { checkNow, WHERE } from './check.ts';
import { OPEN_OPTIONS, openNow } from './open.ts';
import { showReceipt } from './receipt.ts';
import { showStatus, STATES, whyNot } from './status.ts';
import { sendTest } from './test-mail.ts';
import { showWords } from './words.ts';

/** `launch VERB`, and `announce VERB BOOK`: the same verbs for another purpose. */
type Group = { name: string; operands: readonly string[]; opens: string; of(operands: string[]): Purpose };

const GROUPS: Group[] = [
  {
    name: 'launch',
    operands: [],
    opens: 'makes the site live and emails every confirmed subscriber once, now or on schedule',
    of: () => 'launch',
  },
  {
    name: 'announce',
    operands: ['BOOK'],
    opens: 'emails everyone who asked for this book, once',
    of: ([book]) => `book:${bookOf(book)}`,
  },
];

function bookOf(book: string | undefined): Interest {
  const name = book?.replace(/^book:/, '');
  if (isInterest(name)) return name;
  throw new Misused(`BOOK is one of ${INTERESTS.map((one) => `book:${one}`).join(', ')}.`);
}

/** In the order of use. */
export const launchCommands: readonly Command[] = GROUPS.flatMap((group) => [
  ...before(group),
  ...meanwhile(group),
  ...after(group),
]);

function before({ name, operands, opens, of }: Group): Command[] {
  return [
    command({
      name: `${name} words`,
      about: 'shows the email text as JSON, or saves it from FILE',
      operands,
      options: { file: 'FILE' },
      run: (given) => showWords(of(given.operands), given.values.file, given),
    }),
    command({
      name: `${name} test`,
      about: 'sends a test email to ADDRESS only',
      operands: [...operands, 'ADDRESS'],
      options: { language: ['LANGUAGE', LANGUAGES] },
      run: (given) => sendTest(of(given.operands), given.operands.at(-1) ?? '', given.values.language, given),
    }),
    command({
      name: `${name} check`,
      about:
        'runs the launch check: generates every email, checks pages and settings, makes a backup; sends nothing. FILE: the original of a test email, to read the receiver’s verdict',
      operands,
      options: { ...WHERE, mail: 'FILE' },
      run: (given) => checkNow(of(given.operands), given.values, given),
    }),
    command({
      name: `${name} open`,
      about: opens,
      operands,
      options: OPEN_OPTIONS,
      run: (given) => openNow(of(given.operands), given.values, given),
    }),
    command({
      name: `${name} status`,
      about: 'shows progress: sent, queued, not delivered, delivery unknown; --watch: until sending ends',
      operands,
      options: { json: 'flag', watch: 'flag' },
      run: (given) => showStatus(of(given.operands), given.values, given),
    }),
    command({
      name: `${name} undo`,
      about: 'undoes it before the first email is sent; nobody is emailed',
      operands,
      run: (given) =>
        change(
          of(given.operands),
          given,
          ({ write }, purpose) => undo(write, purpose, given.now()),
          'Undone. No emails were sent, and the site is as it was before.',
        ),
    }),
  ];
}

function meanwhile({ name, operands, of }: Group): Command[] {
  return [
    command({
      name: `${name} pause`,
      about: 'pauses sending until you resume it',
      operands,
      run: (given) =>
        change(of(given.operands), given, ({ write }, purpose) =>
          pause(write, purpose, { why: 'owner' }, given.now()),
        ),
    }),
    command({
      name: `${name} resume`,
      about: 'resumes sending; nobody gets the email twice',
      operands,
      run: (given) =>
        change(of(given.operands), given, async (store, purpose, config) =>
          resume(store.write, purpose, await sending(store, config, given)),
        ),
    }),
    command({
      name: `${name} stop`,
      about: 'stops sending permanently; recipients not emailed yet never will be. The site stays as it is',
      operands,
      options: { yes: 'flag' },
      run: async (given) => {
        const question = 'Recipients not emailed yet never will be. Stop sending permanently?';
        await agree(question, given.values.yes, given);
        await change(of(given.operands), given, ({ write }, purpose) => stop(write, purpose, given.now()));
      },
    }),
  ];
}

function after({ name, operands, of }: Group): Command[] {
  return [
    command({
      name: `${name} again`,
      about: 'resends emails that were not delivered, or whose delivery is unknown',
      operands: [...operands, 'failed|unknown'],
      options: { yes: 'flag' },
      run: async (given) => {
        const which = whichOf(given.operands.at(-1));
        if (which === 'unknown') {
          const n = await countTellable(of(given.operands), which, given);
          const people = n === 1 ? '1 recipient' : `${n} recipients`;
          await agree(`Resend to ${people}? They may get it twice.`, given.values.yes, given);
        }
        let people = 0;
        await change(of(given.operands), given, async (store, purpose, config) => {
          const order = await sending(store, config, given);
          const again = await sendAgain(store.write, purpose, which, order);
          if (again.ok) people = again.people;
          return again;
        });
        given.say(`Resending to ${people} ${people === 1 ? 'recipient' : 'recipients'}.`);
      },
    }),
    command({
      name: `${name} receipt`,
      about: 'exports the delivery report as CSV',
      operands,
      options: { output: 'FILE', force: 'flag' },
      run: (given) => showReceipt(of(given.operands), given.values, given),
    }),
  ];
}

function whichOf(word: string | undefined): 'failed' | 'unknown' {
  if (word === 'failed' || word === 'unknown') return word;
  throw new Misused('Say "failed" or "unknown".');
}

function countTellable(
  purpose: Purpose,
  which: 'failed' | 'unknown',
  { settings }: CliContext,
): Promise<number> {
  return withStore(settings(), 'read', async ({ read }) => {
    const found = await readAnnouncement(read, purpose);
    return found === null ? 0 : (await readUntold(read, found.id, which, 0)).tellable;
  });
}

async function sending(store: Store, { dataDir, mailRoute }: Config, { now }: CliContext): Promise<Sending> {
  return { storeId: await storeIdOf(store, dataDir), mailRoute, now: now() };
}

type Verb = (store: Store, purpose: Purpose, config: Config) => Promise<Done | Refused>;

/** `said`: printed instead of the status. */
async function change(
  purpose: Purpose,
  { settings, say }: CliContext,
  verb: Verb,
  said?: string,
): Promise<void> {
  const done = await withSettings(settings(), 'write', (store, config) => verb(store, purpose, config));
  if (!done.ok) throw new Failed(whyNot(done));
  say(said ?? STATES[done.announcement.state]);
}
