import { createReadStream } from 'node:fs';
import { open, readFile, realpath, stat } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { contentProblems, onlyChanges } from '#contract/content/check.ts';
import { FILE_NAME, filesIn, MOST_FILE_BYTES, type Content, type Json } from '#contract/content/content.ts';
import type { Problem } from '#contract/content/problems.ts';
import { currentEdition } from '#server/content/editions.ts';
import { replaceDraft } from '#server/content/draft.ts';
import { storeFile } from '#server/content/files.ts';
import { programWords } from '#server/publish/own-words.ts';
import type { Store } from '#server/store/existing.ts';
import { Failed } from '../command.ts';
import { CONTENT_FILE, FILES } from './export.ts';

/** Bytes. A whole content in its longest words is far smaller. */
const LARGEST_JSON = 8 * 1024 * 1024;

/** The first bytes of each kind of file, one letter per byte: names prove nothing. */
const KINDS: Record<string, RegExp> = {
  pdf: /^%PDF-/,
  // The first archive entry, uncompressed (EPUB 3.3, 4.2.2).
  epub: /^PK.{28}mimetypeapplication\/epub\+zip/s,
  jpg: /^\xff\xd8\xff/,
  png: /^\x89PNG/,
  webp: /^RIFF.{4}WEBP/s,
  avif: /^.{4}ftypavif/s,
  svg: /<svg\b/,
};

/**
 * Makes a folder's content the draft, all or nothing. A file may be named by its path in the folder; the store names it
 * by what is in it.
 * @returns what is wrong with the content. @throws Failed when it cannot be read.
 */
export async function importContent(
  { read, write }: Store,
  { folder, dataDir }: { folder: string; dataDir: string },
  now: number,
): Promise<Problem[]> {
  const given = await readContent(join(folder, CONTENT_FILE));
  const words = await programWords();
  const problems: Problem[] = [];
  const files = new Map<string, string>();
  for (const [field, value] of Object.entries(given))
    for (const path of filesIn(value)) {
      const stored = await storeNamed(path);
      if (typeof stored === 'string') files.set(path, stored);
      else problems.push({ field, at: '', ...stored });
    }
  const content = onlyChanges(withNames(given, files) as Content, words);
  problems.push(...(problems.length > 0 ? [] : contentProblems(content, words)));
  if (problems.length > 0) return problems;
  const base = (await currentEdition(read))?.content ?? {};
  await replaceDraft(write, content, base, null, now);
  return [];

  /** Its name in the store, or what is wrong with it. */
  async function storeNamed(path: string): Promise<string | Pick<Problem, 'code' | 'limit'>> {
    const file = await within(folder, FILE_NAME.test(path) ? join(FILES, path) : path);
    if (file === null) return { code: 'file-there', limit: path };
    const kind = await kindOf(file);
    if (kind === null) return { code: 'file', limit: Object.keys(KINDS).join('|') };
    const stored = await storeFile(
      write,
      kind,
      createReadStream(file),
      { most: MOST_FILE_BYTES, dataDir },
      now,
    );
    return stored.is === 'stored' ? stored.name : { code: 'file-size', limit: path };
  }
}

/** @throws Failed */
async function readContent(file: string): Promise<Record<string, Json>> {
  try {
    if ((await stat(file)).size > LARGEST_JSON) throw new Failed(`${file} is too large to be a content.`);
    const content: unknown = JSON.parse((await readFile(file, 'utf8')).replace(/^\uFEFF/, ''));
    if (typeof content === 'object' && content !== null && !Array.isArray(content))
      return content as Record<string, Json>;
    throw new Failed(`${file} must be an object with a value for each field. "site export" writes one.`);
  } catch (error) {
    if (error instanceof SyntaxError) throw new Failed(`${file} is not valid JSON: ${error.message}`);
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw new Failed(`${file} cannot be read (${code}). "site export" writes one.`);
  }
}

/** A file of the folder; null if it is not there, or outside. */
async function within(folder: string, path: string): Promise<string | null> {
  const root = await realpath(folder);
  const file = await realpath(join(root, path)).catch(() => null);
  return file !== null && file.startsWith(root + sep) && (await stat(file)).isFile() ? file : null;
}

/** Its extension, by its first bytes. */
async function kindOf(file: string): Promise<string | null> {
  await using handle = await open(file, 'r');
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(1024), 0, 1024, 0);
  const head = buffer.subarray(0, bytesRead).toString('latin1');
  const kind = Object.keys(KINDS).find((one) => KINDS[one]?.test(head)) ?? null;
  return kind === 'svg' && extname(file) !== '.svg' ? null : kind;
}

function withNames(value: Json, names: ReadonlyMap<string, string>): Json {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((inner) => withNames(inner, names));
  const entries = Object.entries(value).map(([key, inner]) => [
    key,
    key === 'file' && typeof inner === 'string' ? (names.get(inner) ?? inner) : withNames(inner, names),
  ]);
  return Object.fromEntries(entries) as Json;
}
