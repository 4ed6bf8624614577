import { mkdirSync, mkdtempDisposableSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { assemble } from '#server/copies/assemble.ts';
import { type KeptCopy, keptCopies, type KeptState, newestState } from '#server/copies/kept.ts';
import { type PublicHalf, signerIn } from '#server/copies/signature.ts';
import type { Target } from '#server/copies/target.ts';
import { openTarget, targetSettings } from '#server/copies/open-target.ts';
import { patient } from '#server/copies/try-again.ts';
import { readWallTime } from '#server/launch/wall-time.ts';
import { readSince, type Since } from '#server/list/catch-up.ts';
import { presentIn } from '#server/settings/present.ts';
import { amount } from '#server/base/amount.ts';
import { copyTarget } from '#server/base/setting.ts';
import { queryBackup } from '#server/store/backup.ts';
import { messageOf, RefusedError } from '#server/store/refusal.ts';
import { type CliContext, Failed, Misused } from '../command.ts';
import { choose, otherChoices, overview, trusted } from './choose.ts';

type Given = Pick<CliContext, 'settings' | 'say' | 'warn' | 'wait'> & {
  values: Partial<Record<'from' | 'key' | 'at' | 'store' | 'copy', string | undefined>> & {
    unsigned: boolean;
  };
};

/** A copy as the file of a backup. `later`: what copies after its time know. The file goes with it. */
export type Fetched = Disposable & { file: string; later: Since[] };

/** Says what is there, and what is taken. @throws Failed with a command for each choice, Misused */
export async function fetchCopy({ values, say, ...context }: Given): Promise<Fetched> {
  const { warn } = context;
  const config = context.settings();
  const { from, key, store, copy, unsigned } = values;
  const { identity, signer } = recoveryKeyIn(key);
  const at = timeOf(values.at, config.ownerZone);
  const { target, to } = await targetOf(context, from);
  const given = repeated({ to, key, unsigned });
  const copies = await trustedCopies(target, { signer, anyones: unsigned, given, say });
  const state = choose(copies, { store, copy, at, given });
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
  using making = new DisposableStack();
  const folder = making.use(mkdtempDisposableSync(join(config.dataDir, 'copy-'))).path;
  const file = join(folder, 'copy.sqlite');
  const orLess = copy !== undefined;
  const made = await assemble({ target, identity, into: file }, state, { orLess }).catch((error: unknown) => {
    if (!(error instanceof RefusedError)) throw error;
    throw new Failed(`${error.message}\n${otherChoices(copies, state, given)}`);
  });
  if (made.stoppedBy !== null) warn(`${made.stoppedBy.message} What comes before it is restored.`);
  say(
    `Restoring copy ${made.base} (${amount(made.parts, 'part')}), as of ${new Date(made.until).toISOString()}.`,
  );
  const later = await laterThan(state, {
    copies,
    target,
    identity,
    into: join(folder, 'newest.sqlite'),
    warn,
  });
  const kept = making.move();
  return { file, later, [Symbol.dispose]: () => kept.dispose() };
}

/** The options that each printed command repeats. */
export function repeated({ to, key = 'FILE', unsigned }: Repeated): string {
  return `--from ${to} --key ${key}${unsigned ? ' --unsigned' : ''}`;
}

type Repeated = { to: string; key: string | undefined; unsigned: boolean };

/** Says what is there. @throws Failed as `trusted` */
export async function trustedCopies(
  target: Target,
  { say, ...trust }: Parameters<typeof trusted>[1] & { say: (line: string) => void },
): Promise<KeptCopy[]> {
  const all = await keptCopies(target);
  overview(all).forEach(say);
  const copies = trusted(all, trust);
  const countOf = (some: readonly KeptCopy[]) => some.flatMap(({ objects }) => objects).length;
  const others = countOf(all) - countOf(copies);
  if (others > 0)
    say(
      `Left out: ${amount(others, 'object')} that this list did not sign. With --unsigned they count, too.`,
    );
  return copies;
}

/** What the newest copy of the list knows that an older state may not: who was erased since. */
async function laterThan(
  { copy, objects }: KeptState,
  { copies, target, identity, into, warn }: LaterDeps,
): Promise<Since[]> {
  const ofStore = copies.filter(({ store }) => store === copy.store);
  const newest = newestState(ofStore, null);
  if (newest === null || newest.objects.at(-1) === objects.at(-1)) return [];
  try {
    const { stoppedBy } = await assemble({ target, identity, into }, newest, { orLess: true });
    if (stoppedBy !== null) warn(`${stoppedBy.message} ${UNKNOWN}`);
    return [await queryBackup(into, readSince)];
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    warn(`${error.message} ${UNKNOWN}`);
    return [];
  }
}

type LaterDeps = {
  copies: readonly KeptCopy[];
  target: Target;
  identity: string;
  into: string;
  warn: (line: string) => void;
};

const UNKNOWN = 'Who was erased or unsubscribed after that is unknown: erase and unsubscribe them again.';

/** Milliseconds for which a storage that fails is asked again, each time. */
const PATIENCE = 240_000;
/** Milliseconds before that is said: many a storage is busy now and then. */
const QUIET = 5_000;

/** `to`: COPY_TO if it is missing, as the server has it. @throws Misused, Failed */
export async function targetOf(
  { settings, warn, wait }: Pick<CliContext, 'settings' | 'warn' | 'wait'>,
  to: string | undefined,
): Promise<{ target: Target; to: string }> {
  const { config } = await presentIn(settings());
  const where = to === undefined ? config.copyTo : parsed(to);
  if (where === null) throw new Failed('Set COPY_TO, or name the target with --from.');
  const onFail = (error: unknown, waited: number) => {
    if (waited >= QUIET) warn(`${messageOf(error)} Asking again.`);
  };
  const again = patient({ wait, onFail }, PATIENCE);
  return { target: await openTarget(targetSettings(where, config), again), to: where };
}

function parsed(target: string): string {
  try {
    return copyTarget(target);
  } catch (error) {
    throw error instanceof Failed ? new Misused(`--from must be ${error.message}.`) : error;
  }
}

/** The private half of the recovery key, and whose copies it is for. @throws Misused, Failed */
export function recoveryKeyIn(file: string | undefined): {
  identity: string;
  signer: PublicHalf | null;
} {
  if (file === undefined) throw new Misused('Missing --key FILE: the recovery key.');
  // It may have been typed from paper. `\s`: with the mark that some editors write first.
  const text = readFileSync(file, 'utf8');
  const [, identity] = /^\s*(AGE-SECRET-KEY-1[\dA-Z]{58})\s*$/im.exec(text) ?? [];
  if (identity === undefined)
    throw new Failed(`${file} contains no recovery key (a line that starts with AGE-SECRET-KEY-1).`);
  return { identity: identity.toUpperCase(), signer: signerIn(text) };
}

/** Null: the newest. @throws Misused */
function timeOf(text: string | undefined, zone: string): number | null {
  if (text === undefined) return null;
  const read = readWallTime({ at: text, zone }, 'first');
  if (!read.ok) throw new Misused(`--at must be a time such as "2026-12-01 09:00", in ${zone}.`);
  return read.time;
}
