import { mkdirSync, mkdtempDisposableSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { assemble } from '#server/copies/assemble.ts';
import { openTarget, type Target, targetSettings } from '#server/copies/target.ts';
import { patient } from '#server/copies/try-again.ts';
import { readWallTime } from '#server/launch/wall-time.ts';
import { readSince, type Since } from '#server/list/catch-up.ts';
import { presentIn } from '#server/settings/present.ts';
import { copyTarget } from '#server/setting.ts';
import { messageOf } from '#server/store/refusal.ts';
import { queryBackup } from '#server/store/backup.ts';
import { type CliContext, Failed, Misused } from '../command.ts';

type Given = Pick<CliContext, 'settings' | 'say' | 'warn' | 'wait'> & {
  values: { from?: string | undefined; key?: string | undefined; at?: string | undefined };
};

/** A copy as the file of a backup. `later`: what copies after its time know. The file goes with it. */
export type Fetched = Disposable & { file: string; later: Since[] };

/** @throws RefusedError if the copy is not whole, Misused, Failed */
export async function fetchCopy({ values, say, ...context }: Given): Promise<Fetched> {
  const config = context.settings();
  const identity = identityIn(values.key);
  const at = timeOf(values.at, config.ownerZone);
  const target = await targetOf(context, values.from);
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
  using making = new DisposableStack();
  const folder = making.use(mkdtempDisposableSync(join(config.dataDir, 'copy-'))).path;
  const file = join(folder, 'copy.sqlite');
  const { base, parts, until } = await assemble({ target, identity, into: file, at });
  say(`The copy ${base} with ${parts} parts, as of ${new Date(until).toISOString()}.`);
  const later: Since[] = [];
  if (at !== null) {
    const newest = join(folder, 'newest.sqlite');
    await assemble({ target, identity, into: newest, at: null });
    later.push(await queryBackup(newest, readSince));
  }
  const made = making.move();
  return { file, later, [Symbol.dispose]: () => made.dispose() };
}

/** Milliseconds for which a storage that fails is asked again, each time. */
const PATIENCE = 240_000;
/** Milliseconds before that is said: many a storage is busy now and then. */
const QUIET = 5_000;

/** `to`: COPY_TO if it is missing, as the server has it. @throws Misused, Failed */
export async function targetOf(
  { settings, warn, wait }: Pick<CliContext, 'settings' | 'warn' | 'wait'>,
  to: string | undefined,
): Promise<Target> {
  const { config } = await presentIn(settings());
  const where = to === undefined ? config.copyTo : parsed(to);
  if (where === null) throw new Failed('Set COPY_TO, or name the target with --from.');
  const onFail = (error: unknown, waited: number) => {
    if (waited >= QUIET) warn(`${messageOf(error)} Asking again.`);
  };
  return openTarget(targetSettings(where, config), patient({ wait, onFail }, PATIENCE));
}

function parsed(target: string): string {
  try {
    return copyTarget(target);
  } catch (error) {
    throw error instanceof Failed ? new Misused(`--from must be ${error.message}.`) : error;
  }
}

/** The private half of the recovery key. @throws Misused, Failed */
export function identityIn(file: string | undefined): string {
  if (file === undefined) throw new Misused('Name the file of the recovery key with --key FILE.');
  // It may have been typed from paper. `\s`: with the mark that some editors write first.
  const [, identity] = /^\s*(AGE-SECRET-KEY-1[\dA-Z]{58})\s*$/im.exec(readFileSync(file, 'utf8')) ?? [];
  if (identity === undefined)
    throw new Failed(`${file} holds no recovery key: a line that begins with AGE-SECRET-KEY-1.`);
  return identity.toUpperCase();
}

/** Null: the newest. @throws Misused */
function timeOf(text: string | undefined, zone: string): number | null {
  if (text === undefined) return null;
  const read = readWallTime({ at: text, zone }, 'first');
  if (!read.ok) throw new Misused(`--at must be a time such as "2026-12-01 09:00", in ${zone}.`);
  return read.time;
}
