import { existsSync } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Makes a new name in a folder durable, while others are answered. */
export async function syncFolderMeanwhile(file: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(dirname(file), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
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
