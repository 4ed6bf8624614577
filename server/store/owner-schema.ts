import type { Generated } from '#kysely';
import type { Language } from '#contract/language.ts';

type Time = number;

type OwnerTable = {
  id: Generated<number>;
  name: string;
  email: string | null;
  language: Language;
  /** 1: gets the weekly summary. */
  weekly_summary: Generated<0 | 1>;
  created_at: Time;
  /** Null: invited, but never signed in. */
  signed_in_at: Time | null;
};

type OwnerSessionTable = {
  id: Generated<number>;
  owner_id: number;
  /** SHA-256 of the cookie's token. */
  hash: string;
  /** Of the cookie before the last proof: requests in progress may read with it for some seconds. */
  previous_hash: string | null;
  created_at: Time;
  /** Precise to the minute. */
  used_at: Time;
  /** Last passkey or link from the server. */
  proof_at: Time | null;
  ended_at: Time | null;
  /** Browser and system, nothing finer. */
  agent: string;
  /** 1: begun by a link from the server or an invitation, or proven since. 0: a reader of the mailbox can begin it. */
  vouched: Generated<0 | 1>;
};

type OwnerLinkTable = {
  /** SHA-256 of its token. */
  hash: string;
  kind: 'server' | 'mail' | 'invite';
  /** Null: creates the first owner. */
  owner_id: number | null;
  /** The name of the owner it creates; null: entered on use. */
  name: string | null;
  /** SHA-256 of the cookie of the browser that requested it; null: works in any. */
  browser: string | null;
  created_at: Time;
  expires_at: Time;
  used_at: Time | null;
};

export type PasskeyTable = {
  id: Generated<number>;
  owner_id: number;
  credential: string;
  public_key: string;
  counter: number;
  /** As JSON. */
  transports: string;
  name: string;
  /** 1: synced to other devices by its provider. */
  synced: 0 | 1;
  created_at: Time;
  used_at: Time | null;
  /** Signs in before, but proves nothing: it was added in a session that nobody vouches for. */
  proves_at: Generated<Time>;
};

/** Used challenges, against replay. */
type PasskeyChallengeTable = { hash: string; expires_at: Time };

/** Append-only. */
type AuditEventTable = {
  id: Generated<number>;
  at: Time;
  owner_id: number;
  owner_name: string;
  action: string;
  /** JSON, without addresses. */
  detail: string;
};

/** The answer to a request with an Idempotency-Key, encrypted; `answer` null: in progress. */
type IdempotencyTable = {
  owner_id: number;
  key: string;
  /** SHA-256 of URL and body. */
  request: string;
  answer: string | null;
  at: Time;
};

export type OwnerTables = {
  owner: OwnerTable;
  owner_session: OwnerSessionTable;
  owner_link: OwnerLinkTable;
  passkey: PasskeyTable;
  passkey_challenge: PasskeyChallengeTable;
  audit_event: AuditEventTable;
  idempotency: IdempotencyTable;
};
