import {
  chmodSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { Kysely } from '#kysely';
import { secretsBeside } from './backup.ts';
import { checkBackup, type Contents, contentsOf, counted } from './check-backup.ts';
import { copyPrivate, createPrivate, draftOf, putInPlace, syncFolderOf } from './durable-file.ts';
import { namesIn } from './folder.ts';
import { readMarks } from './inspect.ts';
import { APPLICATION_ID, foreign, migrate } from './migrations.ts';
import { databaseFile } from './open.ts';
import { inUse, refused, RefusedError, SQLITE, sqliteCode } from './refusal.ts';
import type { Tables } from './schema.ts';
import { secretsFile } from './secrets/key-file.ts';
import { queryOn } from './sqlite-query.ts';
import { drainStore } from './write-buffer.ts';

export type PutBack<Since, Done> = {
  /** The backup. */
  file: string;
  dataDir: string;
  /** Moves a list aside that is there. */
  force: boolean;
  now: number;
  /** A folder that belongs to the list that is replaced. */
  folder: string;
  /** What the list that is replaced knows, and the backup may not. */
  readSince: ReadSince<Since>;
  /** Makes the backup fit to be the store; null where no list was there to know anything. */
  catchUp(query: Kysely<Tables>, since: Since | null): Promise<Done>;
};

/** `aside`: the names under which the list is kept that was there, and its `folder`, if any. */
export type WasPutBack<Done> = { contents: Contents; aside: string[]; folder: string | null; done: Done };

/** Puts a backup in place of the store, while no server is running. @throws RefusedError, or the system's errors */
export async function putBack<Since, Done>(given: PutBack<Since, Done>): Promise<WasPutBack<Done>> {
  const { file, dataDir, force, now } = given;
  assertBackup(file);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const store = databaseFile(dataDir);
  const draft = draftOf(store);
  try {
    createPrivate(draft);
    copyFileSync(file, draft);
    // A copy takes the rights of the original.
    chmodSync(draft, 0o600);
    // The copy, not the original: it is what will be used.
    const contents = checkBackup(draft, file);
    const old = await takeStock(store, force, given.readSince);
    // One that nothing was kept in yet knows of nobody.
    const since = old?.found && !isEmpty(old.found) ? old.found.since : null;
    const done = await inCopy(draft, (query) => given.catchUp(query, since));
    const stamp = new Date(now).toISOString().replaceAll(':', '-');
    const aside = await clear(store, old, stamp);
    const folder = await moveAside(given.folder, stamp);
    putInPlace(draft, store);
    return { contents, aside, folder, done };
  } finally {
    for (const end of ['', '-journal', '-wal', '-shm']) rmSync(draft + end, { force: true });
  }
}

async function inCopy<T>(draft: string, work: (query: Kysely<Tables>) => Promise<T>): Promise<T> {
  let db: DatabaseSync | null = null;
  try {
    db = new DatabaseSync(draft);
    db.exec('PRAGMA journal_mode = DELETE; PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON');
    // One of an earlier version has no place for some of what is noted.
    migrate(db);
    drainStore(db);
    return await work(queryOn(db));
  } catch (error) {
    throw refused(error, draft);
  } finally {
    db?.close();
  }
}

/** @throws RefusedError */
function assertBackup(file: string): void {
  if (!existsSync(file)) throw new RefusedError('missing', `There is no ${file}.`);
  if (sizeOf(`${file}-wal`) > 0) {
    throw new RefusedError(
      'incomplete',
      `${file} is no backup but a copy of a store in use: its log ${file}-wal lies beside it. Use embreve backup.`,
    );
  }
}

/** The store that is replaced: what is in it, null when it is damaged. */
type Old<Since> = { found: Found<Since> | null };
type Found<Since> = { contents: Contents; since: Since };
type ReadSince<Since> = (query: Kysely<Tables>) => Promise<Since>;

/** Null when there is none. @throws RefusedError when it is in use, or is a list that may not be moved aside. */
async function takeStock<Since>(
  store: string,
  force: boolean,
  readSince: ReadSince<Since>,
): Promise<Old<Since> | null> {
  if (!existsSync(store)) {
    if (sizeOf(`${store}-wal`) > 0 && !force) throw notEmpty(`${store}-wal holds rows`);
    return null;
  }
  const found = await takeOver(store, readSince);
  if (!isEmpty(found) && !force) {
    throw notEmpty(`${store} holds ${found ? counted(found.contents) : 'a damaged store'}`);
  }
  return { found };
}

function isEmpty(found: Found<unknown> | null): boolean {
  return found !== null && Object.values(found.contents).every((n) => n === 0);
}

/**
 * Makes sure that nothing is lost when the store is replaced: a list is moved aside, and a log whose store is gone. Gives
 * the names they are kept under.
 */
async function clear(store: string, old: Old<unknown> | null, stamp: string): Promise<string[]> {
  // Still nobody else's: a server that has just started would go on writing to what is moved, or its log would be lost.
  if (old !== null) await takeOver(store, async () => null);
  const aside = `${store}.${stamp}`;
  const kept: string[] = [];
  if (old !== null && !isEmpty(old.found)) {
    keepAs(store, aside);
    kept.push(aside);
  }
  if (sizeOf(`${store}-wal`) > 0) {
    keepAs(`${store}-wal`, `${aside}-wal`);
    kept.push(`${aside}-wal`);
  }
  syncFolderOf(store);
  // A log of the old store beside the new one would be taken for its own.
  for (const end of ['-wal', '-shm']) rmSync(store + end, { force: true });
  return kept;
}

/** Null where it is empty, or not there. */
async function moveAside(folder: string, stamp: string): Promise<string | null> {
  if ((await namesIn(folder)).length === 0) return null;
  const aside = `${folder}.${stamp}`;
  renameSync(folder, aside);
  return aside;
}

function notEmpty(what: string): RefusedError {
  return new RefusedError('not-empty', `${what}. Add --force to move it aside.`);
}

/**
 * Puts the log into the store, which only the last one to use it can do, and counts what is there; null when it is
 * damaged. @throws RefusedError when a server has it open, or it is not ours.
 */
async function takeOver<Since>(store: string, readSince: ReadSince<Since>): Promise<Found<Since> | null> {
  // One without a sound beginning is not opened for writing: its log would be thrown away.
  const id = sizeOf(store) === 0 ? null : applicationId(store);
  if (id === null) return null;
  // Of any version: a newer one is moved aside when an older program takes over again.
  if (id !== APPLICATION_ID) {
    throw foreign(store);
  }
  let db: DatabaseSync | null = null;
  try {
    db = new DatabaseSync(store, { timeout: 0 });
    db.exec('PRAGMA journal_mode = DELETE');
    return { contents: contentsOf(db), since: await readSince(queryOn(db)) };
  } catch (error) {
    if (sqliteCode(error) === SQLITE.busy) throw inUse(store);
    return nullWhenDamaged(error, store);
  } finally {
    db?.close();
  }
}

/** As it stands in the file, read without touching it; null when it is damaged. */
function applicationId(store: string): number | null {
  try {
    return readMarks(store).applicationId;
  } catch (error) {
    return nullWhenDamaged(error, store);
  }
}

/** @throws RefusedError for any other trouble that is foreseen, in words. */
function nullWhenDamaged(error: unknown, store: string): null {
  if (isOddSchema(error)) return null;
  const found = refused(error, store);
  if (found.refusal.code === 'corrupt') return null;
  throw found;
}

/** A table of ours is missing: not our store, or not whole. */
function isOddSchema(error: unknown): boolean {
  return sqliteCode(error) === 1;
}

/** At no moment is there no store: the name is only given to one more file, the old one's is replaced later. */
function keepAs(file: string, aside: string): void {
  try {
    linkSync(file, aside);
  } catch {
    copyPrivate(file, aside);
  }
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

/** The keys beside a backup. `kept`: where they are. */
export type KeysPutBack = { kept: string; secrets: string; state: 'missing' | 'put-back' | 'same' | 'other' };

export function putBackKeys(file: string, dataDir: string): KeysPutBack {
  const kept = secretsBeside(file);
  const secrets = secretsFile(dataDir);
  if (!existsSync(kept)) return { kept, secrets, state: 'missing' };
  if (!existsSync(secrets)) {
    copyPrivate(kept, secrets);
    return { kept, secrets, state: 'put-back' };
  }
  const isSame = readFileSync(kept).equals(readFileSync(secrets));
  return { kept, secrets, state: isSame ? 'same' : 'other' };
}
