import { accessSync, constants } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { existingPart } from './durable-file.ts';
import { assertAccess, damageIn } from './inspect.ts';
import { MIGRATIONS, POSTGRES_MIGRATIONS, refuseNewer } from './migrations.ts';
import { databaseFile, openForReading, sqliteVersion, sqliteVersionProblem } from './open.ts';
import { assertSafe, schemaVersion } from './postgres-schema.ts';
import { postgresTrouble, refusalOf } from './refusal.ts';
import { rowsSetAside } from './set-aside.ts';

/** How a store is; `text` is for the operator. */
export type Examined = { level: 'ok' | 'warning' | 'problem'; text: string };

/** Reads all of the store in `dataDir`, and changes nothing. */
export function examine(dataDir: string): Examined {
  const file = databaseFile(dataDir);
  try {
    assertWritable(dataDir);
    using db = openForReading(dataDir);
    const problem = problemOf(db, file);
    if (problem !== null) return { level: 'problem', text: problem };
    return {
      level: 'ok',
      text: `${file} is whole (SQLite ${sqliteVersion(db)}, schema ${MIGRATIONS.length})`,
    };
  } catch (error) {
    const { code, message } = refusalOf(error, file);
    return { level: code === 'missing' ? 'ok' : 'problem', text: message };
  }
}

function problemOf(db: DatabaseSync, file: string): string | null {
  const unsafe = sqliteVersionProblem(sqliteVersion(db));
  if (unsafe !== null) return `${unsafe}. Use the Node this program comes with.`;
  const damage = damageIn(db);
  if (damage !== null) return `${file} is damaged (${damage}). Stop the server and put back a backup.`;
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

/** Asks the PostgreSQL at `url`, and changes nothing. */
export async function examinePostgres(url: string): Promise<Examined[]> {
  const { createPool } = await import('./postgres-pool.ts');
  const pool = createPool(url);
  try {
    const server = await assertSafe(pool);
    const version = await schemaVersion(pool);
    refuseNewer(version ?? 0, POSTGRES_MIGRATIONS.length);
    return [{ level: 'ok', text: `${server} answers, and keeps what it confirms` }, schemaAt(version)];
  } catch (error) {
    return [{ level: 'problem', text: postgresTrouble(error, url) }];
  } finally {
    await pool.end();
  }
}

function schemaAt(version: number | null): Examined {
  const known = POSTGRES_MIGRATIONS.length;
  if (version === null) return { level: 'ok', text: 'its tables are made when the server starts' };
  if (version === known) return { level: 'ok', text: `schema ${version}` };
  return { level: 'warning', text: `schema ${version} of ${known}. Start the server, which renews it.` };
}
