import { readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

const LEFT = /^(?:next|old)-(\d+)$/;

/** Creates this process's build folder beside `out`. Deletes the folders of killed builds. */
export async function beginBeside(out: string): Promise<string> {
  const beginning = `${basename(out)}.`;
  for (const name of await readdir(dirname(out)).catch(() => [])) {
    const pid = name.startsWith(beginning) ? LEFT.exec(name.slice(beginning.length))?.[1] : undefined;
    if (pid === undefined || (isRunning(Number(pid)) && Number(pid) !== process.pid)) continue;
    await rm(join(dirname(out), name), { recursive: true, force: true });
  }
  return `${out}.next-${process.pid}`;
}

/** Renames the finished `next` to `out`. If two builds end at once, the later one wins. */
export async function putInPlace(next: string, out: string): Promise<void> {
  const old = `${out}.old-${process.pid}`;
  for (;;) {
    await rename(out, old).catch(ignoring('ENOENT'));
    const isPlaced = await rename(next, out).then(() => true, ignoring('ENOTEMPTY', 'EEXIST'));
    await rm(old, { recursive: true, force: true });
    if (isPlaced) return;
  }
}

export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // The process belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function ignoring(...codes: string[]) {
  return (error: NodeJS.ErrnoException): false => {
    if (!codes.includes(error.code ?? '')) throw error;
    return false;
  };
}
