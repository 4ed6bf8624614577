import type { Words } from './migrations.ts';

/** `edited`: who wrote the words and when, in each language. `rehearsal`: the last one, and what it found. */
export const ANNOUNCEMENT_DRAFT = `
   ALTER TABLE announcement ADD COLUMN edited TEXT;
   ALTER TABLE announcement ADD COLUMN rehearsal TEXT`;

/** Those that the owner may tell once more: few of many. */
export const ANNOUNCEMENT_UNTOLD = `
   CREATE INDEX announcement_recipient_untold ON announcement_recipient (announcement_id, subscription_id)
     WHERE state IN ('failed', 'unknown')`;

/** What a mail server that remembers keys lets be tried again: few of many. */
export function announcementKeys({ int }: Words): string {
  return `
   ALTER TABLE announcement_recipient ADD COLUMN keyed_for TEXT;
   ALTER TABLE announcement_recipient ADD COLUMN unknown_since ${int};
   CREATE INDEX announcement_recipient_uncertain ON announcement_recipient (announcement_id, unknown_since)
     WHERE unknown_since IS NOT NULL`;
}

/** No recipient is tied to a subscription: after an erasure the row stays as evidence of nobody. */
export function announcementTables({ id, int, strict, keyed }: Words): string {
  return `
   CREATE TABLE announcement (
     id ${id},
     purpose TEXT NOT NULL UNIQUE,
     state TEXT NOT NULL CHECK (state IN
       ('draft', 'scheduled', 'undo', 'sending', 'paused', 'done', 'stopped')),
     reason TEXT,
     words TEXT NOT NULL,
     wall_time TEXT,
     zone TEXT,
     opens_at ${int},
     undo_ms ${int} NOT NULL DEFAULT 0,
     undo_until ${int},
     wave ${int} NOT NULL DEFAULT 0,
     most_a_minute ${int} NOT NULL DEFAULT 0,
     pace ${int} NOT NULL DEFAULT 0,
     pace_at ${int},
     armed_by TEXT,
     armed_at ${int},
     home TEXT,
     gathered ${int} NOT NULL DEFAULT 0,
     gather_end ${int},
     sending_at ${int},
     judged_from ${int},
     sender TEXT,
     sender_until ${int},
     ended_at ${int},
     created_at ${int} NOT NULL
   )${strict};
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
     WHERE finished_at IS NOT NULL`;
}
