import { existsSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { checkBackup, type Contents } from './check-backup.ts';
import { copyPrivate, createPrivate, draftOf, putInPlace } from './durable-file.ts';
import { databaseFile, openForReading } from './open.ts';
import { refused, RefusedError, SQLITE, sqliteCode } from './refusal.ts';
import { secretsFile } from './secrets/key-file.ts';
import { drainStore } from './write-buffer.ts';

export function secretsBeside(backupFile: string): string {
  return `${backupFile}.secrets.json`;
}

/**
 * Writes a checked copy of the store in `dataDir` to `file`, also while a server writes to it; `keys`: those beside it too.
 * Gives what is in it, and where the keys are, null without. @throws RefusedError, or the system's errors
 */
export function backUp(
  dataDir: string,
  file: string,
  { keys }: { keys: boolean },
): { contents: Contents; keptKeys: string | null } {
  if (existsSync(file))
    throw new RefusedError('not-empty', `${file} is there already. Give each backup a name of its own.`);
  const secrets = secretsFile(dataDir);
  const keptKeys = keys && existsSync(secrets) ? secretsBeside(file) : null;
  const draft = draftOf(file);
  try {
    createPrivate(draft);
    copyInto(draft, dataDir, file);
    const contents = checkBackup(draft);
    if (keptKeys !== null) copyPrivate(secrets, keptKeys);
    putInPlace(draft, file);
    return { contents, keptKeys };
  } finally {
    for (const end of ['', '-journal']) rmSync(draft + end, { force: true });
  }
}

/**
 * The state of one moment, without keeping writers waiting. Only what is kept: pages that were freed, and may still
 * hold what was erased, do not come along. `target`: what the operator calls the copy.
 */
function copyInto(draft: string, dataDir: string, target: string): void {
  const file = databaseFile(dataDir);
  try {
    using db = openForReading(dataDir);
    if (db === null)
      throw new RefusedError('missing', `There is no list yet: ${file} is made when the server starts.`);
    db.prepare('VACUUM INTO ?').run(draft);
    using copy = new DatabaseSync(draft);
    copy.exec('PRAGMA secure_delete = ON');
    drainStore(copy);
  } catch (error) {
    // Nothing is written to the store.
    throw refused(error, sqliteCode(error) === SQLITE.full ? target : file);
  }
}
