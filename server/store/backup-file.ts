import { mkdtempSync, rmSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { TransformStream } from 'node:stream/web';
import { Worker } from 'node:worker_threads';
import type { Kysely } from '#kysely';
import type { BackupOrder, BackupReply } from './backup-thread.ts';
import { SHORT_BELOW, spaceOf } from './disk/free-space.ts';
import { sizeOf } from './inspect.ts';
import { databaseFile } from './open.ts';
import { RefusedError } from './refusal.ts';
import type { Tables } from './schema.ts';
import { readSetting, writeSetting } from './stored-setting.ts';

/** The setting that tells of the last one. */
const LAST = 'last-backup';

export type LastBackup = { at: number; bytes: number };

/** Of those that can leave this machine: downloaded, or written by the command. */
export async function lastBackup(query: Kysely<Tables>): Promise<LastBackup | null> {
  const kept = await readSetting(query, LAST);
  return kept === null ? null : (JSON.parse(kept) as LastBackup);
}

export async function noteBackup(query: Kysely<Tables>, backup: LastBackup): Promise<void> {
  await writeSetting(query, LAST, JSON.stringify(backup));
}

type BackupWish = { dataDir: string; keys: boolean; passphrase: string; now: () => number };

/**
 * A copy of the store as one encrypted file, beside a server that goes on taking addresses. The copy lies in DATA_DIR until
 * `remove` is called, readable for this user alone. @throws RefusedError before the first byte.
 */
export async function openBackup(
  query: Kysely<Tables>,
  { dataDir, keys, passphrase, now }: BackupWish,
): Promise<{ file: AsyncGenerator<Uint8Array>; remove: () => Promise<void> }> {
  await assertRoom(dataDir);
  const folder = mkdtempSync(join(dataDir, 'backup-'));
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const encrypted = Readable.fromWeb(readable);
  const order: BackupOrder = {
    dataDir,
    file: join(folder, 'embreve.sqlite'),
    keys,
    passphrase,
    into: writable,
  };
  const worker = new Worker(new URL('./backup-thread.ts', import.meta.url), {
    workerData: order,
    transferList: [writable],
    // Closing a descriptor early would drop the locks that SQLite has on the same files.
    trackUnmanagedFds: false,
  });
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  worker.once('error', (error) => encrypted.destroy(error));
  // Whoever reads it meets the error; perhaps nobody does.
  encrypted.on('error', () => {});
  async function remove(): Promise<void> {
    encrypted.destroy();
    await ended;
    rmSync(folder, { recursive: true, force: true });
  }
  try {
    await copied(worker);
    return { file: noted(query, now(), encrypted, remove), remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

async function* noted(
  query: Kysely<Tables>,
  at: number,
  file: AsyncIterable<Uint8Array>,
  remove: () => Promise<void>,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const part of file) {
    bytes += part.length;
    yield part;
  }
  // Before whoever has it sees its end.
  await remove();
  await noteBackup(query, { at, bytes });
}

/** Once the copy is made. @throws RefusedError */
function copied(worker: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    worker.on('message', (reply: BackupReply | { ok?: undefined }) => {
      // Under `node --watch` Node itself says on the same channel which files the thread has read.
      if (reply.ok === undefined) return;
      if (reply.ok) resolve();
      else reject(new RefusedError(reply.refusal.code, reply.refusal.message));
    });
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('The thread that makes the backup ended.')));
  });
}

/** The copy must not take the room that addresses need. @throws RefusedError */
async function assertRoom(dataDir: string): Promise<void> {
  const file = databaseFile(dataDir);
  const sizes = ['', '-wal'].map((end) => sizeOf(file + end));
  const { free } = spaceOf(await statfs(dataDir));
  if (free - sizes.reduce((sum, size) => sum + size, 0) < SHORT_BELOW.low.bytes)
    throw new RefusedError('no-space', `${dataDir} has no space for a copy of the database. Free up some.`);
}
