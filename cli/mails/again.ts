import type { Kysely } from '#kysely';
import { KINDS } from '#server/kinds.ts';
import { readOwnerReader } from '#server/owners/owner-reader.ts';
import { idsAbout, release, retry, type SentAgain } from '#server/outbox/send-again.ts';
import type { Tables } from '#server/store/schema.ts';
import { keyOf } from '../address.ts';
import { type CliContext, command, EXIT, Misused } from '../command.ts';
import { withStore } from '#server/store/existing.ts';
import { withSettings } from '../present.ts';

export const mailsRelease = command({
  name: 'mails release',
  about:
    'releases emails on hold, all or those named; confirmation emails and books at most 200 an hour each',
  operands: ['[ID|ADDRESS...]'],
  run: async ({ operands, settings, now, ...context }) => {
    return withSettings(settings(), 'write', async ({ write }, config) => {
      const { say, warn } = context;
      const chosen = await chosenRows(write, operands);
      const how = { now: now(), toOwner: (await readOwnerReader(write, config)) !== null };
      const done = await release(write, KINDS, operands.length === 0 ? null : idsOf(chosen), how);
      const { sent, older, kept, last } = done;
      const found = sent.length + older.length + kept.length;
      say(found === 0 ? 'Nothing is on hold.' : `${sent.length} released.`);
      if (kept.length > 0) warn(`Contact messages on hold until OWNER_EMAIL is set: ${kept.length}.`);
      const all = report(chosen, done, 'emails on hold', context);
      if (last > how.now) say(`The last one will be sent at ${new Date(last).toISOString()}.`);
      const allKept = kept.length > 0 && sent.length === 0;
      return all && !allKept ? EXIT.done : EXIT.failed;
    });
  },
});

export const mailsRetry = command({
  name: 'mails retry',
  about: 'resends what was not delivered, or what may not have arrived (it may then arrive twice)',
  operands: ['ID|ADDRESS...'],
  run: async ({ operands, settings, now, ...context }) =>
    withStore(settings(), 'write', async ({ write }) => {
      const chosen = await chosenRows(write, operands);
      const done = await retry(write, KINDS, idsOf(chosen), now());
      context.say(`${done.sent.length} will be resent.`);
      return report(chosen, done, 'emails not delivered', context) ? EXIT.done : EXIT.failed;
    }),
});

/** An operand as typed, and the outbox rows it selects. */
type Chosen = { operand: string; ids: readonly number[] };

/** Each operand is an ID, or an address: then all its rows, in any state. @throws Misused, Failed */
async function chosenRows(query: Kysely<Tables>, operands: readonly string[]): Promise<Chosen[]> {
  const chosen: Chosen[] = [];
  for (const operand of operands) {
    const ids = operand.includes('@') ? await idsAbout(query, keyOf(operand)) : [idOf(operand)];
    chosen.push({ operand, ids });
  }
  return chosen;
}

function idOf(text: string): number {
  const id = /^\d{1,15}$/.test(text) ? Number(text) : 0;
  if (id === 0)
    throw new Misused(`${JSON.stringify(text)} is neither an ID nor an address; "mails list" shows both.`);
  return id;
}

function idsOf(chosen: readonly Chosen[]): number[] {
  return chosen.flatMap(({ ids }) => ids);
}

/** Prints what was skipped; returns false if an operand was not in the list. */
function report(
  chosen: readonly Chosen[],
  { sent, older, kept }: SentAgain,
  list: string,
  { say, warn }: Pick<CliContext, 'say' | 'warn'>,
): boolean {
  if (older.length > 0) say(`${older.length} skipped: the same person has a newer confirmation email.`);
  const found = new Set([...sent, ...older, ...kept]);
  const missed = chosen.filter(({ ids }) => !ids.some((id) => found.has(id))).map(({ operand }) => operand);
  if (missed.length > 0) warn(`Not among ${list}: ${missed.join(', ')}.`);
  return missed.length === 0;
}
