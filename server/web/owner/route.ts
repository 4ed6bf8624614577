import type { Kysely } from '#kysely';
import type { Language } from '#contract/language.ts';
import type { MailsWait } from '#contract/owner/delivery.ts';
import type { AuditAction } from '#contract/owner/audit-log.ts';
import type { Proof } from '#contract/owner/session.ts';
import type { FieldProblem, ProblemCode } from '#contract/problem.ts';
import type { SignInLimits } from '#server/abuse/guard.ts';
import type { Build } from '#server/base/build.ts';
import type { Config } from '#server/base/config.ts';
import type { Log } from '#server/base/log.ts';
import type { FoundSession } from '#server/owners/sessions.ts';
import type { Database } from '#server/store/database.ts';
import type { Tables } from '#server/store/schema.ts';
import type { Drafts } from '#server/web/pages/site.ts';
import type { Secrets } from '#server/store/secrets/secrets.ts';
import { type BodyOf, type BodySchema, NO_FIELDS, type NoFields } from './body.ts';

/** The signed-in owner. */
type SignedIn = {
  id: number;
  name: string;
  language: Language;
  email: string | null;
  sessionId: number;
};

/** The dependencies of the owner's routes. */
export type OwnerParts = {
  config: Config;
  build: Build;
  secrets: Secrets;
  write: Kysely<Tables>;
  /** A separate connection: slow queries delay no visitor. */
  read: Kysely<Tables>;
  database: Database;
  /** For sign-in, and for test mails. */
  signInLimits: SignInLimits;
  /** Milliseconds since 1970, UTC. */
  now: () => number;
  /** Wakes the workers. */
  poke: () => void;
  /** Shows what was just published: this server's next answer is from it. */
  showPublished: () => Promise<void>;
  /** Shows what links to drafts show from here on. Returns those that this server shows, by the link's id. */
  showDrafts: () => Promise<Drafts>;
  log: Log;
};

/** `body`: as declared by its row; empty for GET. */
type Asked<S extends BodySchema> = { query: URLSearchParams; body: BodyOf<S>; parts: OwnerParts };

export type Ask<S extends BodySchema = NoFields> = Asked<S> & {
  owner: SignedIn;
  /** The path parameters. */
  params: Readonly<Record<string, string>>;
  /** The `:id` of the path, if its row has one. */
  id: number;
  /** Whether the first passkey added in this session proves at once. */
  isVouched: boolean;
  /** Whether a row with this proof would be refused now: for a row that needs it for some bodies only. */
  lacksProof(proof: Proof): Promise<boolean>;
  /** Records this owner's action in the audit log. */
  audit(action: AuditAction, detail?: Record<string, string | number>): Promise<void>;
};

/** A request for a public route; it may still have a session. */
export type PublicRequest<S extends BodySchema = NoFields> = Asked<S> & {
  found: FoundSession;
  /** From the cookies: session, browser that requested a link, browser in which an owner has signed in. */
  token: string | null;
  browser: string | null;
  known: string | null;
  /** The client's network, for limits. */
  network: string;
  userAgent: string | undefined;
};

/**
 * `written`: JSON as text, made before. `file`: streamed as a download; `done`: called when it is sent, aborted, or never
 * started. `picture`: streamed to be shown. `frame`: HTML that the dashboard shows in a frame: of a mail, or of a
 * `page`, which may have a tab of its own.
 */
export type Answer =
  | { json: unknown }
  | { written: string }
  | { frame: string; holds?: 'page' }
  | { picture: AsyncIterable<Uint8Array>; type: string }
  | { file: AsyncIterable<string | Uint8Array>; name: string; type: string; done?: () => Promise<void> }
  | { problem: ProblemCode; fields?: FieldProblem[]; retryAfter?: number };

/** `cookies`: values of Set-Cookie. */
export type PublicAnswer = Answer & { cookies?: string[] };

export const DONE: Answer = { json: { ok: true } };
export const NOT_FOUND: Answer = { problem: 'not-found' };
export const MALFORMED: Answer = { problem: 'malformed' };
/** Not allowed in the current state. */
export const NOT_NOW: Answer = { problem: 'not-now' };

/** No mail can leave: the mail server is `missing`, or its account `sealed` with other keys. */
export function noMailServer(why: MailsWait): Answer {
  return wrongField('SMTP_URL', why === 'unset' ? 'missing' : 'sealed');
}

export function wrongField(field: string, code: string): Answer {
  return { problem: 'invalid-fields', fields: [{ field, code }] };
}

type Row = {
  /** Below /api/owner, e.g. `/people/:id/erase`. */
  path: string;
  /** A sentence for the API description. */
  about: string;
};

type Reading = { method: 'GET' };
type Acting = {
  method: 'POST';
  /** The expected body; anything else is answered with `invalid-fields`. */
  body: BodySchema;
  /** Largest body in bytes. */
  bodyLimit: number;
};

/** For signed-in owners. */
export type InnerRoute = Row & { isPublic?: never; handle: (ask: Ask) => Promise<Answer> } & (
    | Reading
    | (Acting & { proof: Proof })
  );

/** Unauthenticated: for everybody. */
export type PublicRoute = Row & {
  isPublic: true;
  handle: (request: PublicRequest) => Promise<PublicAnswer>;
} & (Reading | Acting);

export type OwnerRoute = InnerRoute | PublicRoute;

const BODY_LIMIT = 4 * 1024;

export function get(path: string, about: string, handle: (ask: Ask) => Promise<Answer>): InnerRoute {
  return { method: 'GET', path, about, handle };
}

export function post<S extends BodySchema = NoFields>(
  proof: Proof,
  path: string,
  about: string,
  handle: (ask: Ask<S>) => Promise<Answer>,
  body: S = NO_FIELDS as BodySchema as S,
  bodyLimit = BODY_LIMIT,
): InnerRoute {
  return { method: 'POST', path, about, body, bodyLimit, proof, handle: handle as InnerRoute['handle'] };
}

export function publicPost<S extends BodySchema = NoFields>(
  path: string,
  about: string,
  handle: (request: PublicRequest<S>) => Promise<PublicAnswer>,
  body: S = NO_FIELDS as BodySchema as S,
  bodyLimit = BODY_LIMIT,
): PublicRoute {
  return {
    method: 'POST',
    path,
    about,
    body,
    bodyLimit,
    isPublic: true,
    handle: handle as PublicRoute['handle'],
  };
}
