import type { DatabaseSync } from 'node:sqlite';
import { bookPlacesSchema, contentSchema, draftLinkSchema, keptDraftSchema } from './content-schema.ts';
import { type Dialect, POSTGRES_DIALECT, SQLITE_DIALECT } from './dialect.ts';
import { importSchema } from './import-schema.ts';
import { letterPageSchema, newsletterSchema } from './newsletter-schema.ts';
import { vouchedSchema } from './initial-owner-schema.ts';
import { initialSchema } from './initial-schema.ts';
import { RefusedError } from './refusal.ts';

/** "embr": marks a file as a store of this program (https://sqlite.org/pragma.html#pragma_application_id). */
export const APPLICATION_ID = 0x656d6272;

/**
 * Step n migrates schema n to n + 1, on both databases. After a release steps are only added, never changed:
 * stores in use have run them. Times are whole milliseconds since 1970, UTC.
 */
const STEPS: readonly ((dialect: Dialect) => string)[] = [
  initialSchema,
  contentSchema,
  keptDraftSchema,
  vouchedSchema,
  importSchema,
  bookPlacesSchema,
  draftLinkSchema,
  newsletterSchema,
  letterPageSchema,
];

export const MIGRATIONS: readonly string[] = STEPS.map((step) => step(SQLITE_DIALECT));
export const POSTGRES_MIGRATIONS: readonly string[] = STEPS.map((step) => step(POSTGRES_DIALECT));

export function readPragma(db: DatabaseSync, name: string): string | number {
  const row = db.prepare(`PRAGMA ${name}`).get();
  const value = row && Object.values(row)[0];
  if (typeof value !== 'string' && typeof value !== 'number') throw new Error(`PRAGMA ${name} gave no value`);
  return value;
}

/**
 * Migrates a store to the newest schema, each step with its version in one transaction: a kill leaves the
 * schema before or after a step, and the next start goes on from there. Refuses a newer schema.
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

/** Numbers in a file's header: its program, and its version. */
export type Marks = { applicationId: number; userVersion: number };

export function marksOf(db: DatabaseSync): Marks {
  return {
    applicationId: Number(readPragma(db, 'application_id')),
    userVersion: Number(readPragma(db, 'user_version')),
  };
}

export function assertOurs({ applicationId, userVersion }: Marks, file: string): void {
  if (applicationId !== APPLICATION_ID || userVersion < 1) throw foreign(file);
  refuseNewer(userVersion, MIGRATIONS.length);
}

export function foreign(file: string): RefusedError {
  return new RefusedError(
    'foreign',
    `${file} is a database of another program. Nothing was changed. Check DATA_DIR.`,
  );
}

/** @throws RefusedError */
export function refuseNewer(version: number, known: number): void {
  if (version <= known) return;
  throw new RefusedError(
    'newer',
    `The store was written by a newer version of this program (schema ${version}, this one knows ${known}). ` +
      'Nothing was changed. Start the newer version again.',
  );
}

/** Only the server migrates. @throws RefusedError */
export function refuseOlder(version: number, known: number): void {
  if (version >= known) return;
  throw new RefusedError(
    'older',
    'The database is from an older version. Start the server once, then try again.',
  );
}
