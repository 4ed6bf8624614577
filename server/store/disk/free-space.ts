import type { StatsFsBase } from 'node:fs';
import { withDeadline } from '#server/base/deadline.ts';

/** Bytes of a file system; `free` is what this process may still use. */
export type Space = { free: number; total: number };

/** `low`: free some space. `full`: write nothing new, so that the database does not fail midway. */
export type DiskState = 'fine' | 'low' | 'full';

type DiskGuard = {
  /** At most a second old. `fine` while the system does not report it: then the database itself fails. */
  state(): Promise<DiskState>;
  /** Null if the system does not report it. */
  space(): Promise<Space | null>;
};

const MB = 1_000_000;
/** Space is short below either limit, bytes or share of the disk. All but `full` leave time to free some. */
export const SHORT_BELOW = {
  /** `embreve doctor` warns. */
  doctor: { bytes: 1000 * MB, share: 0.1 },
  /** The owner gets an alert. */
  alarm: { bytes: 500 * MB, share: 0.05 },
  /** `/readyz` reports it. */
  low: { bytes: 100 * MB, share: 0.05 },
  full: { bytes: 20 * MB, share: 0 },
} as const;

const CACHED_MS = 1_000;
/** A network disk can hang for minutes; nobody waits for it. */
const ANSWER_MS = 1_000;

/** The system's report on a disk. */
export type Blocks = Pick<StatsFsBase<number>, 'bavail' | 'blocks' | 'bsize'> &
  Partial<Pick<StatsFsBase<number>, 'ffree' | 'files'>>;

/** Watches the disk of `folder`. `statfs`: of node:fs/promises. `clock`: monotonic milliseconds. */
export function createDiskGuard(
  folder: string,
  statfs: (path: string) => Promise<Blocks>,
  clock: () => number,
): DiskGuard {
  let last: Space | null = null;
  let readAt = -Infinity;
  let reading: Promise<void> | null = null;
  let begunAt = 0;

  async function read(): Promise<void> {
    try {
      last = spaceOf(await statfs(folder));
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

  return { space, state: async () => diskStateOf(await space()) };
}

export function diskStateOf(space: Space | null): DiskState {
  if (space === null) return 'fine';
  if (isShort(space, 'full')) return 'full';
  return isShort(space, 'low') ? 'low' : 'fine';
}

export function isShort({ free, total }: Space, threshold: keyof typeof SHORT_BELOW): boolean {
  const { bytes, share } = SHORT_BELOW[threshold];
  return free < bytes || free < total * share;
}

/** Null: the file system, e.g. one in user space, does not say how large it is. */
export function spaceOf({ bavail, blocks, bsize }: Blocks): Space | null {
  return blocks === 0 ? null : { free: bavail * bsize, total: blocks * bsize };
}
