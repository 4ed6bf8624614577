import type { WritableStream } from 'node:stream/web';
import { parentPort, workerData } from 'node:worker_threads';
import { encryptFile, type Lock } from './age.ts';
import { backUp } from './backup.ts';
import { type Refusal, RefusedError } from './refusal.ts';

/** `into`: receives the encrypted copy. */
export type BackupOrder = {
  dataDir: string;
  file: string;
  keys: boolean;
  lock: Lock;
  into: WritableStream<Uint8Array>;
};
export type BackupReply = { ok: true } | { ok: false; refusal: Refusal };

/** Copies and encrypts the store in a thread: a large store takes seconds. */
async function main({ dataDir, file, keys, lock, into }: BackupOrder): Promise<void> {
  const say = (reply: BackupReply) => parentPort?.postMessage(reply);
  try {
    backUp(dataDir, file, { keys });
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    const { code, message } = error;
    return say({ ok: false, refusal: { code, message } });
  }
  const encrypted = await encryptFile(file, lock);
  say({ ok: true });
  // An aborting reader knows why, and so does the other end of the pipe.
  await encrypted.pipeTo(into).catch(() => {});
}

await main(workerData as BackupOrder);
