import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Kysely } from '#kysely';
import { syncFolderMeanwhile } from '#server/store/durable-file.ts';
import type { Tables } from '#server/store/schema.ts';
import { readFileStream } from './files.ts';

/**
 * Copies the owner's files of these names out of the store, durably, unless they are in the folder: a name fixes the
 * content, and a copy with another, as a power failure may leave, is made again. Returns the names that the store lacks.
 */
export async function copyFiles(read: Kysely<Tables>, names: string[], folder: string): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  const missing: string[] = [];
  for (const name of names) {
    const file = join(folder, name);
    if (await hasItsContent(file, name)) continue;
    const pieces = await readFileStream(read, name);
    if (pieces === null) {
      missing.push(name);
      continue;
    }
    const draft = `${file}.part-${process.pid}`;
    try {
      await pipeline(Readable.from(pieces), createWriteStream(draft, { flush: true }));
      if (await hasItsContent(draft, name)) await rename(draft, file);
      else missing.push(name);
    } finally {
      await rm(draft, { force: true });
    }
  }
  await syncFolderMeanwhile(join(folder, 'any'));
  return missing;
}

/** Whether a file is there and its bytes are those that its name, a SHA-256, stands for. */
async function hasItsContent(file: string, name: string): Promise<boolean> {
  const hash = createHash('sha256');
  try {
    await pipeline(createReadStream(file), hash);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
  return name.startsWith(`${hash.digest('hex')}.`);
}
