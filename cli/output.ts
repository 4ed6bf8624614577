import { spawnSync } from 'node:child_process';
import { createWriteStream, lstatSync, realpathSync, rmSync, statSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { basename, dirname } from 'node:path';
import { draftOf, putFileInPlace } from '#server/store/durable-file.ts';
import { type CliContext, Failed } from './command.ts';

type Output = { output?: string | undefined; force?: boolean };

const NPM_WROTE =
  'npm added its own lines before the list. Use npm run -s, or --output FILE, to leave them out.';

/**
 * Writes `text` atomically to a file readable only by its owner, or to standard output.
 * @throws Failed
 */
export async function writeOutput(
  text: AsyncIterable<string>,
  { output, force = false }: Output,
  { warn, npmWrites }: Pick<CliContext, 'warn' | 'npmWrites'>,
): Promise<void> {
  if (output === undefined) {
    if (npmWrites) warn(NPM_WROTE);
    return pipeline(Readable.from(text), process.stdout, { end: false });
  }
  let draft = '';
  try {
    const file = targetOf(output, force);
    draft = draftOf(file);
    await pipeline(Readable.from(text), createWriteStream(draft, { flags: 'wx', mode: 0o600 }));
    putFileInPlace(draft, file);
    const risk = gitRisk(file);
    if (risk !== null) warn(risk);
  } catch (error) {
    if (!isOfFile(error)) throw error;
    throw new Failed(
      `Cannot write ${output}: ${draft ? error.message.replaceAll(draft, output) : error.message}`,
    );
  } finally {
    if (draft) rmSync(draft, { force: true });
  }
}

/** Returns a warning if a commit would include this file with personal data; otherwise null. */
export function gitRisk(file: string): string | null {
  const { status } = spawnSync('git', ['check-ignore', '--quiet', basename(file)], { cwd: dirname(file) });
  // 0: ignored; neither 0 nor 1: no git, or no repository.
  if (status !== 1) return null;
  return `${file} contains personal data and is in a git repository that doesn’t ignore it. Move it before you commit.`;
}

/** Resolves a symlink, so that its target is replaced. @throws Failed if the target may not be replaced */
function targetOf(output: string, force: boolean): string {
  if (lstatSync(output, { throwIfNoEntry: false }) === undefined) return output;
  if (!force) throw new Failed(`${output} already exists. Use --force to overwrite it.`);
  if (!statSync(output, { throwIfNoEntry: false })?.isFile())
    throw new Failed(`${output} is not a regular file. Choose another name.`);
  return realpathSync(output);
}

/** Turns file errors into messages. @throws Failed */
export async function withFiles<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isOfFile(error)) throw error;
    throw new Failed(`File error: ${error.message}. The database is unchanged.`);
  }
}

/** Errors of the store have no `syscall`. */
function isOfFile(error: unknown): error is Error {
  return error instanceof Error && 'syscall' in error;
}
