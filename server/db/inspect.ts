import { accessSync, constants, copyFileSync, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { assertOurs, readPragma } from './migrations.ts';
import { RefusedError } from './refusal.ts';

/** Above this a full check would hold up the start: 16 MiB take up to a quarter of a second. */
const CHECKED_BYTES = 16 * 1024 * 1024;
const TRIES = 3;

/**
 * Looks at an existing store without changing a byte of it or beside it, and throws a `RefusedError` or
 * an SQLite error when it must not be opened. A store that another process is writing to is consistent
 * only under SQLite's locks, which this look does not take: findings count when the files stood still.
 */
export function inspect(file: string): void {
  for (let attempt = 1; ; attempt++) {
    const before = fingerprint(file);
    try {
      return look(file);
    } catch (error) {
      if (fingerprint(file) === before) throw error;
      // Written to meanwhile, so a live process has it open and has checked it at its own start.
      if (attempt === TRIES) return;
    }
  }
}

function look(file: string): void {
  for (const path of [file, `${file}-wal`, `${file}-shm`]) {
    if (existsSync(path)) accessSync(path, constants.R_OK | constants.W_OK);
  }
  if (statSync(file).size === 0) throw new RefusedError('incomplete', incomplete(file, 'is empty'));
  const hot = size(`${file}-wal`) > 0;
  const checked = size(file) + size(`${file}-wal`) <= CHECKED_BYTES;
  lookAtPages(`${pathToFileURL(file).href}?immutable=1`, file, checked && !hot);
  if (checked && hot) lookAtCopy(file);
}

/** After a crash the truth is the file together with its log: only a copy can be read without touching them. */
function lookAtCopy(file: string): void {
  const folder = mkdtempSync(join(dirname(file), 'check-'));
  try {
    const copy = join(folder, 'copy.sqlite');
    copyFileSync(file, copy);
    copyFileSync(`${file}-wal`, `${copy}-wal`);
    lookAtPages(copy, file, true);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function lookAtPages(location: string, file: string, checked: boolean): void {
  const db = new DatabaseSync(new URL(location.startsWith('file:') ? location : pathToFileURL(location)), {
    readOnly: location.startsWith('file:'),
  });
  try {
    assertOurs(db, file);
    const finding = checked ? readPragma(db, 'integrity_check(1)') : 'ok';
    if (finding !== 'ok') {
      throw new RefusedError(
        'corrupt',
        `${file} is damaged (${String(finding).replaceAll('\n', ' ')}). ${advice}`,
      );
    }
  } finally {
    db.close();
  }
}

const advice = 'Nothing was changed. Put back a backup of it, or move it away to begin with an empty list.';

export function incomplete(file: string, what: string): string {
  return `${file} ${what}, though a list was kept here before. ${advice}`;
}

function size(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

function fingerprint(file: string): string {
  return [file, `${file}-wal`]
    .map((path) => statSync(path, { bigint: true, throwIfNoEntry: false }))
    .map((found) => (found ? `${found.ino} ${found.size} ${found.mtimeNs}` : '-'))
    .join('\n');
}
