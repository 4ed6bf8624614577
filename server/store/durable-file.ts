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

// Files that survive a power failure: written under a temporary name, synced, renamed, and the folder synced.

/** A unique temporary name beside `file`. */
export function draftOf(file: string): string {
  return `${file}.part-${process.pid}-${process.hrtime.bigint()}`;
}

/** Creates an empty file that only this user can read. */
export function createPrivate(file: string): void {
  closeSync(openSync(file, 'wx', 0o600));
}

/** Copies into a new file that only this user can read. */
export function copyToDraft(from: string, draft: string): void {
  createPrivate(draft);
  copyFileSync(from, draft);
  // A copy inherits the mode of the original.
  chmodSync(draft, 0o600);
}

/** Writes a draft of `file` with this content, which only this user can read. */
export function writeDraft(file: string, content: string): string {
  const draft = draftOf(file);
  writeFileSync(draft, content, { flag: 'wx', mode: 0o600 });
  return draft;
}

/** Renames a finished draft, durably. */
export function putFileInPlace(draft: string, file: string): void {
  sync(draft, 'r+');
  renameSync(draft, file);
  syncFolderOf(file);
}

/** The same if the file is missing: one that another process has created meanwhile stays. */
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

/** Makes a new name in a folder durable, without blocking. */
export async function syncFolderMeanwhile(file: string): Promise<void> {
  if (process.platform === 'win32') return;
  await using folder = await open(dirname(file), 'r');
  await folder.sync();
}

/** Empty if there is no such folder. */
export async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** The folder itself, or the existing one it will be created in. */
export function existingPart(path: string): string {
  return existsSync(path) || path === dirname(path) ? path : existingPart(dirname(path));
}
