import { setTimeout as wait } from 'node:timers/promises';
import { rowsInBuffer } from '#server/store/write-buffer.ts';
import { openForReading } from '#server/store/open.ts';

const LOOK_MS = 20;
const LONGEST_SECONDS = 120;

/** Waits until all that was accepted is in its tables; gives the seconds. */
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
