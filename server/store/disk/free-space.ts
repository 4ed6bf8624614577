import type { StatsFsBase } from 'node:fs';
import { withDeadline } from '#server/deadline.ts';

/** Bytes of one file system; `free` is what this process may still use. */
export type Space = { free: number; total: number };

/** `low`: somebody should make room. `full`: nothing new may be written, so that the database does not fail in the middle. */
export type DiskState = 'fine' | 'low' | 'full';

export type DiskGuard = {
  /** At most a second old. `fine` while the system does not say: then the database itself will. */
  state(): Promise<DiskState>;
  /** Null when the system does not say. */
  space(): Promise<Space | null>;
};

const MB = 1_000_000;
export const LOW_BYTES = 100 * MB;
export const LOW_SHARE = 0.05;
export const FULL_BYTES = 20 * MB;

const CACHED_MS = 1_000;
/** A network disk can hang for minutes; nobody waits for it. */
const ANSWER_MS = 1_000;

/** Watches the disk of `folder`. `statfs`: of node:fs/promises. `clock`: milliseconds, never set back. */
export function createDiskGuard(
  folder: string,
  statfs: (path: string) => Promise<Pick<StatsFsBase<number>, 'bavail' | 'blocks' | 'bsize'>>,
  clock: () => number,
): DiskGuard {
  let last: Space | null = null;
  let readAt = -Infinity;
  let reading: Promise<void> | null = null;
  let begunAt = 0;

  async function read(): Promise<void> {
    try {
      const { bavail, blocks, bsize } = await statfs(folder);
      last = { free: bavail * bsize, total: blocks * bsize };
    } catch {
      last = null;
    }
    readAt = clock();
    reading = null;
  }

  async function space(): Promise<Space | null> {
    if (clock() - readAt < CACHED_MS) return last;
    if (reading === null) {
      begunAt = clock();
      reading = read();
    }
    const left = begunAt + ANSWER_MS - clock();
    if (left > 0) await withDeadline(reading, left, undefined);
    return last;
  }

  return { space, state: async () => stateOf(await space()) };
}

export function stateOf(space: Space | null): DiskState {
  if (space === null) return 'fine';
  if (space.free < FULL_BYTES) return 'full';
  return space.free < LOW_BYTES || space.free < space.total * LOW_SHARE ? 'low' : 'fine';
}
