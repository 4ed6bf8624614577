import type { DatabaseSync } from 'node:sqlite';
import { RefusedError } from './refusal.ts';

/** "embr": marks a file as a store of this program (https://sqlite.org/pragma.html#pragma_application_id). */
export const APPLICATION_ID = 0x656d6272;

/**
 * Step n leads from schema n to n + 1. Steps are only ever added, never changed: stores in use have run them.
 * Times are whole milliseconds since 1970, UTC.
 */
export const MIGRATIONS: readonly string[] = [
  `CREATE TABLE subscription (
     id INTEGER PRIMARY KEY,
     key TEXT NOT NULL UNIQUE,
     address TEXT NOT NULL,
     language TEXT NOT NULL,
     consent TEXT,
     utm_source TEXT,
     utm_medium TEXT,
     utm_campaign TEXT,
     utm_term TEXT,
     utm_content TEXT,
     referrer TEXT,
     path TEXT,
     created_at INTEGER NOT NULL
   ) STRICT;
   CREATE TABLE consent_text (
     version TEXT NOT NULL,
     language TEXT NOT NULL,
     text TEXT NOT NULL,
     first_seen INTEGER NOT NULL,
     PRIMARY KEY (version, language)
   ) STRICT, WITHOUT ROWID;`,
];

export function readPragma(db: DatabaseSync, name: string): string | number {
  const row = db.prepare(`PRAGMA ${name}`).get();
  const value = row && Object.values(row)[0];
  if (typeof value !== 'string' && typeof value !== 'number') throw new Error(`PRAGMA ${name} gave no value`);
  return value;
}

/**
 * Brings a store to the newest schema, each step with its version in one transaction: a kill leaves the
 * schema before or after a step, and the next start goes on from there. A newer schema is refused.
 */
export function migrate(db: DatabaseSync, migrations: readonly string[] = MIGRATIONS): void {
  for (;;) {
    if (readPragma(db, 'user_version') === migrations.length) return;
    db.exec('BEGIN IMMEDIATE');
    try {
      // Read again under the lock: another process may have migrated in between.
      const version = Number(readPragma(db, 'user_version'));
      refuseNewer(version, migrations.length);
      const step = migrations[version];
      if (step)
        db.exec(`${step}; PRAGMA user_version = ${version + 1}; PRAGMA application_id = ${APPLICATION_ID}`);
      db.exec('COMMIT');
    } catch (error) {
      if (db.isTransaction) db.exec('ROLLBACK');
      throw error;
    }
  }
}

/** Both numbers stand in the header of the file. */
export function assertOurs(db: DatabaseSync, file: string): void {
  if (readPragma(db, 'application_id') !== APPLICATION_ID) {
    throw new RefusedError(
      'foreign',
      `${file} is a database of another program. Nothing was changed. Check DATA_DIR.`,
    );
  }
  refuseNewer(Number(readPragma(db, 'user_version')), MIGRATIONS.length);
}

function refuseNewer(version: number, known: number): void {
  if (version <= known) return;
  throw new RefusedError(
    'newer',
    `The store was written by a newer version of this program (schema ${version}, this one knows ${known}). ` +
      'Nothing was changed. Start the newer version again.',
  );
}
