import { mkdtempSync, rmSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { TransformStream } from 'node:stream/web';
import { Worker } from 'node:worker_threads';
import type { Kysely } from '#kysely';
import type { Lock } from './age.ts';
import type { BackupOrder, BackupReply } from './backup-thread.ts';
import { SHORT_BELOW, spaceOf } from './disk/free-space.ts';
import { sizeOf } from './inspect.ts';
import { databaseFile } from './open.ts';
import { RefusedError } from './refusal.ts';
import type { Tables } from './schema.ts';
import { readSetting, writeSetting } from './stored-setting.ts';

/** The setting that stores the last one. */
const LAST = 'last-backup';

export type LastBackup = { at: number; bytes: number };

/** The last backup that can leave this machine: downloaded, or written by the command. */
export async function lastBackup(query: Kysely<Tables>): Promise<LastBackup | null> {
  const kept = await readSetting(query, LAST);
  return kept === null ? null : (JSON.parse(kept) as LastBackup);
}

export async function noteBackup(query: Kysely<Tables>, backup: LastBackup): Promise<void> {
  await writeSetting(query, LAST, JSON.stringify(backup));
}

type BackupWish = { dataDir: string; keys: boolean; lock: Lock; now: () => number };

/**
 * A copy of the store as one encrypted file, while the server goes on. The copy is in DATA_DIR until `remove`
 * is called, readable for this user alone. @throws RefusedError before the first byte.
 */
export async function openBackup(
  query: Kysely<Tables>,
  { dataDir, keys, lock, now }: BackupWish,
): Promise<{ file: AsyncGenerator<Uint8Array>; remove: () => Promise<void> }> {
  await assertRoom(dataDir);
  const folder = mkdtempSync(join(dataDir, 'backup-'));
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const encrypted = Readable.fromWeb(readable);
  const order: BackupOrder = {
    dataDir,
    file: join(folder, 'embreve.sqlite'),
    keys,
    lock,
    into: writable,
  };
  const worker = new Worker(new URL('./backup-thread.ts', import.meta.url), {
    workerData: order,
    transferList: [writable],
    // Closing a descriptor early would release SQLite's locks on the same files.
    trackUnmanagedFds: false,
  });
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  worker.once('error', (error) => encrypted.destroy(error));
  // The reader gets the error; there may be no reader.
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
  // Before the client sees the end of the file.
  await remove();
  await noteBackup(query, { at, bytes });
}

/** Resolves once the copy is made. @throws RefusedError */
function copied(worker: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    worker.on('message', (reply: BackupReply | { ok?: undefined }) => {
      // Under `node --watch` Node reports on the same channel which files the thread has read.
      if (reply.ok === undefined) return;
      if (reply.ok) resolve();
      else reject(new RefusedError(reply.refusal.code, reply.refusal.message));
    });
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('The thread that makes the backup ended.')));
  });
}

/** The copy must not take the space that sign-ups need. @throws RefusedError */
export async function assertRoom(dataDir: string): Promise<void> {
  const file = databaseFile(dataDir);
  const sizes = ['', '-wal'].map((end) => sizeOf(file + end));
  const free = spaceOf(await statfs(dataDir))?.free ?? Infinity;
  if (free - sizes.reduce((sum, size) => sum + size, 0) < SHORT_BELOW.low.bytes)
    throw new RefusedError('no-space', `${dataDir} has no space for a copy of the database. Free up some.`);
}
