import { copyFileSync, mkdirSync, readdirSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';

/** Writes a file, with the folders above it. */
export async function write(file: string, content: string | Buffer): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, content);
}

/**
 * Copies all files of a folder: at once, which takes half as long for a thousand small ones. `cp` would read the folders
 * above, which the publisher may not.
 */
export function copyFolder(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    const target = join(to, relative(from, file));
    if (entry.isDirectory()) mkdirSync(target, { recursive: true });
    else copyFileSync(file, target);
  }
}
