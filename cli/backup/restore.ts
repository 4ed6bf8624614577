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
import { namesIn, syncFolderOf } from '#server/store/folder.ts';
import { readMarks } from '#server/store/inspect.ts';
import { APPLICATION_ID } from '#server/store/migrations.ts';
import { databaseFile } from '#server/store/open.ts';
import { refusalOf, SQLITE, sqliteCode } from '#server/store/refusal.ts';
import { mailFolder } from '#server/deliver/file.ts';
import { secretsFile } from '#server/store/secrets/key-file.ts';
import { command, Failed } from '../command.ts';
import { secretsBeside } from './backup.ts';
import { catchUpFile, caughtUpInWords } from './catch-up.ts';
import { check, type Contents, contentsOf, inWords } from './check.ts';
import { copyPrivate, createPrivate, draftOf, putInPlace, withFiles } from './files.ts';
import { readSince, type Since } from './since.ts';

const POSTGRES = `The store is in PostgreSQL. Stop the servers, then put a backup back with its own programs:
  npm run -s embreve -- restoring
  pg_restore --clean --if-exists --single-transaction --dbname="$DATABASE_URL" FILE &&
    npm run -s embreve -- restored`;

export const restore = command({
  name: 'restore',
  about: 'puts a backup in place of the store, while the server is stopped; --force moves a list aside first',
  operands: ['FILE'],
  options: { force: 'flag' },
  run: async ({ operands: [file = ''], values, settings, now, say }) => {
    const { databaseUrl, dataDir, secretKeys, stage } = settings();
    if (databaseUrl !== null) throw new Failed(POSTGRES);
    await withFiles(async () => {
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
        const contents = check(draft, file);
        const old = takeStock(store, values.force ?? false);
        // One that nothing was kept in yet knows of nobody.
        const since = old?.found && !isEmpty(old.found) ? old.found.since : null;
        const caughtUp = await catchUpFile(draft, since, now());
        const stamp = new Date(now()).toISOString().replaceAll(':', '-');
        const aside = clear(store, old, stamp);
        const mails = await moveMails(dataDir, stamp);
        putInPlace(draft, store);
        say(`${store}: ${inWords(contents)}, checked.`);
        if (aside.length > 0)
          say(`The list that was there is now ${aside.join(' and ')}. Delete it when you need it no more.`);
        if (mails) say(`The mails that became files are now in ${mails}.`);
        caughtUpInWords(caughtUp, stage).forEach(say);
      } finally {
        for (const end of ['', '-journal', '-wal', '-shm']) rmSync(draft + end, { force: true });
      }
      if (secretKeys === null) say(restoreSecrets(file, dataDir));
    });
  },
});

/** @throws Failed */
function assertBackup(file: string): void {
  if (!existsSync(file)) throw new Failed(`There is no ${file}.`);
  if (sizeOf(`${file}-wal`) > 0) {
    throw new Failed(
      `${file} is no backup but a copy of a store in use: its log ${file}-wal lies beside it. Use embreve backup.`,
    );
  }
}

/** The store that is replaced: what is in it, null when it is damaged. */
type Old = { found: Found | null };
type Found = { contents: Contents; since: Since };

/** Null when there is none. @throws Failed when it is in use, or is a list that may not be moved aside. */
function takeStock(store: string, force: boolean): Old | null {
  if (!existsSync(store)) {
    if (sizeOf(`${store}-wal`) > 0 && !force) throw new Failed(`${store}-wal holds rows. ${ADVICE}`);
    return null;
  }
  const found = takeOver(store);
  if (!isEmpty(found) && !force) {
    throw new Failed(`${store} holds ${found ? inWords(found.contents) : 'a damaged store'}. ${ADVICE}`);
  }
  return { found };
}

function isEmpty(found: Found | null): boolean {
  return found !== null && Object.values(found.contents).every((n) => n === 0);
}

/**
 * Makes sure that nothing is lost when the store is replaced: a list is moved aside, and a log whose store is gone. Gives
 * the names they are kept under.
 */
function clear(store: string, old: Old | null, stamp: string): string[] {
  // Still nobody else's: a server that has just started would go on writing to what is moved, or its log would be lost.
  if (old !== null) takeOver(store);
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

/** The next start would delete those whose rows the backup does not have. Null where there are none. */
async function moveMails(dataDir: string, stamp: string): Promise<string | null> {
  const folder = mailFolder(dataDir);
  if ((await namesIn(folder)).length === 0) return null;
  const aside = `${folder}.${stamp}`;
  renameSync(folder, aside);
  return aside;
}

const ADVICE = 'Add --force to move it aside.';

/**
 * Puts the log into the store, which only the last one to use it can do, and counts what is there; null when it is
 * damaged. @throws Failed when a server has it open, or it is not ours.
 */
function takeOver(store: string): Found | null {
  // One without a sound beginning is not opened for writing: its log would be thrown away.
  const id = sizeOf(store) === 0 ? null : applicationId(store);
  if (id === null) return null;
  // Of any version: a newer one is moved aside when an older program takes over again.
  if (id !== APPLICATION_ID) {
    throw new Failed(`${store} is a database of another program. Nothing was changed. Check DATA_DIR.`);
  }
  let db: DatabaseSync | null = null;
  try {
    db = new DatabaseSync(store, { timeout: 0 });
    db.exec('PRAGMA journal_mode = DELETE');
    return { contents: contentsOf(db), since: readSince(db) };
  } catch (error) {
    if (sqliteCode(error) === SQLITE.busy)
      throw new Failed(`A server has ${store} open. Stop it, then try again.`);
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

/** @throws Failed for any other trouble that is foreseen, in words. */
function nullWhenDamaged(error: unknown, store: string): null {
  if (isOddSchema(error)) return null;
  const { code, message } = refusalOf(error, store);
  if (code === 'corrupt') return null;
  throw new Failed(message);
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

function restoreSecrets(file: string, dataDir: string): string {
  const kept = secretsBeside(file);
  const secrets = secretsFile(dataDir);
  if (!existsSync(kept))
    return `There is no ${kept}: links in mails already sent work only with the keys they were signed with.`;
  if (!existsSync(secrets)) {
    copyPrivate(kept, secrets);
    return `${secrets}: the keys of links in mails, put back too.`;
  }
  return readFileSync(kept).equals(readFileSync(secrets))
    ? `${secrets} is the same as in the backup.`
    : `${secrets} stays as it is; the backup has other keys, in ${kept}.`;
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
