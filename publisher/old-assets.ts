import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, stat, utimes } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { isLetterPicture } from '#contract/shown-letter.ts';

const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/**
 * Keeps chunks and pictures of earlier builds for 30 days, so that a page opened before a release still finds
 * its files. Their names have hashes, so nothing is overwritten. Not the pictures of newsletters: those that are shown
 * are there already, and one that was taken down is gone.
 */
export async function keepOldAssets(previous: string, next: string, now: number = Date.now()): Promise<void> {
  const folder = join(previous, 'static');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const path = join('static', relative(folder, file));
    const target = join(next, path);
    if (existsSync(target) || isLetterPicture(path.replaceAll('\\', '/'))) continue;
    const { atime, mtime } = await stat(file);
    if (now - mtime.getTime() > KEPT_MS) continue;
    await mkdir(dirname(target), { recursive: true });
    await copyFile(file, target);
    // Its age is that of the rendering it came with.
    await utimes(target, atime, mtime);
  }
}
