import type { Dialect } from './dialect.ts';
import { initialOwnerSchema } from './initial-owner-schema.ts';
import { COUNTER_TRIGGERS } from './triggers/counter.ts';
import { SIGNUP_HOUR_TRIGGERS } from './triggers/signups-by-hour.ts';
import { SIGNUP_PAGE_TRIGGERS } from './triggers/signups-by-page.ts';

/** The first migration. schema.ts documents the columns. */
export function initialSchema(dialect: Dialect): string {
  const groups = [people, outbox, announcements, recipients, messages, initialOwnerSchema, visits, settings];
  return (
    groups.map((group) => group(dialect)).join('') +
    OWN_TABLE[dialect.database] +
    COUNTER_TRIGGERS[dialect.database] +
    SIGNUP_HOUR_TRIGGERS[dialect.database] +
    SIGNUP_PAGE_TRIGGERS[dialect.database]
  );
}

const people = ({ id, int, strict, keyed }: Dialect) => `
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
     left_at ${int},
     reminded_at ${int},
     undeliverable_at ${int}
   )${strict};
   CREATE INDEX subscription_pending ON subscription (created_at) WHERE state = 'pending';
   CREATE INDEX subscription_left ON subscription (state, id) WHERE state IN ('unsubscribed', 'suppressed');
   CREATE INDEX subscription_suspect ON subscription (id) WHERE suspect IS NOT NULL;
   CREATE INDEX subscription_undeliverable ON subscription (id) WHERE undeliverable_at IS NOT NULL;
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
   )${keyed};
   CREATE TABLE erasure (hash TEXT PRIMARY KEY, at ${int} NOT NULL)${keyed};`;

const outbox = ({ id, int, strict, keyed }: Dialect) => `
   CREATE TABLE outbox (
     id ${id},
     kind TEXT NOT NULL,
     subject_type TEXT DEFAULT 'subscription' CHECK (subject_type IN ('subscription', 'message')),
     subject_id ${int},
     dedup_key TEXT,
     payload TEXT,
     state TEXT NOT NULL DEFAULT 'queued' CHECK (state IN
       ('queued', 'claimed', 'started', 'retry', 'sent', 'failed', 'unknown', 'skipped')),
     attempt ${int} NOT NULL DEFAULT 0,
     unknown_attempts ${int} NOT NULL DEFAULT 0,
     due_at ${int} NOT NULL,
     lease TEXT,
     lease_until ${int},
     held_at ${int},
     started_at ${int},
     finished_at ${int},
     reply TEXT,
     created_at ${int} NOT NULL
   )${strict};
   CREATE INDEX outbox_open ON outbox (kind, due_at)
     WHERE state IN ('queued', 'retry', 'claimed', 'started') AND held_at IS NULL;
   CREATE INDEX outbox_leased ON outbox (lease_until) WHERE state IN ('claimed', 'started');
   CREATE INDEX outbox_subject ON outbox (subject_id, kind);
   CREATE INDEX outbox_finished ON outbox (finished_at) WHERE finished_at IS NOT NULL;
   CREATE INDEX outbox_started ON outbox (kind, started_at) WHERE started_at IS NOT NULL;
   CREATE UNIQUE INDEX outbox_dedup_key ON outbox (dedup_key) WHERE dedup_key IS NOT NULL;
   CREATE INDEX outbox_trouble ON outbox (kind, state, finished_at)
     WHERE (held_at IS NOT NULL OR state IN ('failed', 'unknown'));
   CREATE INDEX outbox_trouble_listed ON outbox
     ((CASE WHEN held_at IS NOT NULL THEN 'held' ELSE state END), id)
     WHERE (held_at IS NOT NULL OR state IN ('failed', 'unknown'));
   CREATE INDEX outbox_retry ON outbox (kind, created_at) WHERE state = 'retry';
   CREATE TABLE webhook_token (
     hash TEXT PRIMARY KEY,
     body_hash TEXT NOT NULL,
     signed_at ${int} NOT NULL
   )${keyed};
   CREATE INDEX webhook_token_signed ON webhook_token (signed_at);`;

const announcements = ({ id, int, strict }: Dialect) => `
   CREATE TABLE announcement (
     id ${id},
     purpose TEXT NOT NULL UNIQUE,
     state TEXT NOT NULL CHECK (state IN
       ('draft', 'scheduled', 'undo', 'sending', 'paused', 'done', 'stopped')),
     reason TEXT,
     words TEXT NOT NULL,
     edited TEXT,
     rehearsal TEXT,
     wall_time TEXT,
     zone TEXT,
     opens_at ${int},
     undo_ms ${int} NOT NULL DEFAULT 0,
     undo_until ${int},
     wave ${int} NOT NULL DEFAULT 0,
     max_per_minute ${int} NOT NULL DEFAULT 0,
     pace ${int} NOT NULL DEFAULT 0,
     pace_at ${int},
     armed_by TEXT,
     armed_at ${int},
     store_id TEXT,
     enqueue_cursor ${int} NOT NULL DEFAULT 0,
     enqueue_end ${int},
     sending_at ${int},
     health_window_start ${int},
     sender TEXT,
     sender_until ${int},
     ended_at ${int},
     created_at ${int} NOT NULL
   )${strict};`;

