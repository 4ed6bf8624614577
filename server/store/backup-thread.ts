import { parentPort, workerData } from 'node:worker_threads';
import { backUp } from './backup.ts';
import { type Refusal, RefusedError } from './refusal.ts';

export type BackupOrder = { dataDir: string; file: string; keys: boolean };
export type BackupReply = { ok: true; keptKeys: string | null } | { ok: false; refusal: Refusal };

/** The thread that copies the store: of a large one that takes seconds. */
function main({ dataDir, file, keys }: BackupOrder): BackupReply {
  try {
    return { ok: true, keptKeys: backUp(dataDir, file, { keys }).keptKeys };
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    const { code, message } = error;
    return { ok: false, refusal: { code, message } };
  }
}

// Outside a thread this module is only compiled ahead, see scripts/build.ts.
if (parentPort) parentPort.postMessage(main(workerData as BackupOrder));
