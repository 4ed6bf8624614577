import { createReadStream, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Kysely } from '#kysely';
import { decrypt, encrypt } from './age.ts';
import { secretsBeside } from './backup.ts';
import type { BackupOrder, BackupReply } from './backup-thread.ts';
import { SHORT_BELOW, spaceOf } from './disk/free-space.ts';
import { sizeOf } from './inspect.ts';
import { databaseFile } from './open.ts';
import { RefusedError } from './refusal.ts';
import type { Tables } from './schema.ts';
import { readSetting, writeSetting } from './stored-setting.ts';
import { pack, unpack } from './tar.ts';

/** What stands in the file that an owner downloads: an archive, encrypted. The keys are there where they are in DATA_DIR. */
const STORE = 'embreve.sqlite';
const KEYS = secretsBeside(STORE);
export const ENDING = '.tar.age';

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

export type BackupWish = { dataDir: string; keys: boolean; passphrase: string; now: () => number };

/**
 * A copy of the store as one encrypted file, beside a server that goes on taking addresses. The copy lies in DATA_DIR until
 * `remove` is called, readable for this user alone. @throws RefusedError before the first byte.
 */
export async function openBackup(
  query: Kysely<Tables>,
  { dataDir, keys, passphrase, now }: BackupWish,
): Promise<{ file: AsyncGenerator<Uint8Array>; remove: () => void }> {
  await assertRoom(dataDir);
  const folder = mkdtempSync(join(dataDir, 'backup-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const path = join(folder, STORE);
  try {
    const keptKeys = await copyInThread({ dataDir, file: path, keys });
    const at = now();
    const files = [{ name: STORE, path }];
    if (keptKeys !== null) files.push({ name: KEYS, path: keptKeys });
    return { file: noted(query, at, encrypt(passphrase, pack(files, at))), remove };
  } catch (error) {
    remove();
    throw error;
  }
}

async function* noted(
  query: Kysely<Tables>,
  at: number,
  file: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const part of file) {
    bytes += part.length;
    yield part;
  }
  await noteBackup(query, { at, bytes });
}

/** @throws RefusedError. Gives where the keys are. */
function copyInThread(order: BackupOrder): Promise<string | null> {
  const worker = new Worker(new URL('./backup-thread.ts', import.meta.url), {
    workerData: order,
    // Closing a descriptor early would drop the locks that SQLite has on the same files.
    trackUnmanagedFds: false,
  });
  return new Promise((resolve, reject) => {
    worker.on('message', (reply: BackupReply | { ok?: undefined }) => {
      // Under `node --watch` Node itself says on the same channel which files the thread has read.
      if (reply.ok === undefined) return;
      if (reply.ok) resolve(reply.keptKeys);
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
    throw new RefusedError('no-space', `${dataDir} has no room for a copy of the store. Free some.`);
}

export function isEncrypted(file: string): boolean {
  return file.endsWith('.age');
}

/** Opens an encrypted backup into a folder of its own, which `use` has until it ends. @throws RefusedError */
export async function withOpened<T>(
  file: string,
  { dataDir, passphrase }: { dataDir: string; passphrase: string },
  use: (store: string) => Promise<T>,
): Promise<T> {
  if (!existsSync(file)) throw new RefusedError('missing', `There is no ${file}.`);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const folder = mkdtempSync(join(dataDir, 'restore-'));
  const store = join(folder, STORE);
  try {
    const to = { [STORE]: store, [KEYS]: join(folder, KEYS) };
    await unpack(decrypt(passphrase, createReadStream(file)), to);
    return await use(store);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
