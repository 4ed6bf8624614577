import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Kysely } from '#kysely';
import { filesOf, type Content } from '#contract/content/content.ts';
import { copyFiles } from '#server/content/copy-files.ts';
import type { Tables } from '#server/store/schema.ts';
import { Failed } from '../command.ts';

export const CONTENT_FILE = 'content.json';
export const FILES = 'files';

/** Writes a content and its files, made to be read in a diff: a line for each field, in a fixed order. */
export async function exportContent(read: Kysely<Tables>, content: Content, folder: string): Promise<void> {
  const [missing] = await copyFiles(read, filesOf(content), join(folder, FILES));
  if (missing !== undefined) throw new Failed(`The store lacks the file ${missing}.`);
  await writeFile(join(folder, CONTENT_FILE), `${JSON.stringify(content, null, 2)}\n`);
}
