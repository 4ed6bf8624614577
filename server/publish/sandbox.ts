import { execFile } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';

/** Those who sign up go first. At the lowest priority a busy machine would not publish at all. */
export const NICENESS = 5;

type Allowed = {
  /** Folders. One that is not there when it starts cannot be read later. */
  reads: string[];
  writes: string[];
  /** Whether it may load native code, which no permission holds. */
  native: boolean;
  /** MB of JavaScript. */
  heap: number;
  /** KiB of RLIMIT_DATA, most of which Node reserves. */
  memory: number;
  /** Of each core. Null: it stays. */
  seconds: number | null;
};

/** In front of a command on Linux: no network, and it ends with the process that started it. */
const ALONE = ['unshare', '--user', '--map-root-user', '--net'];
const TIED = ['setpriv', '--pdeathsig', 'KILL'];

/**
 * The command that runs one of our scripts, to be started with an empty environment: it reads and writes only these
 * folders, starts nothing, and where the system allows that has no network and ends with this process.
 */
export async function sandboxed(
  script: string,
  args: string[],
  { reads, writes, native, heap, memory, seconds }: Allowed,
): Promise<string[]> {
  const node = [
    process.execPath,
    '--permission',
    ...(native ? ['--allow-addons'] : []),
    '--disable-warning=SecurityWarning',
    `--max-old-space-size=${heap}`,
    ...reads.map((folder) => `--allow-fs-read=${folder}`),
    ...writes.map((folder) => `--allow-fs-write=${folder}`),
    script,
    ...args,
  ];
  if (process.platform !== 'linux') return node;
  // Kept by the system: the process that started it may be gone, or hang.
  const cpu = seconds === null ? '' : `ulimit -t ${Math.ceil(seconds) * availableParallelism()} && `;
  const limited = ['/bin/sh', '-c', `${cpu}ulimit -d ${memory} && exec "$@"`, 'sh', ...node];
  const before = [...((await hasOwnNetwork()) ? ALONE : []), ...((await endsWithParent()) ? TIED : [])];
  return [...before, ...limited];
}

let own: Promise<boolean> | null = null;
let tied: Promise<boolean> | null = null;

/** Whether this system gives a process a network of its own, with nothing in it. */
export function hasOwnNetwork(): Promise<boolean> {
  own ??= canRun(ALONE);
  return own;
}

/** Whether this system can end a process with the one that started it. */
function endsWithParent(): Promise<boolean> {
  tied ??= canRun(TIED);
  return tied;
}

function canRun([command = '', ...args]: readonly string[]): Promise<boolean> {
  return promisify(execFile)(command, [...args, 'true']).then(
    () => true,
    () => false,
  );
}