/** Without a foreign key to subscriptions: after an erasure the row is anonymous evidence. */
const recipients = ({ int, keyed }: Dialect) => `
   CREATE TABLE announcement_recipient (
     announcement_id ${int} NOT NULL REFERENCES announcement (id),
     subscription_id ${int} NOT NULL,
     state TEXT NOT NULL CHECK (state IN
       ('queued', 'started', 'retry', 'sent', 'failed', 'unknown', 'skipped')),
     attempt ${int} NOT NULL DEFAULT 0,
     due_at ${int} NOT NULL,
     lease TEXT,
     lease_until ${int},
     started_at ${int},
     finished_at ${int},
     reply TEXT,
     key_relay TEXT,
     unknown_since ${int},
     language TEXT NOT NULL,
     consent TEXT,
     added_at ${int} NOT NULL,
     PRIMARY KEY (announcement_id, subscription_id)
   )${keyed};
   CREATE INDEX announcement_recipient_waiting ON announcement_recipient (announcement_id, due_at, subscription_id)
     WHERE state IN ('queued', 'retry');
   CREATE INDEX announcement_recipient_started ON announcement_recipient (announcement_id, started_at)
     WHERE started_at IS NOT NULL;
   CREATE INDEX announcement_recipient_under_way ON announcement_recipient (announcement_id) WHERE state = 'started';
   CREATE INDEX announcement_recipient_ended ON announcement_recipient (announcement_id, finished_at)
     WHERE finished_at IS NOT NULL;
   CREATE INDEX announcement_recipient_untold ON announcement_recipient (announcement_id, subscription_id)
     WHERE state IN ('failed', 'unknown');
   CREATE INDEX announcement_recipient_uncertain ON announcement_recipient (announcement_id, unknown_since)
     WHERE unknown_since IS NOT NULL;`;

const messages = ({ id, int, strict }: Dialect) => `
   CREATE TABLE message (
     id ${id},
     key TEXT NOT NULL UNIQUE,
     body_hash TEXT NOT NULL,
     name TEXT NOT NULL,
     company TEXT,
     email TEXT NOT NULL,
     phone TEXT,
     website TEXT,
     message TEXT NOT NULL,
     language TEXT NOT NULL,
     consent TEXT,
     suspect TEXT,
     read_at ${int},
     answered_at ${int},
     created_at ${int} NOT NULL
   )${strict};
   CREATE INDEX message_email ON message (lower(email));
   CREATE INDEX message_unread ON message (id, read_at, suspect) WHERE read_at IS NULL AND suspect IS NULL;
   CREATE INDEX message_unanswered ON message (id, answered_at, suspect)
     WHERE answered_at IS NULL AND suspect IS NULL;
   CREATE INDEX message_held ON message (id, suspect) WHERE suspect IS NOT NULL;`;

/** The indexes let charts of a long period read in order: sorting two years of hours took a second. */
const visits = ({ int, keyed }: Dialect) => `
   CREATE TABLE visit_hour (
     hour ${int} NOT NULL,
     path TEXT NOT NULL,
     language TEXT NOT NULL,
     source TEXT NOT NULL,
     closed ${int} NOT NULL,
     n ${int} NOT NULL,
     last_at ${int} NOT NULL,
     PRIMARY KEY (hour, path, language, source, closed)
   )${keyed};
   CREATE INDEX visit_page ON visit_hour (closed, path, hour, n);
   CREATE TABLE signup_hour (
     hour ${int} NOT NULL,
     language TEXT NOT NULL,
     source TEXT NOT NULL,
     joined ${int} NOT NULL,
     confirmed ${int} NOT NULL,
     gone ${int} NOT NULL,
     PRIMARY KEY (hour, language, source)
   )${keyed};
   CREATE INDEX signup_source ON signup_hour (source, hour, confirmed) WHERE confirmed > 0;
   CREATE TABLE signup_page_hour (
     hour ${int} NOT NULL,
     path TEXT NOT NULL,
     n ${int} NOT NULL,
     PRIMARY KEY (hour, path)
   )${keyed};`;

const settings = ({ int, keyed }: Dialect) => `
   CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL)${keyed};
   CREATE TABLE counter (name TEXT PRIMARY KEY, n ${int} NOT NULL)${keyed};
   INSERT INTO counter (name, n) VALUES
     ('pending', 0), ('confirmed', 0), ('unsubscribed', 0), ('suppressed', 0), ('undeliverable', 0), ('suspect', 0);`;

/** Buffers the rows of a burst, see write-buffer.ts. PostgreSQL needs none: its batches are one statement. */
const WRITE_BUFFER_TABLE = `
   CREATE TABLE write_buffer (
     id INTEGER PRIMARY KEY,
     rows TEXT NOT NULL,
     size INTEGER NOT NULL,
     fault TEXT
   ) STRICT;`;

/**
 * Posts by network, counted for all processes (rate-limiter-flexible names the columns). Unlogged: a post
 * need not wait for another sync, and after a crash of the database the counts start at zero.
 */
export const RATE_LIMIT_TABLE = `
   CREATE UNLOGGED TABLE rate_limit (
     key text PRIMARY KEY,
     points integer NOT NULL DEFAULT 0,
     expire bigint
   );`;

const OWN_TABLE = { sqlite: WRITE_BUFFER_TABLE, postgres: RATE_LIMIT_TABLE };
