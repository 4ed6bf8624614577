import { createReadStream, existsSync, mkdirSync, rmSync } from 'node:fs';
import { readdir, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { copyToDraft, draftOf, putFileInPlace, syncFolderOf } from '#server/store/durable-file.ts';
import type { TargetCode } from '#contract/owner/server-settings.ts';
import { PIECE, readByPieces } from './pieces.ts';
import { type Target, TargetError } from './target.ts';

/** A folder, e.g. of another disk. It must exist: one of a disk that is not mounted does not. */
export function folderTarget(folder: string): Target {
  async function* list(start: string): AsyncGenerator<{ name: string; bytes: number }> {
    for (const base of (await readdir(folder)).filter((name) => name.startsWith(start))) {
      const names = await readdir(join(folder, base)).catch(() => []);
      for (const name of names) {
        const bytes = (await stat(join(folder, base, name))).size;
        yield { name: `${base}/${name}`, bytes };
      }
    }
  }
  async function* folders(start: string): AsyncGenerator<string> {
    yield* (await readdir(folder)).filter((name) => name.startsWith(start));
  }
  const there = <T>(work: () => Promise<T>) => explained(folder, work);
  return {
    put: (name, file) => there(async () => put(folder, name, file)),
    get: readByPieces((name, start) =>
      there(async () => {
        const bytes = await buffer(createReadStream(join(folder, name), { start, end: start + PIECE - 1 }));
        return { bytes, isLast: bytes.length < PIECE };
      }),
    ),
    list: (start = '') => explainedEach(folder, list(start)),
    folders: (start) => explainedEach(folder, folders(start)),
    remove: (names) =>
      there(async () => {
        for (const name of names) {
          await rm(join(folder, name), { force: true });
          // Empty after its last object.
          if (name.includes('/')) await rmdir(dirname(join(folder, name))).catch(() => {});
        }
      }),
  };
}

function put(folder: string, name: string, file: string): void {
  const into = join(folder, name);
  if (!existsSync(folder)) throw noFolder(folder);
  if (!existsSync(dirname(into))) {
    // Not `recursive`: Node then calls a read-only disk ENOENT.
    mkdirSync(dirname(into), { mode: 0o700 });
    syncFolderOf(dirname(into));
  }
  const draft = draftOf(into);
  try {
    copyToDraft(file, draft);
    putFileInPlace(draft, into);
  } finally {
    rmSync(draft, { force: true });
  }
}

async function explained<T>(folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw explain(folder, error);
  }
}

async function* explainedEach<T>(folder: string, all: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* all;
  } catch (error) {
    throw explain(folder, error);
  }
}

const CODES: Partial<Record<string, TargetCode>> = {
  ENOENT: 'not-there',
  ENOTDIR: 'not-there',
  EACCES: 'not-taken',
  EPERM: 'not-taken',
  EROFS: 'not-taken',
  ENOSPC: 'full',
  EDQUOT: 'full',
};

function explain(folder: string, error: unknown): unknown {
  if (error instanceof TargetError || !(error instanceof Error) || !('code' in error)) return error;
  if (error.code === 'ENOENT' && !existsSync(folder)) return noFolder(folder);
  const code = CODES[String(error.code)] ?? 'failed';
  if (error.code === 'EROFS') return new TargetError(code, `${folder} is read-only here. ${UNIT}`);
  return new TargetError(code, `${folder}: ${error.message}`);
}

const UNIT = 'With systemd, name it in ReadWritePaths= of the unit.';

function noFolder(folder: string): TargetError {
  return new TargetError('not-there', `There is no folder ${folder}, or the server may not see it. ${UNIT}`);
}
