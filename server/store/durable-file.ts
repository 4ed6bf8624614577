import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { dirname } from 'node:path';

// A file that outlasts a power cut: written beside under another name, synced, named, and its folder synced.

/** A name beside `file` that nobody else has. */
export function draftOf(file: string): string {
  return `${file}.part-${process.pid}-${process.hrtime.bigint()}`;
}

/** An empty file that only this user can read. */
export function createPrivate(file: string): void {
  closeSync(openSync(file, 'wx', 0o600));
}

/** A copy that only this user can read, in a file that is not there yet. */
export function copyToDraft(from: string, draft: string): void {
  createPrivate(draft);
  copyFileSync(from, draft);
  // A copy takes the rights of the original.
  chmodSync(draft, 0o600);
}

/** A draft of `file` with this content, which only this user can read. */
export function writeDraft(file: string, content: string): string {
  const draft = draftOf(file);
  writeFileSync(draft, content, { flag: 'wx', mode: 0o600 });
  return draft;
}

/** Gives a finished draft its name, durably. */
export function putInPlace(draft: string, file: string): void {
  sync(draft, 'r+');
  renameSync(draft, file);
  syncFolderOf(file);
}

/** The same where there is no such file yet: one that another process has made in the meantime stays as it is. */
export function putIfAbsent(draft: string, file: string): void {
  try {
    sync(draft, 'r+');
    linkSync(draft, file);
  } catch (error) {
    if (!existsSync(file)) throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  syncFolderOf(file);
}

function sync(path: string, flags: 'r' | 'r+'): void {
  const handle = openSync(path, flags);
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** A new name is durable only once its folder is synced (fsync(2)). Windows has no such call for folders. */
export function syncFolderOf(file: string): void {
  if (process.platform !== 'win32') sync(dirname(file), 'r');
}

/** Makes a new name in a folder durable, while others are answered. */
export async function syncFolderMeanwhile(file: string): Promise<void> {
  if (process.platform === 'win32') return;
  await using folder = await open(dirname(file), 'r');
  await folder.sync();
}

/** None where there is no such folder. */
export async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** The folder itself, or the one it will be made in. */
export function existingPart(path: string): string {
  return existsSync(path) || path === dirname(path) ? path : existingPart(dirname(path));
}
