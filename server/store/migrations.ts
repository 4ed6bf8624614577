import type { DatabaseSync } from 'node:sqlite';
import {
  ANNOUNCEMENT_DRAFT,
  ANNOUNCEMENT_UNTOLD,
  announcementKeys,
  announcementTables,
} from './announcement-tables.ts';
import {
  BY_KIND,
  BY_STATE,
  DROP_SQLITE_COUNTERS,
  postgresCounters,
  postgresFunctions,
  sqliteCounters,
} from './counters.ts';
import { askedSignups, POSTGRES_ASKED_TRIGGERS, SQLITE_ASKED_TRIGGERS } from './asked-signups.ts';
import { OUTBOX_BY_KIND } from './outbox-by-kind.ts';
import { ownerMarks } from './owner-marks.ts';
import { ownerTables } from './owner-tables.ts';
import { previewLinks } from './preview-links.ts';
import { webhookTokens } from './webhook-tokens.ts';
import { hourTables, POSTGRES_SIGNUPS, SQLITE_SIGNUPS } from './hour-tables.ts';
import { RefusedError } from './refusal.ts';

/** "embr": marks a file as a store of this program (https://sqlite.org/pragma.html#pragma_application_id). */
export const APPLICATION_ID = 0x656d6272;

/** The first step, which must not change any more, together with `otherTables`. */
const listTables = ({ id, int, strict, keyed }: Words) => `
   CREATE TABLE subscription (
     id ${id},
     key TEXT NOT NULL UNIQUE,
     address TEXT NOT NULL,
     language TEXT NOT NULL,
     state TEXT NOT NULL CHECK (state IN ('pending', 'confirmed', 'unsubscribed', 'suppressed')),
     suspect TEXT,
     consent TEXT,
     utm_source TEXT,
     utm_medium TEXT,
     utm_campaign TEXT,
     utm_term TEXT,
     utm_content TEXT,
     referrer TEXT,
     path TEXT,
     created_at ${int} NOT NULL,
     confirmed_at ${int},
     left_at ${int}
   )${strict};
   CREATE INDEX subscription_pending ON subscription (created_at) WHERE state = 'pending';
   CREATE INDEX subscription_left ON subscription (state, id) WHERE state IN ('unsubscribed', 'suppressed');
   CREATE INDEX subscription_suspect ON subscription (id) WHERE suspect IS NOT NULL;
   CREATE TABLE consent_text (
     version TEXT NOT NULL,
     language TEXT NOT NULL,
     text TEXT NOT NULL,
     first_seen ${int} NOT NULL,
     PRIMARY KEY (version, language)
   )${keyed};
   CREATE TABLE consent_receipt (
     id ${id},
     subscription_id ${int} NOT NULL REFERENCES subscription (id) ON DELETE CASCADE,
     event TEXT NOT NULL CHECK (event IN ('given', 'confirmed', 'withdrawn')),
     version TEXT,
     language TEXT NOT NULL,
     page TEXT NOT NULL,
     at ${int} NOT NULL
   )${strict};
   CREATE INDEX consent_receipt_subscription ON consent_receipt (subscription_id);
   CREATE TABLE interest (
     subscription_id ${int} NOT NULL REFERENCES subscription (id) ON DELETE CASCADE,
     product TEXT NOT NULL,
     at ${int} NOT NULL,
     PRIMARY KEY (subscription_id, product)
   )${keyed};`;

