import { accessSync, constants } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { existingPart } from './folder.ts';
import { assertAccess } from './inspect.ts';
import { MIGRATIONS, readPragma } from './migrations.ts';
import { databaseFile, openForReading } from './open.ts';
import { refusalOf } from './refusal.ts';
import { rowsSetAside } from './set-aside.ts';
import { sqliteVersionProblem } from './sqlite-version.ts';

/** How a store is; `text` is for the operator. */
export type Examined = { level: 'ok' | 'warning' | 'problem'; text: string };

/** Reads all of the store in `dataDir`, and changes nothing. */
export function examine(dataDir: string): Examined {
  const file = databaseFile(dataDir);
  let db: DatabaseSync | null = null;
  try {
    db = openForReading(dataDir);
    assertWritable(dataDir);
    if (db === null) return { level: 'ok', text: `${file} is made when the server starts` };
    const version = String(db.prepare('SELECT sqlite_version() AS version').get()?.version);
    const problem = problemOf(db, file, version);
    if (problem !== null) return { level: 'problem', text: problem };
    return { level: 'ok', text: `${file} is whole (SQLite ${version}, schema ${MIGRATIONS.length})` };
  } catch (error) {
    return { level: 'problem', text: refusalOf(error, file).message };
  } finally {
    db?.close();
  }
}

function problemOf(db: DatabaseSync, file: string, version: string): string | null {
  const unsafe = sqliteVersionProblem(version);
  if (unsafe) return `${unsafe}. Use the Node this program comes with.`;
  const finding = readPragma(db, 'integrity_check(1)');
  if (finding !== 'ok') {
    const what = String(finding).replaceAll('\n', ' ');
    return `${file} is damaged (${what}). Stop the server and put back a backup.`;
  }
  const aside = rowsSetAside(db);
  if (aside === null) return null;
  return `${aside.rows} addresses were accepted but do not fit into the list (${aside.fault}). They are kept in ${file}; tell whoever maintains this program.`;
}

/** @throws what the server would meet at its start, where this user may not write or DATA_DIR is no folder. */
function assertWritable(dataDir: string): void {
  // The point is there only in a folder.
  accessSync(`${existingPart(dataDir)}/.`, constants.W_OK | constants.X_OK);
  assertAccess(databaseFile(dataDir));
}
