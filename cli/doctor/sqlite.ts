import { accessSync, constants } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { rowsSetAside } from '#server/store/write-buffer.ts';
import { assertAccess } from '#server/store/inspect.ts';
import { MIGRATIONS, readPragma } from '#server/store/migrations.ts';
import { databaseFile, openForReading } from '#server/store/open.ts';
import { refusalOf } from '#server/store/refusal.ts';
import { sqliteVersionProblem } from '#server/store/sqlite-version.ts';
import { existingPart } from './files.ts';
import { about, type Finding } from './finding.ts';

/** Opens the embedded store for reading and reads all of it. */
export function checkSqlite(dataDir: string): Finding {
  const { ok, problem } = about('store');
  const file = databaseFile(dataDir);
  let db: DatabaseSync | null = null;
  try {
    db = openForReading(dataDir);
    assertWritable(dataDir);
    if (db === null) return ok(`${file} is made when the server starts`);
    const version = String(db.prepare('SELECT sqlite_version() AS version').get()?.version);
    const unsafe = sqliteVersionProblem(version);
    if (unsafe) return problem(`${unsafe}. Use the Node this program comes with.`);
    const finding = readPragma(db, 'integrity_check(1)');
    if (finding !== 'ok') {
      const what = String(finding).replaceAll('\n', ' ');
      return problem(`${file} is damaged (${what}). Stop the server and put back a backup.`);
    }
    const aside = rowsSetAside(db);
    if (aside) {
      return problem(
        `${aside.rows} addresses were accepted but do not fit into the list (${aside.fault}). They are kept in ${file}; tell whoever maintains this program.`,
      );
    }
    return ok(`${file} is whole (SQLite ${version}, schema ${MIGRATIONS.length})`);
  } catch (error) {
    return problem(refusalOf(error, file).message);
  } finally {
    db?.close();
  }
}

/** @throws what the server would meet at its start, where this user may not write or DATA_DIR is no folder. */
function assertWritable(dataDir: string): void {
  // The point is there only in a folder.
  accessSync(`${existingPart(dataDir)}/.`, constants.W_OK | constants.X_OK);
  assertAccess(databaseFile(dataDir));
}
