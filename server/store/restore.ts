import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { Kysely } from '#kysely';
import type { Opener } from './age.ts';
import { checkBackup, type Contents, contentsOf, counted, takeKeys } from './backup.ts';
import { copyToDraft, draftOf, namesIn, putFileInPlace, syncFolderOf, writeDraft } from './durable-file.ts';
import { readFileMarks, sizeOf } from './inspect.ts';
import { APPLICATION_ID, foreign, migrate } from './migrations.ts';
import { databaseFile, openAlone } from './open.ts';
import { RefusedError, SQLITE, sqliteCode, refusalOf } from './refusal.ts';
import type { Tables } from './schema.ts';
import { queryOn } from './sqlite-query.ts';
import { drainStore } from './write-buffer.ts';

type RestoreOptions<Since, Done> = {
  /** The backup. */
  file: string;
  /** Of an encrypted backup. */
  opener: Opener | null;
  dataDir: string;
  /** Moves an existing list aside. */
  force: boolean;
  now: number;
  /** A folder that belongs to the replaced list. */
  folder: string;
  /** What the replaced list knows, and the backup may not. */
  readSince: ReadSince<Since>;
  /** Prepares the backup for use; `since` is null if there was no list. */
  catchUp(query: Kysely<Tables>, since: Since | null): Promise<Done>;
};

/**
 * `aside`: the names under which the replaced list is kept; `folder`: its folder's, if any. `keys`: those of
 * the backup, as in their file.
 */
type Restored<Done> = {
  contents: Contents;
  aside: string[];
  folder: string | null;
  keys: string | null;
  done: Done;
};

/** Replaces the store with a backup, while no server runs. @throws RefusedError, or system errors */
export async function restoreBackup<Since, Done>(
  given: RestoreOptions<Since, Done>,
): Promise<Restored<Done>> {
  const { file, opener, dataDir, force, now } = given;
  assertBackup(file);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const store = databaseFile(dataDir);
  const draft = draftOf(store);
  try {
    if (opener === null) copyToDraft(file, draft);
    // The package is loaded only when needed.
    else await import('./age.ts').then(({ decryptFile }) => decryptFile(file, opener, draft));
    // The copy, not the original: the copy will be used.
    const contents = checkBackup(draft, file);
    const old = existsSync(store) ? await takeOver(store, given.readSince) : null;
    const there = whatIsThere(store, old);
    if (there !== null && !force)
      throw new RefusedError('not-empty', `${there}. Add --force to move it aside.`);
    // An empty store knows nobody.
    const since = old === null || old === 'damaged' || there === null ? null : old.since;
    const { keys, done } = await inCopy(draft, (query) => given.catchUp(query, since));
    const stamp = new Date(now).toISOString().replaceAll(':', '-');
    // Checked again: a server started meanwhile would go on writing to the moved files, or lose its log.
    if (old !== null) await takeOver(store, async () => null);
    const aside = there === null ? [] : keepAside(store, stamp);
    // The new store would take an old log beside it for its own.
    for (const end of ['-wal', '-shm']) rmSync(store + end, { force: true });
    const folder = await moveAside(given.folder, stamp);
    putFileInPlace(draft, store);
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
    // An older schema has no columns for some of the records.
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

/** The replaced store. */
type Old<Since> = { contents: Contents; since: Since } | 'damaged';
type ReadSince<Since> = (query: Kysely<Tables>) => Promise<Since>;

/**
 * Merges the log into the store, which only its last user can do, and counts its contents.
 * @throws RefusedError if a server has it open, or it is not ours.
 */
async function takeOver<Since>(store: string, readSince: ReadSince<Since>): Promise<Old<Since>> {
  try {
    // A store without a valid header is not opened for writing: its log would be discarded. Any version is
    // fine: a newer one is moved aside when an older program takes over again.
    if (readFileMarks(store).applicationId !== APPLICATION_ID) throw foreign(store);
    using db = openAlone(store);
    return { contents: contentsOf(db), since: await readSince(queryOn(db)) };
  } catch (error) {
    // A table is missing.
    if (sqliteCode(error) === SQLITE.error) return 'damaged';
    const found = refusalOf(error, store);
    if (found.code === 'corrupt') return 'damaged';
    throw found;
  }
}

/** Describes what replacing the store would lose; null if nothing. */
function whatIsThere(store: string, old: Old<unknown> | null): string | null {
  if (old === 'damaged') return `${store} holds a damaged store`;
  if (old === null) return sizeOf(`${store}-wal`) > 0 ? `${store}-wal holds rows` : null;
  const isEmpty = Object.values(old.contents).every((n) => n === 0);
  return isEmpty ? null : `${store} holds ${counted(old.contents)}`;
}

/**
 * Hard-links store and log, if they exist, under another name each, so that there is always a store: its own
 * name is only replaced. Returns the names.
 */
function keepAside(store: string, stamp: string): string[] {
  const there = ['', '-wal'].filter((end) => existsSync(store + end));
  for (const end of there) linkSync(store + end, `${store}.${stamp}${end}`);
  syncFolderOf(store);
  return there.map((end) => `${store}.${stamp}${end}`);
}

/** Null if it is empty or missing. */
async function moveAside(folder: string, stamp: string): Promise<string | null> {
  if ((await namesIn(folder)).length === 0) return null;
  const aside = `${folder}.${stamp}`;
  renameSync(folder, aside);
  return aside;
}

/** What happened to the keys of a backup. */
export type KeysRestored = 'missing' | 'restored' | 'same' | 'other';

export function restoreKeys(keys: string | null, secrets: string): KeysRestored {
  if (keys === null) return 'missing';
  if (existsSync(secrets)) return readFileSync(secrets, 'utf8') === keys ? 'same' : 'other';
  putFileInPlace(writeDraft(secrets, keys), secrets);
  return 'restored';
}