const otherTables = ({ id, int, strict, keyed, counters }: Words) => `
   CREATE TABLE outbox (
     id ${id},
     kind TEXT NOT NULL,
     subject ${int},
     once TEXT,
     payload TEXT,
     state TEXT NOT NULL DEFAULT 'queued' CHECK (state IN
       ('queued', 'claimed', 'started', 'retry', 'held', 'sent', 'failed', 'unknown', 'skipped')),
     attempt ${int} NOT NULL DEFAULT 0,
     unknowns ${int} NOT NULL DEFAULT 0,
     due_at ${int} NOT NULL,
     lease TEXT,
     lease_until ${int},
     started_at ${int},
     finished_at ${int},
     reply TEXT,
     created_at ${int} NOT NULL
   )${strict};
   CREATE INDEX outbox_open ON outbox (due_at) WHERE state IN ('queued', 'retry', 'claimed', 'started');
   CREATE INDEX outbox_subject ON outbox (subject, kind);
   CREATE INDEX outbox_finished ON outbox (finished_at) WHERE finished_at IS NOT NULL;
   CREATE INDEX outbox_started ON outbox (kind, started_at) WHERE started_at IS NOT NULL;
   CREATE UNIQUE INDEX outbox_once ON outbox (once) WHERE once IS NOT NULL;
   CREATE INDEX outbox_trouble ON outbox (kind, state, finished_at) WHERE state IN ('held', 'failed', 'unknown');
   CREATE INDEX outbox_retry ON outbox (kind, created_at) WHERE state = 'retry';
   CREATE TABLE message (
     id ${id},
     key TEXT NOT NULL UNIQUE,
     body_hash TEXT NOT NULL,
     name TEXT NOT NULL,
     company TEXT NOT NULL,
     email TEXT NOT NULL,
     phone TEXT NOT NULL,
     website TEXT,
     message TEXT NOT NULL,
     language TEXT NOT NULL,
     suspect TEXT,
     created_at ${int} NOT NULL
   )${strict};
   CREATE INDEX message_email ON message (lower(email));
   CREATE TABLE erasure (hash TEXT PRIMARY KEY, at ${int} NOT NULL)${keyed};
   CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL)${keyed};
   CREATE TABLE counter (name TEXT PRIMARY KEY, n ${int} NOT NULL)${keyed};
   INSERT INTO counter (name, n) VALUES
     ('pending', 0), ('confirmed', 0), ('unsubscribed', 0), ('suppressed', 0), ('suspect', 0);
   ${counters}`;

/**
 * Step n leads from schema n to n + 1, on both databases. Steps are only ever added, never changed: stores in use have
 * run them. Times are whole milliseconds since 1970, UTC.
 */
export const STEPS: readonly ((words: Words) => string)[] = [
  (words) => listTables(words) + otherTables(words),
  ({ inbox }) => inbox,
  () => 'ALTER TABLE message ADD COLUMN consent TEXT',
  ({ int }) => `ALTER TABLE subscription ADD COLUMN reminded_at ${int}`,
  ({ buffer }) => buffer,
  // The state 'held' gives way to a column of its own, so that the state of a row tells one thing.
  ({ int }) => `
   ALTER TABLE outbox ADD COLUMN about TEXT DEFAULT 'subscription' CHECK (about IN ('subscription', 'message'));
   UPDATE outbox SET about = 'message' WHERE kind = 'message';
   UPDATE outbox SET about = NULL WHERE kind = 'alarm';
   ALTER TABLE outbox ADD COLUMN held_at ${int};
   UPDATE outbox SET held_at = coalesce(finished_at, created_at), finished_at = NULL, state = 'queued'
     WHERE state = 'held';
   DROP INDEX outbox_open;
   CREATE INDEX outbox_open ON outbox (due_at)
     WHERE state IN ('queued', 'retry', 'claimed', 'started') AND held_at IS NULL;
   DROP INDEX outbox_trouble;
   CREATE INDEX outbox_trouble ON outbox (kind, state, finished_at)
     WHERE (held_at IS NOT NULL OR state IN ('failed', 'unknown'))`,
  announcementTables,
  // A column, as SQLite cannot add a state: the table that all others point to would have to be made anew. An older
  // version takes who has it for somebody who has left, and writes to nobody it should not.
  ({ int, recount }) => `
   ALTER TABLE subscription ADD COLUMN undeliverable_at ${int};
   CREATE INDEX subscription_undeliverable ON subscription (id) WHERE undeliverable_at IS NOT NULL;
   INSERT INTO counter (name, n) VALUES ('undeliverable', 0);
   ${recount}`,
  ownerMarks,
  () => ANNOUNCEMENT_DRAFT,
  ownerTables,
  previewLinks,
  hourTables,
  () => ANNOUNCEMENT_UNTOLD,
  askedSignups,
  () => OUTBOX_BY_KIND,
  announcementKeys,
  webhookTokens,
];

