import { chmodSync, createWriteStream, rmSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Failed, Misused } from './command.ts';

/** For every command that makes a file. */
export const OUTPUT_OPTIONS = { output: { type: 'string' }, force: { type: 'boolean' } } as const;

export type Output = { output?: string | undefined; force?: boolean | undefined };

const NPM_WROTE =
  'npm has written lines of its own before the list. Use npm run -s, or --output FILE, to have the list alone.\n';

/**
 * Writes `text` to a file readable only for its owner, or to the standard output.
 * @throws Misused, Failed
 */
export async function write(text: AsyncIterable<string>, { output, force = false }: Output): Promise<void> {
  if (output === undefined) {
    if (npmWroteBefore(process.env)) process.stderr.write(NPM_WROTE);
    return pipeline(Readable.from(text), process.stdout, { end: false });
  }
  const file = createWriteStream(output, { flags: force ? 'w' : 'wx', mode: 0o600, flush: true });
  let made = false;
  file.once('open', () => {
    made = true;
    chmodSync(output, 0o600);
  });
  try {
    await pipeline(Readable.from(text), file);
  } catch (error) {
    if (made) rmSync(output, { force: true });
    if (!isOfFile(error, output)) throw error;
    throw new Failed(
      error.code === 'EEXIST'
        ? `${output} is there already. Add --force to replace it.`
        : `${output} cannot be written: ${error.message}`,
    );
  }
}

/** @throws Misused */
export function assertSensible({ output, force }: Output): void {
  if (force && output === undefined) throw new Misused('--force goes with --output.');
}

/** Into a terminal npm's own lines do no harm; at the top of a file they would be taken for the list. */
function npmWroteBefore(env: NodeJS.ProcessEnv): boolean {
  return (
    !process.stdout.isTTY && env.npm_lifecycle_event !== undefined && env.npm_config_loglevel !== 'silent'
  );
}

function isOfFile(error: unknown, path: string): error is NodeJS.ErrnoException {
  if (!(error instanceof Error) || !('syscall' in error)) return false;
  return !('path' in error) || error.path === path;
}
