import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readFile, realpath, stat, writeFile } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { contentProblems, onlyChanges } from '#contract/content/check.ts';
import { upToDate } from '#contract/content/former.ts';
import {
  FILE_NAME,
  filesIn,
  filesOf,
  MOST_FILE_BYTES,
  MOST_KEY_LENGTH,
  type Content,
  type Json,
} from '#contract/content/content.ts';
import { FILE_KINDS, fileKind } from '#contract/content/file-kinds.ts';
import type { ContentProblem } from '#contract/content/problems.ts';
import type { Kysely } from '#kysely';
import type { Tables } from '#server/store/schema.ts';
import { copyFiles } from '#server/content/copy-files.ts';
import { currentEdition } from '#server/content/editions.ts';
import { replaceDraft } from '#server/content/draft.ts';
import { storeFile } from '#server/content/files.ts';
import { prepareFiles } from '#server/publish/owner-files.ts';
import { programWords } from '#server/publish/program-words.ts';
import type { Store } from '#server/store/existing.ts';
import { Failed } from '../command.ts';

const CONTENT_FILE = 'content.json';
const FILES = 'files';

/** Writes a content and its files, made to be read in a diff: a line for each field, in a fixed order. */
export async function exportContent(read: Kysely<Tables>, content: Content, folder: string): Promise<void> {
  const [missing] = await copyFiles(read, filesOf(content), join(folder, FILES));
  if (missing !== undefined) throw new Failed(`The database has no file ${missing}.`);
  await writeFile(join(folder, CONTENT_FILE), `${JSON.stringify(content, null, 2)}\n`);
}

/** Bytes. A whole content in its longest words is far smaller. */
const LARGEST_JSON = 8 * 1024 * 1024;

/**
 * Makes a folder's content the draft, all or nothing. A file may be named by its path in the folder; the store names it
 * by what is in it. Its pictures are drawn before anybody publishes them.
 * @returns what is wrong with the content. @throws Failed when it cannot be read.
 */
export async function importContent(
  { read, write }: Store,
  { folder, dataDir }: { folder: string; dataDir: string },
  now: number,
): Promise<ContentProblem[]> {
  const given = await readContent(join(folder, CONTENT_FILE));
  const words = await programWords();
  const { files, problems } = await readNamed(folder, given);
  const nameOf = (path: string) => files.get(path)?.name;
  const content = onlyChanges(upToDate(withNames(given, nameOf) as Content), words);
  if (problems.length === 0) problems.push(...contentProblems(content, words));
  if (problems.length > 0) return problems;
  // Nothing is stored before all is checked.
  for (const { field, path, file, kind } of files.values()) {
    const options = { most: MOST_FILE_BYTES, dataDir };
    const stored = await storeFile(write, kind, createReadStream(file), options, now);
    if (stored.is !== 'stored') return [{ field, at: '', code: 'file-size', limit: path }];
  }
  const prepared = await prepareFiles({ read, dataDir, now: () => now }, content);
  if (prepared.is === 'refused') return prepared.problems;
  if (prepared.is === 'failed')
    throw new Failed(`The files could not be processed (${prepared.why}). ${prepared.said}`);
  const base = (await currentEdition(read))?.content ?? {};
  await replaceDraft(write, content, base, null, now);
  return [];
}

/** A file that a content names by `path`; `name`: in the store. */
type Named = { field: string; path: string; file: string; kind: string; name: string };

/** The files that a content names, by their paths, and what is wrong with those that cannot be taken. */
async function readNamed(folder: string, content: Record<string, Json>) {
  const files = new Map<string, Named>();
  const problems: ContentProblem[] = [];
  const root = await realpath(folder);
  for (const [field, value] of Object.entries(content))
    for (const path of filesIn(value)) {
      const found = files.has(path) ? null : await readFileOf(root, path);
      if (found === null) continue;
      if ('code' in found) problems.push({ field: field.slice(0, MOST_KEY_LENGTH), at: '', ...found });
      else files.set(path, { field, path, ...found });
    }
  return { files, problems };
}

async function readFileOf(
  root: string,
  path: string,
): Promise<Pick<Named, 'file' | 'kind' | 'name'> | Pick<ContentProblem, 'code' | 'limit'>> {
  const isName = FILE_NAME.test(path);
  const file = await within(root, isName ? join(FILES, path) : path);
  if (file === null) return { code: 'file-there', limit: path };
  const kind = await kindOf(file);
  if (kind === null) return { code: 'file', limit: FILE_KINDS.join('|') };
  if ((await stat(file)).size > MOST_FILE_BYTES) return { code: 'file-size', limit: path };
  const hash = createHash('sha256');
  for await (const part of createReadStream(file)) hash.update(part as Buffer);
  const name = `${hash.digest('hex')}.${kind}`;
  return isName && name !== path ? { code: 'file-name', limit: path } : { file, kind, name };
}

/** @throws Failed */
async function readContent(file: string): Promise<Record<string, Json>> {
  try {
    if ((await stat(file)).size > LARGEST_JSON) throw new Failed(`${file} is too large for a content file.`);
    const content: unknown = JSON.parse((await readFile(file, 'utf8')).replace(/^\uFEFF/, ''));
    // Throws if it is too deep for what reads it later.
    JSON.stringify(content);
    if (typeof content === 'object' && content !== null && !Array.isArray(content))
      return content as Record<string, Json>;
    throw new Failed(`${file} must be an object with a value for each field. "site export" writes one.`);
  } catch (error) {
    if (error instanceof SyntaxError) throw new Failed(`${file} is not valid JSON: ${error.message}`);
    if (error instanceof RangeError) throw new Failed(`${file} is nested too deeply for a content file.`);
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw new Failed(`${file} cannot be read (${code}). "site export" writes one.`);
  }
}

/** A file of the folder; null if it is not there, or outside. */
async function within(root: string, path: string): Promise<string | null> {
  const file = await realpath(join(root, path)).catch(() => null);
  return file !== null && file.startsWith(root + sep) && (await stat(file)).isFile() ? file : null;
}

/** Its extension, by its first bytes. */
async function kindOf(file: string): Promise<string | null> {
  await using handle = await open(file, 'r');
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(1024), 0, 1024, 0);
  const kind = fileKind(buffer.subarray(0, bytesRead).toString('latin1'));
  return kind === 'svg' && extname(file) !== '.svg' ? null : kind;
}

function withNames(value: Json, nameOf: (path: string) => string | undefined): Json {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((inner) => withNames(inner, nameOf));
  const entries = Object.entries(value).map(([key, inner]) => [
    key,
    key === 'file' && typeof inner === 'string' ? (nameOf(inner) ?? inner) : withNames(inner, nameOf),
  ]);
  return Object.fromEntries(entries) as Json;
}
