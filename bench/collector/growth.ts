import { spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { inFolder, mustEnd } from './cleanup.ts';
import { fillStore } from './fill-store.ts';
import { compileModules, median, NOT_SET, peakMegabytes, stop } from './processes.ts';

export type Task = 'insert' | 'list' | 'export' | 'backup' | 'restore';
export type Inserted = { p50Ms: number; p99Ms: number; perSecond: number };
export type Listed = { lookupMs: number; countMs: number; listMs: number; fewMs: number };

/** Seconds, each done once. */
export type Kept = { backupSeconds: number; restoreSeconds: number };

/** Medians, at this many rows. `exportMiB`: the most memory of the whole process, RSS. */
export type Grown = { rows: number; exportMs: number; exportMiB: number } & Inserted & Listed & Kept;

const SETUP = fileURLToPath(new URL('../../scripts/setup.mjs', import.meta.url));
const CHILD = fileURLToPath(new URL('./growth-child.ts', import.meta.url));
const REPEATS = 3;
/** Up to here each sample of inserts begins with a new store: they are many beside its rows. */
const SMALL = 100_000;
const CHILD_MINUTES = 10;
const LOOK_MS = 10;

export const GROWTH_SIZES = {
  quick: [1_000, 100_000],
  short: [1_000, 100_000, 1_000_000],
  /** About ten minutes: filling the largest store takes most of them. */
  long: [1_000, 100_000, 1_000_000, 10_000_000],
} as const;

/** What the store and the commands of the operator take as the list grows; SQLite. About a minute and a half in its short form. */
export async function measureGrowth(sizes: readonly number[], say: (line: string) => void): Promise<Grown[]> {
  await compileModules();
  const grown: Grown[] = [];
  for (const rows of sizes) grown.push(await inFolder((folder) => measureAt(rows, folder, say)));
  return grown;
}

async function measureAt(rows: number, folder: string, say: (line: string) => void): Promise<Grown> {
  const dataDir = join(folder, 'data');
  say(`growth: ${rows} rows`);
  fillStore(dataDir, rows);
  // Before the inserts, which add to the list.
  const listed = await perform<Listed>('list', dataDir);
  const exportMs = await perform<number>('export', dataDir);
  const peaks: number[] = [];
  for (let i = 0; i < REPEATS; i++) peaks.push(await exportPeak(dataDir));
  const backupSeconds = await perform<number>('backup', dataDir);
  const restoreSeconds = await perform<number>('restore', dataDir);
  const inserted: Inserted[] = [];
  for (let i = 0; i < REPEATS; i++) {
    if (i > 0 && rows <= SMALL) {
      rmSync(dataDir, { recursive: true });
      fillStore(dataDir, rows);
    }
    inserted.push(await perform<Inserted>('insert', dataDir));
  }
  const of = (name: keyof Inserted) => median(inserted.map((sample) => sample[name]));
  return {
    rows,
    ...listed,
    exportMs,
    exportMiB: median(peaks),
    backupSeconds,
    restoreSeconds,
    p50Ms: of('p50Ms'),
    p99Ms: of('p99Ms'),
    perSecond: of('perSecond'),
  };
}

function perform<Result>(task: Task, dataDir: string): Promise<Result> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [CHILD, task, dataDir], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      timeout: CHILD_MINUTES * 60_000,
      killSignal: 'SIGKILL',
    });
    const end = mustEnd(() => stop(child));
    let result: Result | null = null;
    child.once('message', (message) => (result = message as Result));
    child.once('exit', (code) => {
      void end();
      if (code === 0 && result !== null) resolve(result);
      else reject(new Error(`${task} over ${dataDir} ended with ${code}`));
    });
  });
}

/** The command as an operator runs it, with the flags Node gets there; MiB. */
async function exportPeak(dataDir: string): Promise<number> {
  const child = spawn(process.execPath, [SETUP, 'cli/main.ts', 'subscribers', 'export'], {
    env: { ...process.env, ...NOT_SET, DATA_DIR: dataDir },
    stdio: ['ignore', 'ignore', 'inherit'],
    timeout: CHILD_MINUTES * 60_000,
  });
  // It passes SIGTERM on to the program; SIGKILL would leave that alone.
  const end = mustEnd(() => void child.kill('SIGTERM'));
  const { pid = 0 } = child;
  let peak = 0;
  while (child.exitCode === null && child.signalCode === null) {
    for (const one of childrenOf(pid)) peak = Math.max(peak, peakMegabytes(one));
    await wait(LOOK_MS);
  }
  await end();
  if (child.exitCode !== 0) throw new Error(`the export of ${dataDir} ended with ${child.exitCode}`);
  return peak;
}

function childrenOf(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
  } catch {
    return [];
  }
}
