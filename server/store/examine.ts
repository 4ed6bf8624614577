import { accessSync, constants } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { type Finding, ok, problemFinding, warning } from '#server/base/finding.ts';
import { existingPart } from './durable-file.ts';
import { assertAccess, damageIn } from './inspect.ts';
import { MIGRATIONS, POSTGRES_MIGRATIONS, refuseNewer } from './migrations.ts';
import { databaseFile, openForReading, sqliteVersion, sqliteVersionProblem } from './open.ts';
import { assertSafe, schemaVersion } from './postgres-schema.ts';
import { postgresTrouble } from './postgres-trouble.ts';
import { refusalOf } from './refusal.ts';
import { rowsInQuarantine } from './quarantine.ts';

/** Checks the whole store in `dataDir`. Read-only. */
export function examineStore(dataDir: string): Finding {
  const file = databaseFile(dataDir);
  try {
    assertWritable(dataDir);
    using db = openForReading(dataDir);
    const wrong = problemOf(db, file);
    if (wrong !== null) return wrong;
    return ok(`${file} is whole (SQLite ${sqliteVersion(db)}, schema ${MIGRATIONS.length})`);
  } catch (error) {
    const { code, message } = refusalOf(error, file);
    return code === 'missing' ? ok(message) : problemFinding('said', { text: message });
  }
}

function problemOf(db: DatabaseSync, file: string): Finding | null {
  const unsafe = sqliteVersionProblem(sqliteVersion(db));
  if (unsafe !== null) return problemFinding('sqlite-unsafe', { text: unsafe });
  const damage = damageIn(db);
  if (damage !== null) return problemFinding('store-damaged', { file, text: damage });
  const aside = rowsInQuarantine(db);
  if (aside === null) return null;
  return problemFinding('quarantined', { n: aside.rows, text: aside.fault, file });
}

/** @throws what the server would meet at startup, if this user may not write or DATA_DIR is not a folder. */
function assertWritable(dataDir: string): void {
  // `.` exists only in a folder.
  accessSync(`${existingPart(dataDir)}/.`, constants.W_OK | constants.X_OK);
  assertAccess(databaseFile(dataDir));
}

/** Checks the PostgreSQL at `url`. Read-only. */
export async function examinePostgres(url: string): Promise<Finding[]> {
  const { createPool } = await import('./postgres-pool.ts');
  const pool = createPool(url, 1);
  try {
    const server = await assertSafe(pool);
    const version = await schemaVersion(pool);
    refuseNewer(version ?? 0, POSTGRES_MIGRATIONS.length);
    return [ok(`${server} answers, and keeps what it confirms`), schemaAt(version)];
  } catch (error) {
    return [problemFinding('said', { text: postgresTrouble(error, url) })];
  } finally {
    await pool.end();
  }
}

function schemaAt(version: number | null): Finding {
  const known = POSTGRES_MIGRATIONS.length;
  if (version === null) return ok('its tables are made when the server starts');
  if (version === known) return ok(`schema ${version}`);
  return warning('schema-old', { version, known });
}
