import { setPriority } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { type Job, Sender } from './sender.ts';
import { openTarget, type TargetSettings } from './target.ts';

/** The first message. */
export type SenderStart = { dataDir: string; target: TargetSettings; key: string; days: number };
/** A message of this process: only a new base helps. */
export type SenderSaid = 'lost';

/** Copying yields to everything else. */
const NICENESS = 10;

/** A process of its own: what seals and sends takes more memory than the collector has. */
async function main({ dataDir, target, key, days }: SenderStart): Promise<void> {
  const sender = new Sender({
    dataDir,
    to: target.to,
    target: await openTarget(target),
    key,
    days,
    now: Date.now,
    wait: (ms) => wait(ms),
    onLost: () => process.send?.('lost' satisfies SenderSaid),
  });
  process.on('message', (job: Job) => void sender.take(job));
}

// Elsewhere this module is only precompiled, see scripts/build.ts.
if (process.send) {
  setPriority(NICENESS);
  // The collector has ended: a new one begins anew.
  process.once('disconnect', () => process.exit());
  process.once('message', (start: SenderStart) => void main(start));
}
