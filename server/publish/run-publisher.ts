import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { MUST, type Problem } from '#contract/content/problems.ts';
import type { Job } from '#publisher/render.ts';

const DRAWING = '@napi-rs/canvas';
/** Where the packages lie that draw pictures: this program may be an installed package beside them. */
const MODULES =
  createRequire(import.meta.url)
    .resolve.paths(DRAWING)
    ?.find((folder) => existsSync(join(folder, DRAWING))) ?? '';
/** Milliseconds. */
const PATIENCE = 60_000;
/** KiB of RLIMIT_DATA. Node reserves most of it; a picture of 60 megapixels takes 240 MB. */
const MEMORY = 1536 * 1024;
const HEAP = 256;
/** Characters of what the publisher says of a failure. */
const MOST_SAID = 2_000;
/** Characters of its answer. */
const MOST_ANSWERED = 1_000_000;

/** `failed`: it was killed, ended by itself or answered nonsense; `said` is for the log. */
export type PublisherEnd =
  | { is: 'rendered'; notes: string }
  | { is: 'refused'; problems: Problem[] }
  | { is: 'failed'; why: 'late' | 'ended' | 'answer'; said: string };

/**
 * Renders a site in a process of its own, which can read and write only the folders of its job, and has no network
 * where the system allows that. Killed after a minute, or beyond its memory.
 */
export async function runPublisher(job: Job, patience: number = PATIENCE): Promise<PublisherEnd> {
  const [command = '', ...args] = await commandOf(job);
  const child = spawn(command, args, { env: {}, stdio: ['pipe', 'pipe', 'pipe'] });
  // Those who sign up go first.
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  let isLate = false;
  const late = setTimeout(() => {
    isLate = true;
    child.kill('SIGKILL');
  }, patience);
  // A publisher that has ended does not read.
  child.stdin.on('error', () => {});
  child.stdin.end(JSON.stringify(job));
  const spawned = once(child, 'close') as Promise<[code: number | null, signal: string | null]>;
  try {
    const [answer, said, [code, signal]] = await Promise.all([
      beginningOf(child.stdout, MOST_ANSWERED),
      beginningOf(child.stderr, MOST_SAID),
      spawned,
    ]);
    const notes = said.trim();
    if (isLate) return { is: 'failed', why: 'late', said: notes };
    if (code !== 0) return { is: 'failed', why: 'ended', said: `${signal ?? code} ${notes}` };
    const problems = problemsIn(answer);
    if (problems === null) return { is: 'failed', why: 'answer', said: answer.slice(0, MOST_SAID) };
    return problems.length === 0 ? { is: 'rendered', notes } : { is: 'refused', problems };
  } finally {
    clearTimeout(late);
  }
}

/** The first characters of a stream, which is read to its end: whoever writes never waits. */
async function beginningOf(stream: Readable, most: number): Promise<string> {
  let kept = '';
  for await (const part of stream.setEncoding('utf8') as AsyncIterable<string>)
    kept += part.slice(0, most - kept.length);
  return kept;
}

/** Null: that is no list of problems. What draws pictures is native, so its process is not trusted. */
function problemsIn(answer: string): Problem[] | null {
  try {
    const problems: unknown = JSON.parse(answer);
    return Array.isArray(problems) && problems.every(isProblem) ? problems : null;
  } catch {
    return null;
  }
}

function isProblem(value: unknown): value is Problem {
  const { field, at, code, limit } = (value ?? {}) as Partial<Record<keyof Problem, unknown>>;
  return (
    [field, at, code, limit].every((one) => typeof one === 'string') && Object.hasOwn(MUST, String(code))
  );
}

async function commandOf({ program, files, drawn, previous, out }: Job): Promise<string[]> {
  const reads = [
    program,
    MODULES,
    // Behind links, of the folder or of the package alone.
    join(realpathSync(join(MODULES, DRAWING)), '../..'),
    files,
    drawn,
    out,
    ...(previous === null ? [] : [previous]),
  ];
  const node = [
    process.execPath,
    '--permission',
    '--allow-addons',
    '--disable-warning=SecurityWarning',
    `--max-old-space-size=${HEAP}`,
    ...reads.map((folder) => `--allow-fs-read=${folder}`),
    ...[drawn, out].map((folder) => `--allow-fs-write=${folder}`),
    join(program, 'publisher/main.mjs'),
  ];
  if (process.platform !== 'linux') return node;
  const limited = ['/bin/sh', '-c', `ulimit -d ${MEMORY} && exec "$@"`, 'sh', ...node];
  return (await hasOwnNetwork()) ? ['unshare', '--user', '--map-root-user', '--net', ...limited] : limited;
}

let own: Promise<boolean> | null = null;

/** Whether this system gives a process a network of its own, with nothing in it. */
export function hasOwnNetwork(): Promise<boolean> {
  own ??= promisify(execFile)('unshare', ['--user', '--map-root-user', '--net', 'true']).then(
    () => true,
    () => false,
  );
  return own;
}
