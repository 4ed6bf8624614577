import { setTimeout as wait } from 'node:timers/promises';
import { openForReading } from '#server/store/open.ts';
import { rowsInBuffer } from '#server/store/write-buffer.ts';
import { isGood, type Visited } from './visitors.ts';

const LOOK_MS = 20;
const LONGEST_SECONDS = 120;

/** Waits until all accepted rows are in their tables; returns the seconds. */
export async function untilMerged(dataDir: string): Promise<number> {
  const begun = performance.now();
  for (;;) {
    const db = openForReading(dataDir);
    const waiting = db ? rowsInBuffer(db) : 0;
    db?.close();
    const seconds = (performance.now() - begun) / 1_000;
    if (waiting === 0) return seconds;
    if (seconds > LONGEST_SECONDS) throw new Error(`${waiting} rows still wait in the buffer of ${dataDir}`);
    await wait(LOOK_MS);
  }
}

/** Returns how many accepted addresses the store lacks. */
export async function lostOf(visited: readonly Visited[], dataDir: string): Promise<number> {
  await untilMerged(dataDir);
  const db = openForReading(dataDir);
  if (db === null) throw new Error(`no store in ${dataDir}`);
  const find = db.prepare('SELECT 1 FROM subscription WHERE key = ?');
  const lost = visited.filter((one) => isGood(one) && find.get(one.label) === undefined).length;
  db.close();
  return lost;
}
