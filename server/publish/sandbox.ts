import { execFile } from 'node:child_process';
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
};

/**
 * The command that runs a script of ours, to be started with an empty environment: it reads and writes only these
 * folders, starts nothing, and has no network where the system allows that.
 */
export async function sandboxed(
  script: string,
  args: string[],
  { reads, writes, native, heap, memory }: Allowed,
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
  const limited = ['/bin/sh', '-c', `ulimit -d ${memory} && exec "$@"`, 'sh', ...node];
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
