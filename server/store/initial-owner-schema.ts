import type { Dialect } from './dialect.ts';

/** The owners' part of initial-schema.ts; owner-schema.ts documents the columns. */
export const initialOwnerSchema = (dialect: Dialect): string => owners(dialect) + signingIn(dialect);

/** The migration after it: sessions that others vouch for, and passkeys that prove nothing yet. */
export const vouchedSchema = ({ int }: Dialect): string => `
   ALTER TABLE owner_session ADD COLUMN vouched ${int} NOT NULL DEFAULT 0;
   ALTER TABLE passkey ADD COLUMN proves_at ${int} NOT NULL DEFAULT 0`;

/** An audit event has no foreign key: it outlives its owner, with the name at the time. */
const owners = ({ id, int, strict, keyed }: Dialect) => `
   CREATE TABLE owner (
     id ${id},
     name TEXT NOT NULL,
     email TEXT UNIQUE,
     language TEXT NOT NULL,
     weekly_summary ${int} NOT NULL DEFAULT 1,
     created_at ${int} NOT NULL,
     signed_in_at ${int}
   )${strict};
   CREATE TABLE audit_event (
     id ${id},
     at ${int} NOT NULL,
     owner_id ${int} NOT NULL,
     owner_name TEXT NOT NULL,
     action TEXT NOT NULL,
     detail TEXT NOT NULL
   )${strict};
   CREATE TABLE idempotency (
     owner_id ${int} NOT NULL REFERENCES owner (id) ON DELETE CASCADE,
     key TEXT NOT NULL,
     request TEXT NOT NULL,
     answer TEXT,
     at ${int} NOT NULL,
     PRIMARY KEY (owner_id, key)
   )${keyed};
   CREATE INDEX idempotency_at ON idempotency (at);
   CREATE TABLE preview_link (
     id ${id},
     name TEXT NOT NULL,
     made_by TEXT,
     created_at ${int} NOT NULL,
     ends_at ${int} NOT NULL,
     ended_at ${int},
     opened ${int} NOT NULL DEFAULT 0
   )${strict};`;

const signingIn = ({ id, int, strict, keyed }: Dialect) => `
   CREATE TABLE owner_session (
     id ${id},
     owner_id ${int} NOT NULL REFERENCES owner (id) ON DELETE CASCADE,
     hash TEXT NOT NULL UNIQUE,
     previous_hash TEXT UNIQUE,
     created_at ${int} NOT NULL,
     used_at ${int} NOT NULL,
     proof_at ${int},
     ended_at ${int},
     agent TEXT NOT NULL
   )${strict};
   CREATE INDEX owner_session_owner ON owner_session (owner_id);
   CREATE INDEX owner_session_created ON owner_session (created_at);
   CREATE TABLE owner_link (
     hash TEXT PRIMARY KEY,
     kind TEXT NOT NULL CHECK (kind IN ('server', 'mail', 'invite')),
     owner_id ${int} REFERENCES owner (id) ON DELETE CASCADE,
     name TEXT,
     browser TEXT,
     created_at ${int} NOT NULL,
     expires_at ${int} NOT NULL,
     used_at ${int}
   )${keyed};
   CREATE INDEX owner_link_owner ON owner_link (owner_id);
   CREATE TABLE passkey (
     id ${id},
     owner_id ${int} NOT NULL REFERENCES owner (id) ON DELETE CASCADE,
     credential TEXT NOT NULL UNIQUE,
     public_key TEXT NOT NULL,
     counter ${int} NOT NULL,
     transports TEXT NOT NULL,
     name TEXT NOT NULL,
     synced ${int} NOT NULL,
     created_at ${int} NOT NULL,
     used_at ${int}
   )${strict};
   CREATE INDEX passkey_owner ON passkey (owner_id);
   CREATE TABLE passkey_challenge (hash TEXT PRIMARY KEY, expires_at ${int} NOT NULL)${keyed};`;
