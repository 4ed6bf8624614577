import { createInterface } from 'node:readline/promises';
import type { Config } from '#server/base/config.ts';
import { type Done, pause, type Refused, resume, stop, undo } from '#server/launch/announcement.ts';
import { choosePage } from '#server/launch/letters.ts';
import { sendingServerOf } from '#server/launch/sending-server.ts';
import { type CliContext, command, type Command, Failed, Misused } from '../command.ts';
import type { Store } from '#server/store/existing.ts';
import { withSettings } from '../present.ts';
import { checkNow, WHERE } from './check.ts';
import { OPEN_OPTIONS, openWithQuestion } from './open.ts';
import { WHICH, whichOf } from './which.ts';
import { showStatus, STATES, whyNot } from './status.ts';

/** In the order of use. The dashboard writes the email, schedules the launch, announces books and sends newsletters. */
export const launchCommands: readonly Command[] = [
  command({
    name: 'launch check',
    about:
      'runs the launch check: generates every email, checks pages and settings, makes a backup; sends nothing',
    options: WHERE,
    run: (given) => checkNow(given.values, given),
  }),
  command({
    name: 'launch open',
    about: 'makes the site live and emails every confirmed subscriber once',
    options: OPEN_OPTIONS,
    run: (given) =>
      openWithQuestion(given.values, given, (question) => agree(question, given.values.yes, given)),
  }),
  command({
    name: 'launch status',
    operands: WHICH,
    about: 'shows progress: sent, queued, not delivered, delivery unknown; and what else is under way',
    options: { json: 'flag' },
    run: (given) => showStatus(whichOf(given.operands), given.values, given),
  }),
  command({
    name: 'launch undo',
    operands: WHICH,
    about: 'undoes the launch, or an announcement, before the first email is sent; nobody is emailed',
    run: (given) =>
      change(
        given,
        ({ write }) => undo(write, whichOf(given.operands), given.now()),
        'Undone. No emails were sent, and the site is as it was before.',
      ),
  }),
  command({
    name: 'launch pause',
    operands: WHICH,
    about: 'pauses sending until you resume it',
    run: (given) =>
      change(given, ({ write }) => pause(write, whichOf(given.operands), { why: 'owner' }, given.now())),
  }),
  command({
    name: 'launch resume',
    operands: WHICH,
    about: 'resumes sending; nobody gets the email twice',
    run: (given) =>
      change(given, async (store, config) =>
        resume(store.write, whichOf(given.operands), await sendingServerOf(store, config, given.now())),
      ),
  }),
  command({
    name: 'launch page',
    operands: WHICH,
    about: 'puts the page of a newsletter back on the site; with --off takes it down',
    options: { off: 'flag' },
    run: (given) =>
      change(
        given,
        async ({ write }) => {
          const choice = { slug: null, shown: !given.values.off };
          const chosen = await choosePage(write, whichOf(given.operands), choice, given.now());
          return chosen === 'slug-taken' ? { ok: false, state: null } : chosen;
        },
        given.values.off
          ? 'The server takes the page down within seconds. If it can’t, it keeps trying and logs why.'
          : 'The server puts the page on the site within seconds, or once the newsletter is sent off.',
      ),
  }),
  command({
    name: 'launch stop',
    operands: WHICH,
    about: 'stops sending permanently; recipients not emailed yet never will be. The site stays as it is',
    options: { yes: 'flag' },
    run: async (given) => {
      const question = 'Recipients not emailed yet never will be. Stop sending permanently?';
      await agree(question, given.values.yes, given);
      await change(given, ({ write }) => stop(write, whichOf(given.operands), given.now()));
    },
  }),
];

type Verb = (store: Store, config: Config) => Promise<Done | Refused>;

/** `said`: printed instead of the status. */
async function change({ settings, say }: CliContext, verb: Verb, said?: string): Promise<void> {
  const done = await withSettings(settings(), 'write', verb);
  if (!done.ok) throw new Failed(whyNot(done));
  say(said ?? STATES[done.announcement.state]);
}

/** @throws Failed if the answer is no, Misused without a terminal. */
async function agree(question: string, yes: boolean, { say }: CliContext): Promise<void> {
  if (yes) return;
  if (!process.stdin.isTTY) throw new Misused('Can’t prompt here. Add --yes to confirm.');
  say(question);
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question('yes or no: ');
  terminal.close();
  if (answer.trim().toLowerCase() !== 'yes') throw new Failed('Cancelled. Nothing was changed.');
}
