import { createWriteStream, existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Kysely } from '#kysely';
import type { Tables } from '#server/store/schema.ts';
import { readFileStream } from './files.ts';

/**
 * Copies the owner's files of these names out of the store, unless they are in the folder: a name tells the content.
 * Returns the names that the store lacks.
 */
export async function copyFiles(read: Kysely<Tables>, names: string[], folder: string): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  const missing: string[] = [];
  for (const name of names) {
    const file = join(folder, name);
    if (existsSync(file)) continue;
    const pieces = await readFileStream(read, name);
    if (pieces === null) {
      missing.push(name);
      continue;
    }
    const draft = `${file}.part-${process.pid}`;
    try {
      await pipeline(Readable.from(pieces), createWriteStream(draft));
      await rename(draft, file);
    } finally {
      await rm(draft, { force: true });
    }
  }
  return missing;
}
