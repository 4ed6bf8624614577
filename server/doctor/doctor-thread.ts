import { parentPort, workerData } from 'node:worker_threads';
import type { FixedConfig } from '#server/base/config.ts';
import { shownDist } from '#server/publish/renderings.ts';
import { examine } from './examine.ts';

/** `version`: the server's. */
export type DoctorOrder = { config: FixedConfig; now: number; version: string };

/** Runs the check in a thread: reading a large store takes seconds. */
async function main({ config, now, version }: DoctorOrder): Promise<void> {
  const findings = await examine(config, shownDist(config.dataDir), now, version);
  // eslint-disable-next-line unicorn/require-post-message-target-origin -- to the thread that asked
  parentPort?.postMessage({ findings });
}

await main(workerData as DoctorOrder);
