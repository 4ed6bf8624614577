import {
  accessSync,
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  mkdtempSync,
  openSync,
  readSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { assertOurs, readPragma, type Marks } from './migrations.ts';
import { damaged } from './refusal.ts';

/** Above this size a full check would delay the start: 16 MiB take up to a quarter of a second. */
const CHECKED_BYTES = 16 * 1024 * 1024;
const TRIES = 3;

/**
 * Inspects an existing store without changing a byte of it or beside it; throws a `RefusedError` or an SQLite
 * error if it must not be opened. A store being written by another process is consistent only under SQLite's
 * locks, which this does not take: a finding counts only if it recurs while the files are unchanged. Once is
 * not enough: mtime is only exact to some milliseconds.
 */
export function inspectStore(file: string): void {
  for (let attempt = 1; ; attempt++) {
    const before = fingerprint(file);
    try {
      return look(file);
    } catch (error) {
      if (attempt < TRIES) continue;
      // Written to meanwhile: a live process has it open, and has checked it at its own start.
      if (fingerprint(file) !== before) return;
      throw error;
    }
  }
}

/** @throws the system's error if this user may not read and write the store's existing files. */
export function assertAccess(file: string): void {
  for (const path of [file, `${file}-wal`, `${file}-shm`]) {
    if (existsSync(path)) accessSync(path, constants.R_OK | constants.W_OK);
  }
}

function look(file: string): void {
  assertAccess(file);
  assertOurs(readFileMarks(file), file);
  const log = `${file}-wal`;
  if (sizeOf(file) + sizeOf(log) > CHECKED_BYTES) return;
  if (sizeOf(log) === 0) return assertWhole(immutable(file), file);
  // After a crash only file and log together are valid: to read them unchanged takes a copy.
  const folder = mkdtempSync(join(dirname(file), 'check-'));
  try {
    const copy = join(folder, 'copy.sqlite');
    copyFileSync(file, copy);
    copyFileSync(log, `${copy}-wal`);
    assertWhole(copy, file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * The marks in a file's header: https://sqlite.org/fileformat.html#the_database_header. Beside a log nothing
 * else of the file is reliable: a half-done checkpoint looks damaged, and is whole together with the log.
 */
export function readFileMarks(file: string): Marks {
  const header = Buffer.alloc(100);
  const opened = openSync(file, 'r');
  try {
    readSync(opened, header, 0, header.length, 0);
  } finally {
    closeSync(opened);
  }
  if (header.toString('latin1', 0, 16) !== 'SQLite format 3\0') throw damaged(file, 'it is no database');
  return { applicationId: header.readUInt32BE(68), userVersion: header.readUInt32BE(60) };
}

/** The URL that makes SQLite open a file as it is: without its log, and without a trace beside it. */
export function immutable(file: string): URL {
  return new URL(`${pathToFileURL(file).href}?immutable=1&mode=ro`);
}

function assertWhole(location: URL | string, file: string): void {
  using db = new DatabaseSync(location);
  const damage = damageIn(db);
  if (damage !== null) throw damaged(file, damage);
}

/** What SQLite finds damaged, reading everything; null if nothing is. */
export function damageIn(db: DatabaseSync): string | null {
  const finding = readPragma(db, 'integrity_check(1)');
  return finding === 'ok' ? null : String(finding).replaceAll('\n', ' ');
}

/** 0 if there is no such file. */
export function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

function fingerprint(file: string): string {
  return [file, `${file}-wal`]
    .map((path) => statSync(path, { bigint: true, throwIfNoEntry: false }))
    .map((found) => (found ? `${found.ino} ${found.size} ${found.mtimeNs}` : '-'))
    .join('\n');
}
