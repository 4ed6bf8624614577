import { setPriority } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { guardedByMarker } from './marker.ts';
import { CopySender } from './sender.ts';
import { type Job, LAST_MS, type SenderStart } from './sender-protocol.ts';
import { openTarget } from './open-target.ts';
import { patient } from './try-again.ts';

/** Milliseconds before a failure counts, and all of the object is sent again: of many requests some always fail. */
const PATIENCE = 10_000;
/** Copying yields to everything else. */
const NICENESS = 10;

/** A process of its own: what seals and sends takes more memory than the collector has. */
async function main({ dataDir, target, key, days }: SenderStart): Promise<void> {
  const opened = await openTarget(target, patient({ wait, onFail: () => {} }, PATIENCE));
  const sender = new CopySender({
    dataDir,
    to: target.to,
    target: guardedByMarker(opened, target.to, dataDir),
    key,
    days,
    now: Date.now,
    wait,
    say: (said) => void (process.connected && process.send?.(said)),
  });
  let working = Promise.resolve();
  process.on('message', (job: Job) => void (working = sender.take(job)));
  // The collector ends.
  process.once('disconnect', () => void working.then(() => process.exit()));
}

setPriority(NICENESS);
process.once('disconnect', () => setTimeout(() => process.exit(), LAST_MS));
process.once('message', (start: SenderStart) => void main(start));
