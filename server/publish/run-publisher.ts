import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import type { Problem } from '#contract/content/problems.ts';
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

/** `failed`: it was killed, or ended by itself; `said` is for the log. */
export type PublisherEnd =
  | { is: 'rendered'; notes: string }
  | { is: 'refused'; problems: Problem[] }
  | { is: 'failed'; why: 'late' | 'ended'; said: string };

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
      text(child.stdout),
      text(child.stderr),
      spawned,
    ]);
    const notes = said.slice(0, MOST_SAID).trim();
    if (isLate) return { is: 'failed', why: 'late', said: notes };
    if (code !== 0) return { is: 'failed', why: 'ended', said: `${signal ?? code} ${notes}` };
    const problems = JSON.parse(answer) as Problem[];
    return problems.length === 0 ? { is: 'rendered', notes } : { is: 'refused', problems };
  } finally {
    clearTimeout(late);
  }
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
