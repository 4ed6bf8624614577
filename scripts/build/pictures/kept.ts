import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../root.ts';

const FOLDER = join(ROOT, 'node_modules/.cache/pictures');
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/** Versions of the drawing code and libraries: a new version may change every picture. */
const DRAWERS = [
  ...['shared.ts', 'words.ts', 'icon.ts', 'mark.ts', 'photo.ts'].map((file) =>
    join(import.meta.dirname, file),
  ),
  join(ROOT, 'node_modules/@napi-rs/canvas/package.json'),
];

/**
 * Returns the picture drawn earlier from the same inputs, or draws it. Keeps it for 30 days after use.
 * @param now milliseconds since 1970.
 */
export async function drawnOnce(
  facts: object,
  files: Buffer[],
  now: number,
  draw: () => Promise<Buffer>,
  folder = FOLDER,
): Promise<Buffer> {
  const hash = createHash('sha256').update(JSON.stringify(facts));
  for (const drawer of DRAWERS) hash.update(await readFile(drawer));
  for (const file of files) hash.update(file);
  const kept = join(folder, hash.digest('hex'));
  const found = await readFile(kept).catch(() => null);
  if (found !== null) {
    await utimes(kept, now / 1000, now / 1000);
    return found;
  }
  const drawn = await draw();
  await mkdir(folder, { recursive: true });
  await removeOld(folder, now);
  // Written under a temporary name, so that a parallel build never reads half a file.
  const half = `${kept}.${randomUUID()}`;
  await writeFile(half, drawn);
  await rename(half, kept);
  return drawn;
}

async function removeOld(folder: string, now: number): Promise<void> {
  for (const name of await readdir(folder)) {
    const file = join(folder, name);
    const found = await stat(file).catch(() => null);
    if (found !== null && found.mtimeMs < now - KEPT_MS) await rm(file, { force: true });
  }
}
