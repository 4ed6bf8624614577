import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { Kysely } from '#kysely';
import { checkBackup, type Contents, contentsOf, counted, takeKeys } from './backup.ts';
import { copyToDraft, draftOf, namesIn, putInPlace, syncFolderOf, writeDraft } from './durable-file.ts';
import { readMarks, sizeOf } from './inspect.ts';
import { APPLICATION_ID, foreign, migrate } from './migrations.ts';
import { databaseFile, openAlone } from './open.ts';
import { RefusedError, SQLITE, sqliteCode, refusalOf } from './refusal.ts';
import type { Tables } from './schema.ts';
import { queryOn } from './sqlite-query.ts';
import { drainStore } from './write-buffer.ts';

type RestoreOptions<Since, Done> = {
  /** The backup. */
  file: string;
  /** Of an encrypted one. */
  passphrase: string | null;
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

/**
 * `aside`: the names under which the list is kept that was there, and its `folder`, if any. `keys`: those of the backup, as
 * their file has them.
 */
type Restored<Done> = {
  contents: Contents;
  aside: string[];
  folder: string | null;
  keys: string | null;
  done: Done;
};

/** Restores a backup in place of the store, while no server is running. @throws RefusedError, or the system's errors */
export async function restoreBackup<Since, Done>(
  given: RestoreOptions<Since, Done>,
): Promise<Restored<Done>> {
  const { file, passphrase, dataDir, force, now } = given;
  assertBackup(file);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const store = databaseFile(dataDir);
  const draft = draftOf(store);
  try {
    if (passphrase === null) copyToDraft(file, draft);
    // The package is loaded for nobody else.
    else await import('./age.ts').then(({ decryptFile }) => decryptFile(file, passphrase, draft));
    // The copy, not the original: it is what will be used.
    const contents = checkBackup(draft, file);
    const old = existsSync(store) ? await takeOver(store, given.readSince) : null;
    const there = whatIsThere(store, old);
    if (there !== null && !force)
      throw new RefusedError('not-empty', `${there}. Add --force to move it aside.`);
    // One that nothing was kept in yet knows of nobody.
    const since = old === null || old === 'damaged' || there === null ? null : old.since;
    const { keys, done } = await inCopy(draft, (query) => given.catchUp(query, since));
    const stamp = new Date(now).toISOString().replaceAll(':', '-');
    // Still nobody else's: a server that has just started would go on writing to what is moved, or its log would be lost.
    if (old !== null) await takeOver(store, async () => null);
    const aside = there === null ? [] : keepAside(store, stamp);
    // A log of the old store beside the new one would be taken for its own.
    for (const end of ['-wal', '-shm']) rmSync(store + end, { force: true });
    const folder = await moveAside(given.folder, stamp);
    putInPlace(draft, store);
    return { contents, aside, folder, keys, done };
  } finally {
    for (const end of ['', '-journal', '-wal', '-shm']) rmSync(draft + end, { force: true });
  }
}

async function inCopy<T>(
  draft: string,
  work: (query: Kysely<Tables>) => Promise<T>,
): Promise<{ keys: string | null; done: T }> {
  try {
    using db = new DatabaseSync(draft);
    db.exec('PRAGMA journal_mode = DELETE; PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON');
    // One of an earlier version has no place for some of what is noted.
    migrate(db);
    drainStore(db);
    return { keys: takeKeys(db), done: await work(queryOn(db)) };
  } catch (error) {
    throw refusalOf(error, draft);
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

/** The store that is replaced. */
type Old<Since> = { contents: Contents; since: Since } | 'damaged';
type ReadSince<Since> = (query: Kysely<Tables>) => Promise<Since>;

/**
 * Puts the log into the store, which only the last one to use it can do, and counts what is there.
 * @throws RefusedError when a server has it open, or it is not ours.
 */
async function takeOver<Since>(store: string, readSince: ReadSince<Since>): Promise<Old<Since>> {
  try {
    // One without a sound beginning is not opened for writing: its log would be thrown away. Of any version: a newer
    // one is moved aside when an older program takes over again.
    if (readMarks(store).applicationId !== APPLICATION_ID) throw foreign(store);
    using db = openAlone(store);
    return { contents: contentsOf(db), since: await readSince(queryOn(db)) };
  } catch (error) {
    // A table of ours is missing.
    if (sqliteCode(error) === SQLITE.error) return 'damaged';
    const found = refusalOf(error, store);
    if (found.code === 'corrupt') return 'damaged';
    throw found;
  }
}

/** What would be lost if the store were replaced, in words; null for nothing. */
function whatIsThere(store: string, old: Old<unknown> | null): string | null {
  if (old === 'damaged') return `${store} holds a damaged store`;
  if (old === null) return sizeOf(`${store}-wal`) > 0 ? `${store}-wal holds rows` : null;
  const isEmpty = Object.values(old.contents).every((n) => n === 0);
  return isEmpty ? null : `${store} holds ${counted(old.contents)}`;
}

/**
 * Gives store and log, as far as they are there, one more name each, so that at no moment there is no store: its own is
 * only replaced. Returns the names.
 */
function keepAside(store: string, stamp: string): string[] {
  const there = ['', '-wal'].filter((end) => existsSync(store + end));
  for (const end of there) linkSync(store + end, `${store}.${stamp}${end}`);
  syncFolderOf(store);
  return there.map((end) => `${store}.${stamp}${end}`);
}

/** Null where it is empty, or not there. */
async function moveAside(folder: string, stamp: string): Promise<string | null> {
  if ((await namesIn(folder)).length === 0) return null;
  const aside = `${folder}.${stamp}`;
  renameSync(folder, aside);
  return aside;
}

/** What became of the keys of a backup. */
export type KeysRestored = 'missing' | 'restored' | 'same' | 'other';

export function restoreKeys(keys: string | null, secrets: string): KeysRestored {
  if (keys === null) return 'missing';
  if (existsSync(secrets)) return readFileSync(secrets, 'utf8') === keys ? 'same' : 'other';
  putInPlace(writeDraft(secrets, keys), secrets);
  return 'restored';
}
