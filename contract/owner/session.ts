import type { Language } from '#contract/language.ts';

// Sign-in, sessions, passkeys and owners, as server and dashboard exchange them. Times are milliseconds since 1970.

/** The dashboard sends it with what it asks by itself: such a request keeps no session from becoming idle. */
export const BACKGROUND_HEADER = 'x-background';

/** A session ends without a touch, and whatever happens. Milliseconds. */
export const SESSION_IDLE_MS = 30 * 60_000;
export const SESSION_LONGEST_MS = 12 * 60 * 60_000;
/** How long a passkey or a link from the server counts as proof. */
export const PROOF_MS = 10 * 60_000;
/** How long links work: one for signing in, also one that an owner hands over; the first one of all; an invitation by mail. */
export const LINK_MS = 10 * 60_000;
export const SETUP_LINK_MS = 30 * 60_000;
export const INVITE_LINK_MS = 3 * 24 * 60 * 60_000;

export const OWNER_NAME_LENGTH = 80;
export const PASSKEY_NAME_LENGTH = 60;

/** GET /session answers everybody. `ended`: why the session of this browser is over, as far as it is known. */
export type SessionInfo =
  | {
      signedIn: false;
      /** Whether links go by email here. */
      mail: boolean;
      ended: 'idle' | 'day' | null;
    }
  | {
      signedIn: true;
      mail: boolean;
      owner: { id: number; name: string; language: Language; email: string | null };
      /** How many passkeys this owner has: none is a reason to offer one. */
      passkeys: number;
      /** Until when what needs a fresh proof goes through; null: it needs one first. */
      provenUntil: number | null;
      /** When the session ends whatever happens. */
      endsAt: number;
    };

/**
 * Links lead to `/dashboard/sign-in#TOKEN`. POST /session/link/look { token } says what one is without using it up; POST
 * /session/link { token, name?, language? } uses it and signs in. `setup`: the first owner, who gives a name.
 * Both refuse with `invalid-fields`: `token` `expired` (also used, or never made) or `other-browser`; `name` `missing`.
 */
export type LookedLink = { kind: 'setup' | 'sign-in'; expiresAt: number };
export type LinkPosted = { token: string; name?: string; language?: Language };

/**
 * POST /session/passkey/options {} gives what the browser's navigator asks for; POST /session/passkey
 * { response } signs in, or proves who is signed in already. Refused: `invalid-fields`, `passkey` `unknown`.
 */
export type PasskeyPosted = { response: unknown };

/** POST /session/mail { email? }: always the same answer. Without an address it goes to that of the settings. */
export type MailPosted = { email?: string };

/** POST /passkeys/options { elsewhere? }, then POST /passkeys { name, response }. POST /passkeys/:id/rename { name }, /passkeys/:id/remove {}. */
export type PasskeyRow = {
  id: number;
  name: string;
  createdAt: number;
  usedAt: number | null;
  /** On all devices of the owner, by the maker of the device. */
  synced: boolean;
};

/** GET /sessions: the live ones of this owner. POST /sessions/:id/end {}, POST /sessions/end-others {}. */
export type SessionRow = {
  id: number;
  /** Browser and system, e.g. `Firefox, Linux`. */
  agent: string;
  createdAt: number;
  usedAt: number;
  current: boolean;
};

/**
 * GET /owners. POST /owners { name, email?, language } invites: by mail where mails leave and there is an
 * address, else `link` is handed over. `email` `taken`: an owner has it. POST /owners/:id/invite {}: once more, to an owner who has not
 * come in. POST /owners/:id/remove {}; `conflict`: the last one who can come in.
 */
export type OwnerRow = {
  id: number;
  name: string;
  email: string | null;
  language: Language;
  createdAt: number;
  /** False: invited, and not yet come in. */
  cameIn: boolean;
};
/** `link`: to be handed over where it was not mailed. */
export type Invited = { id: number; mailed: boolean; link: string | null; expiresAt: number };

/** The `owner` of what was done by a command. */
export const BY_COMMAND = 'command line';

/** What the audit log tells of: a verb in the past. */
export const AUDIT_ACTIONS = [
  'signed-in',
  'link-made',
  'passkey-added',
  'passkey-removed',
  'owner-invited',
  'owner-removed',
  'person-added',
  'person-language',
  'person-released',
  'person-erased',
  'people-exported',
  'people-imported',
  'message-answered',
  'message-unanswered',
  'message-released',
  'message-deleted',
  'mails-again',
  'mails-released',
  'launch-words',
  'launch-tested',
  'launch-opened',
  'launch-scheduled',
  'launch-undone',
  'launch-paused',
  'launch-resumed',
  'launch-stopped',
  'launch-again',
  'launch-exported',
  'stage-changed',
  'preview-made',
  'preview-ended',
  'backup-made',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** GET /audit-log?before=ID: the newest first, 50 a page. */
export type AuditEvent = {
  id: number;
  at: number;
  owner: string;
  action: string;
  detail: Record<string, string | number>;
};
export type AuditLogPage = { rows: AuditEvent[]; next: number | null };
