import { openForReading } from '#server/store/open.ts';
import { untilMerged } from './merged.ts';
import type { Figure } from './measure.ts';
import { isGood, type Visited } from './visitors.ts';

export const REAL = new URL('../../server/main.ts', import.meta.url);

export type LoadSize = {
  /** Seconds of each. */
  step: number;
  steady: number;
  burst: number;
  overload: number;
  idle: number;
  idleConnections: number;
  restarts: number;
  /** Addresses there at the cold start. */
  rows: number;
};

export const LOAD_SIZES = {
  quick: {
    step: 4,
    steady: 6,
    burst: 3,
    overload: 6,
    idle: 3,
    idleConnections: 2_000,
    restarts: 1,
    rows: 100_000,
  },
  short: {
    step: 8,
    steady: 20,
    burst: 5,
    overload: 15,
    idle: 4,
    idleConnections: 2_000,
    restarts: 3,
    rows: 1_000_000,
  },
  /** About half an hour. */
  long: {
    step: 300,
    steady: 600,
    burst: 10,
    overload: 300,
    idle: 60,
    idleConnections: 10_000,
    restarts: 10,
    rows: 1_000_000,
  },
} as const satisfies Record<string, LoadSize>;

export type LoadRun = {
  dist: string;
  folder: string;
  size: LoadSize;
  page: readonly string[];
  add(name: string, unit: string, samples: number[], goal?: Figure['goal']): void;
  say(line: string): void;
};

/** How many accepted addresses the store does not have. */
export async function lostOf(visited: readonly Visited[], dataDir: string): Promise<number> {
  await untilMerged(dataDir);
  const db = openForReading(dataDir);
  if (db === null) throw new Error(`no store in ${dataDir}`);
  const find = db.prepare('SELECT 1 FROM subscription WHERE key = ?');
  const lost = visited.filter((one) => isGood(one) && find.get(one.label) === undefined).length;
  db.close();
  return lost;
}