/** Where the two databases need other words for the same. */
export type Words = {
  /** A number nobody has had before: links in mails carry it. */
  id: string;
  int: string;
  strict: string;
  /** For small tables that are always asked by their key. */
  keyed: string;
  /** Triggers that keep `counter`, and what one database alone needs. */
  counters: string;
  /** The triggers anew, since an undeliverable address is counted by itself. */
  recount: string;
  /** Sign-ups by hour: those so far, and triggers that go on counting. */
  signups: string;
  /** Those who had asked for a closed page, counted from now on. */
  askedTriggers: string;
  /** The form in which `buffer` was kept before. */
  inbox: string;
  /** Where the rows of a burst wait, see write-buffer.ts. PostgreSQL needs none: its batches are one statement. */
  buffer: string;
};

const SQLITE_WORDS: Words = {
  id: 'INTEGER PRIMARY KEY AUTOINCREMENT',
  int: 'INTEGER',
  strict: ' STRICT',
  keyed: ' STRICT, WITHOUT ROWID',
  counters: sqliteCounters(BY_STATE),
  recount: `${DROP_SQLITE_COUNTERS}${sqliteCounters(BY_KIND)}`,
  signups: SQLITE_SIGNUPS,
  askedTriggers: SQLITE_ASKED_TRIGGERS,
  inbox: `
   CREATE TABLE inbox (
     id INTEGER PRIMARY KEY,
     fields TEXT NOT NULL,
     batch TEXT NOT NULL,
     size INTEGER NOT NULL,
     fault TEXT
   ) STRICT`,
  // An entry had the values of all its rows in one list, and the names of those of one row in another.
  buffer: `
   CREATE TABLE write_buffer (
     id INTEGER PRIMARY KEY,
     rows TEXT NOT NULL,
     size INTEGER NOT NULL,
     fault TEXT
   ) STRICT;
   INSERT INTO write_buffer (id, rows, size, fault)
     SELECT id, (
       SELECT json_group_array(json(person) ORDER BY place) FROM (
         SELECT value.key / json_array_length(fields) AS place, json_group_object(field.value, value.value) AS person
         FROM json_each(batch) AS value JOIN json_each(fields) AS field
           ON field.key = value.key % json_array_length(fields)
         GROUP BY place
       )
     ), size, fault FROM inbox;
   DROP TABLE inbox`,
};

/**
 * Posts by network, counted for all processes (rate-limiter-flexible names the columns). Unlogged: a post need not wait
 * for the disk once more, and after a crash of the database the counts begin anew.
 */
export const RATE_LIMIT_TABLE = `CREATE UNLOGGED TABLE rate_limit (
     key text PRIMARY KEY,
     points integer NOT NULL DEFAULT 0,
     expire bigint
   );`;

const POSTGRES_WORDS: Words = {
  id: 'BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY',
  int: 'BIGINT',
  strict: '',
  keyed: '',
  counters: postgresCounters(BY_STATE) + RATE_LIMIT_TABLE,
  recount: postgresFunctions(BY_KIND),
  signups: POSTGRES_SIGNUPS,
  askedTriggers: POSTGRES_ASKED_TRIGGERS,
  inbox: '',
  buffer: '',
};

export const MIGRATIONS: readonly string[] = STEPS.map((step) => step(SQLITE_WORDS));
export const POSTGRES_MIGRATIONS: readonly string[] = STEPS.map((step) => step(POSTGRES_WORDS));

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

/** Numbers in the header of a file: of which program it is, and of which version. */
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
  throw new RefusedError('older', 'The store is of an older version. Start the server once, then try again.');
}
