import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Kysely } from '#kysely';
import { filesOf, type Content } from '#contract/content/content.ts';
import { readFileStream } from '#server/content/files.ts';
import type { Tables } from '#server/store/schema.ts';
import { Failed } from '../command.ts';

export const CONTENT_FILE = 'content.json';
export const FILES = 'files';

/** Writes a content and its files, made to be read in a diff: a line for each field, in a fixed order. */
export async function exportContent(read: Kysely<Tables>, content: Content, folder: string): Promise<void> {
  await mkdir(join(folder, FILES), { recursive: true });
  for (const name of filesOf(content)) {
    const pieces = await readFileStream(read, name);
    if (pieces === null) throw new Failed(`The store lacks the file ${name}.`);
    await pipeline(Readable.from(pieces), createWriteStream(join(folder, FILES, name)));
  }
  await writeFile(join(folder, CONTENT_FILE), `${JSON.stringify(content, null, 2)}\n`);
}
