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
  /** Null: invited, and not yet come in. */
  signed_in_at: Time | null;
};

type OwnerSessionTable = {
  id: Generated<number>;
  owner_id: number;
  /** SHA-256 of what the cookie carries. */
  hash: string;
  /** Of the cookie before the last proof: answers under way read with it for some seconds. */
  previous_hash: string | null;
  created_at: Time;
  /** Right to the minute. */
  used_at: Time;
  /** Last passkey or link from the server. */
  proof_at: Time | null;
  ended_at: Time | null;
  /** Browser and system, nothing finer. */
  agent: string;
};

type OwnerLinkTable = {
  /** SHA-256 of its token. */
  hash: string;
  kind: 'server' | 'mail' | 'invite';
  /** Null: makes the first owner. */
  owner_id: number | null;
  /** Of the owner it makes; null: whoever comes says it. */
  name: string | null;
  /** SHA-256 of the cookie of the browser that asked for it; null: any may use it. */
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
  /** 1: copied to other devices by their maker. */
  synced: 0 | 1;
  created_at: Time;
  used_at: Time | null;
};

/** Those that were used: none counts twice. */
type PasskeyChallengeTable = { hash: string; expires_at: Time };

/** Only ever added to. */
type AuditEventTable = {
  id: Generated<number>;
  at: Time;
  owner_id: number;
  owner_name: string;
  action: string;
  /** JSON, without addresses. */
  detail: string;
};

/** What was answered to a request with an Idempotency-Key, sealed; `answer` null: it is under way. */
type IdempotencyTable = {
  owner_id: number;
  key: string;
  /** SHA-256 of address and body. */
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
