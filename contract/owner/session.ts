import type { Language } from '#contract/language.ts';

// The API for sign-in, sessions, passkeys and owners. Times are milliseconds since 1970.

/** Sent with the dashboard's own polling: such a request does not keep a session from becoming idle. */
export const BACKGROUND_HEADER = 'x-background';

/** A session's idle timeout and its maximum length. Milliseconds. */
export const SESSION_IDLE_MS = 30 * 60_000;
export const SESSION_LONGEST_MS = 12 * 60 * 60_000;
/** How long a passkey or a link from the server counts as recent proof. */
export const PROOF_MS = 10 * 60_000;
/**
 * Whether an action requires a proof, by passkey or a link from the server, in the last ten minutes. A session
 * by mail has none: others may read the mailbox. `always`: opens the site, mails everybody, erases, exports,
 * manages owners, or can be used for one of these. `with-passkey`: ends, closes, adds or sends; required only of owners
 * with a passkey that proves.
 */
export type Proof = 'always' | 'with-passkey' | 'never';

/** How long a passkey proves nothing that was added in a session which nobody vouches for. */
export const UNPROVEN_MS = 72 * 60 * 60_000;
/** Lifetimes of links: to sign in, also handed over by an owner; for the first owner; mailed invitations. */
export const LINK_MS = 10 * 60_000;
export const SETUP_LINK_MS = 30 * 60_000;
export const INVITE_LINK_MS = 3 * 24 * 60 * 60_000;

export const OWNER_NAME_LENGTH = 80;
export const PASSKEY_NAME_LENGTH = 60;

/** What proves who an owner is: a passkey, the first one once it is added, or only a link from the server. */
export type ProofBy = 'passkey' | 'first-passkey' | 'server-link';

/** GET /session is unauthenticated. `ended`: why this browser's session ended, if known. */
export type SessionInfo =
  | {
      signedIn: false;
      /** Where the dashboard is: at another address nobody can sign in. */
      address: string;
      /** Whether sign-in links are sent by email. */
      mail: boolean;
      ended: 'idle' | 'day' | null;
    }
  | {
      signedIn: true;
      mail: boolean;
      owner: { id: number; name: string; language: Language; email: string | null };
      /** The number of passkeys: with none, one is offered. */
      passkeys: number;
      proofBy: ProofBy;
      /** Until when the recent proof counts; null: there is none. */
      provenUntil: number | null;
      /** When the session ends at the latest. */
      endsAt: number;
    };

/**
 * Links open `/dashboard/sign-in#TOKEN`. POST /session/link/look { token } describes a link without using it;
 * POST /session/link { token, name?, email?, language? } uses it and signs in. `setup`: the first owner, who gives
 * a name, and an address for sign-in links (OWNER_EMAIL without one). Both refuse: `invalid-fields`, `token`
 * `expired` (or used, or forged) or `other-browser`, `name` `missing`, `email` `invalid`.
 */
export type LookedLink = { kind: 'setup' | 'sign-in'; expiresAt: number };
export type LinkPosted = { token: string; name?: string; email?: string; language?: Language };

/**
 * POST /session/passkey/options {} returns the options for the WebAuthn call; POST /session/passkey {
 * response } signs in, or proves who is signed in. Refused: `invalid-fields`, `passkey` `unknown`,
 * `proves-later`: it signs in, but proves nothing yet.
 */
export type PasskeyPosted = { response: unknown };

/** POST /session/mail { email? }: always the same answer. Without an address the mail goes to OWNER_EMAIL. */
export type MailPosted = { email?: string };

/**
 * POST /passkeys/options { elsewhere? }, then POST /passkeys { name, response }. POST /passkeys/:id/rename {
 * name }, /passkeys/:id/remove {}. POST /passkeys/not-mine { token }, by a mailed link, ends a passkey that proves nothing
 * yet, and the sessions of its owner that began by mail; `token` `expired`.
 */
export type PasskeyRow = {
  id: number;
  name: string;
  createdAt: number;
  usedAt: number | null;
  /** Until when it signs in only; null: it proves. */
  provesAt: number | null;
  /** Synced to all devices of the owner by the vendor. */
  synced: boolean;
};

/** GET /sessions: this owner's active sessions. POST /sessions/:id/end {}, POST /sessions/end-others {}. */
export type SessionRow = {
  id: number;
  /** Browser and system, e.g. `Firefox, Linux`. */
  agent: string;
  createdAt: number;
  usedAt: number;
  current: boolean;
};

/**
 * GET /owners. POST /owners { name, email?, language } invites: by mail where possible, else `link` is to be
 * handed over. `email` `taken`: an owner has it. POST /owners/:id/invite {}: again, for an owner who has not
 * signed in yet. POST /owners/:id/remove {}; `conflict`: the last one who can sign in.
 */
export type OwnerRow = {
  id: number;
  name: string;
  email: string | null;
  language: Language;
  createdAt: number;
  /** False: invited, but never signed in. */
  hasSignedIn: boolean;
};
/** `link`: to be handed over if it was not mailed. */
export type Invited = { id: number; mailed: boolean; link: string | null; expiresAt: number };
