import { existsSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createPrivate, draftOf, putIfAbsent } from './durable-file.ts';
import { inspectStore } from './inspect.ts';
import { assertOurs, marksOf, migrate, MIGRATIONS, readPragma, refuseOlder } from './migrations.ts';
import { altered, schemaDifference } from './schema-difference.ts';
import { inUse, noList, RefusedError, RESTORE, SQLITE, sqliteCode, unsafe } from './refusal.ts';

/** A second process (export, other server) holds the write lock for a commit, rarely for a checkpoint. */
export const BUSY_MS = 5000;
/**
 * Small on purpose: each commit that grows the file walks the whole table of cached pages, which with 128 MiB
 * and a million rows took more than a third of the CPU time; the system caches the rest of the file.
 */
const CACHE_KIB = 8 * 1024;

export type Synchronous = 'FULL' | 'NORMAL' | 'OFF';

export function databaseFile(dataDir: string): string {
  return join(dataDir, 'embreve.sqlite');
}

/**
 * Opens the store of `dataDir`, or creates it if there has never been one. Throws a `RefusedError`, or an
 * SQLite or system error for `refusalOf`; a refused store stays unchanged, byte for byte.
 */
export function openDatabase(dataDir: string, synchronous: Synchronous = 'FULL'): DatabaseSync {
  const file = databaseFile(dataDir);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  if (isThere(file)) inspectStore(file);
  else create(file);
  return reopenDatabase(dataDir, synchronous, assertSchema);
}

/** The same for a store that this process has inspected already. `check`: before anything is made. */
export function reopenDatabase(
  dataDir: string,
  synchronous: Synchronous = 'FULL',
  check?: typeof assertSchema,
): DatabaseSync {
  const file = databaseFile(dataDir);
  const db = new DatabaseSync(file, { timeout: BUSY_MS });
  try {
    check?.(db, file);
    migrate(db);
    configure(db, synchronous);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Tables of other columns would take no address. What was added by hand stays. @throws RefusedError */
function assertSchema(db: DatabaseSync, file: string): void {
  // One moment, because another process may be migrating.
  db.exec('BEGIN');
  const difference = schemaDifference(db, MIGRATIONS, 'ours');
  db.exec('COMMIT');
  if (difference !== null) throw altered(file, difference);
}

/** False if there has never been one. @throws RefusedError if it is empty, or only its log is left. */
function isThere(file: string): boolean {
  // Not existsSync: it is false for files that this user may not see.
  const found = statSync(file, { throwIfNoEntry: false });
  if (found?.size === 0) throw incomplete(file, 'is empty');
  if (found !== undefined) return true;
  if (!existsSync(`${file}-wal`)) return false;
  throw incomplete(file, 'is missing beside its log');
}

function incomplete(file: string, what: string): RefusedError {
  return new RefusedError('incomplete', `${file} ${what}, though a list was kept here before. ${RESTORE}`);
}

/** The file appears under its name complete or not at all, so an empty one is never a store of this program. */
function create(file: string): void {
  const draft = draftOf(file);
  try {
    createPrivate(draft);
    const db = new DatabaseSync(draft);
    db.exec('PRAGMA journal_mode = WAL');
    migrate(db);
    db.close();
    putIfAbsent(draft, file);
  } finally {
    for (const end of ['', '-wal', '-shm', '-journal']) rmSync(draft + end, { force: true });
  }
}

/**
 * Sets what a 2xx depends on, and reads it back: SQLite ignores what it cannot do. Erased data is
 * overwritten, not only freed. The statement journal stays in memory: a batch would write it to a file.
 */
function configure(db: DatabaseSync, synchronous: Synchronous): void {
  db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = ${synchronous}; PRAGMA foreign_keys = ON;
    PRAGMA cache_size = -${CACHE_KIB}; PRAGMA wal_autocheckpoint = 0; PRAGMA secure_delete = ON;
    PRAGMA temp_store = MEMORY`);
  const levels = { OFF: 0, NORMAL: 1, FULL: 2 };
  const problem =
    sqliteVersionProblem(sqliteVersion(db)) ??
    (readPragma(db, 'journal_mode') !== 'wal' ? 'write-ahead logging is not possible here' : null) ??
    (readPragma(db, 'synchronous') !== levels[synchronous] ? 'commits would not wait for the disk' : null);
  if (problem !== null)
    throw unsafe(`Addresses could be lost: ${problem}. Use the Node this program comes with.`);
}

export function sqliteVersion(db: DatabaseSync): string {
  return String(db.prepare('SELECT sqlite_version() AS version').get()?.version);
}

/**
 * Returns why this SQLite must not hold the addresses, or null. Versions before 3.51.3 can corrupt a store in
 * WAL mode when two connections meet at a log reset; 3.52.0 was withdrawn by its authors.
 */
export function sqliteVersionProblem(version: string): string | null {
  const match = /^(\d+)\.(\d+)\.(\d+)$/.exec(version);
  if (!match) return `SQLite calls itself "${version}", which is no version this program knows`;
  const [major = 0, minor = 0, patch = 0] = match.slice(1).map(Number);
  if (major === 3 && minor === 52 && patch === 0) return 'SQLite 3.52.0 was withdrawn by its authors';
  const enough = major > 3 || (major === 3 && (minor > 51 || (minor === 51 && patch >= 3)));
  return enough ? null : `SQLite ${version} can corrupt a store; 3.51.3 or newer is needed`;
}

/**
 * Opens the store read-only beside a running server; throws like `openDatabase`. A missing store, or an older
 * one, is refused too: only the server creates and migrates it.
 */
export function openForReading(dataDir: string): DatabaseSync {
  const file = databaseFile(dataDir);
  if (!isThere(file)) throw noList(file);
  const db = new DatabaseSync(file, { readOnly: true, timeout: BUSY_MS });
  try {
    const marks = marksOf(db);
    assertOurs(marks, file);
    refuseOlder(marks.userVersion, MIGRATIONS.length);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Opens a store that nobody else has open, with its log merged, which only its last user can do. */
export function openAlone(file: string): DatabaseSync {
  const db = new DatabaseSync(file, { timeout: 0 });
  try {
    // The server re-enables the log at its next start.
    db.exec('PRAGMA journal_mode = DELETE');
    return db;
  } catch (error) {
    db.close();
    throw sqliteCode(error) === SQLITE.busy ? inUse(file) : error;
  }
}

/** A statement of its own for the writer, because it must not wait as long as others do. */
export const EMPTY_LOG = 'PRAGMA wal_checkpoint(TRUNCATE)';
/** Milliseconds to wait for readers: nobody can write meanwhile. */
const PATIENCE_MS = 100;

/**
 * Copies the log into the store and truncates it. Deleted data is overwritten in the store (secure_delete),
 * but readable in the log until then. Returns false while somebody reads, e.g. an export: retry later.
 */
export function emptyLog(db: DatabaseSync): boolean {
  db.exec(`PRAGMA busy_timeout = ${PATIENCE_MS}`);
  try {
    return Number(db.prepare(EMPTY_LOG).get()?.busy) === 0;
  } finally {
    db.exec(`PRAGMA busy_timeout = ${BUSY_MS}`);
  }
}
