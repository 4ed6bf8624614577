import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** As long as editions are, so that an earlier one comes back as quickly. */
const KEPT_MS = 365 * 24 * 60 * 60 * 1000;

/** Returns the picture drawn earlier from the same facts and files, or draws it. */
export type DrawOnce = (facts: object, files: Buffer[], draw: () => Promise<Buffer>) => Promise<Buffer>;

/**
 * Keeps drawn pictures for a year after use.
 * @param drawing changes with the drawing code.
 * @param now milliseconds since 1970.
 */
export function keepDrawn(folder: string, drawing: string, now: number): DrawOnce {
  let tidied: Promise<void> | null = null;
  return async (facts, files, draw) => {
    const kept = join(folder, keptName(drawing, facts, files));
    const found = await readFile(kept).catch(() => null);
    // A power failure may leave an empty one.
    if (found !== null && found.length > 0) {
      await utimes(kept, now / 1000, now / 1000);
      return found;
    }
    const drawn = await draw();
    await mkdir(folder, { recursive: true });
    await (tidied ??= removeOld(folder, now));
    // Written under a temporary name, so that another process never reads half a file, and to disk before it is renamed.
    const half = `${kept}.${randomUUID()}`;
    await writeFile(half, drawn, { flush: true });
    await rename(half, kept);
    return drawn;
  };
}

/** The name of a drawn picture in its folder. */
export function keptName(drawing: string, facts: object, files: Buffer[] = []): string {
  const hash = createHash('sha256').update(JSON.stringify({ facts, drawing }));
  for (const file of files) hash.update(file);
  return hash.digest('hex');
}

async function removeOld(folder: string, now: number): Promise<void> {
  for (const name of await readdir(folder)) {
    const file = join(folder, name);
    const found = await stat(file).catch(() => null);
    if (found !== null && found.mtimeMs < now - KEPT_MS) await rm(file, { force: true });
  }
}
