import type { Kysely } from '#kysely';
import type { Language } from '#contract/language.ts';
import type { AuditAction } from '#contract/owner/session.ts';
import type { FieldProblem, ProblemCode } from '#contract/problem.ts';
import type { SignInLimits } from '#server/abuse/guard.ts';
import type { Build } from '#server/build.ts';
import type { Config } from '#server/config.ts';
import type { FoundSession } from '#server/owners/sessions.ts';
import type { Database } from '#server/store/database.ts';
import type { Tables } from '#server/store/schema.ts';
import type { Secrets } from '#server/store/secrets/secrets.ts';
import type { BodyOf, Shape } from './body.ts';

/** Who asks. */
type SignedIn = {
  id: number;
  name: string;
  language: Language;
  email: string | null;
  sessionId: number;
};

/** What the routes of the owner stand on. */
export type OwnerParts = {
  config: Config;
  build: Build;
  secrets: Secrets;
  write: Kysely<Tables>;
  /** A connection of its own: what takes long delays no visitor. */
  read: Kysely<Tables>;
  database: Database;
  /** Of sign-in, and of test mails. */
  signInLimits: SignInLimits;
  /** Milliseconds since 1970, UTC. */
  now: () => number;
  /** Tells the workers that there is something to do. */
  poke: () => void;
};

/** `body`: what its row says of it; nothing with GET. */
type Asked<S extends Shape> = { query: URLSearchParams; body: BodyOf<S>; parts: OwnerParts };

export type Ask<S extends Shape = {}> = Asked<S> & {
  owner: SignedIn;
  /** The parts of the path that its row names with a colon. */
  params: Readonly<Record<string, string>>;
  /** The one of the path, where its row has one. */
  id: number;
  /** Writes into the audit log what this owner has done. */
  audit(action: AuditAction, detail?: Record<string, string | number>): Promise<void>;
};

/** A request for a route that needs no session; whoever sends it may have one. */
export type PublicRequest<S extends Shape = {}> = Asked<S> & {
  found: FoundSession;
  /** What the cookies carry: of the session, of the browser that asked for a link, of one where an owner has signed in. */
  token: string | null;
  browser: string | null;
  known: string | null;
  /** Of the client, for limits. */
  network: string;
  userAgent: string | undefined;
};

/**
 * `file`: sent as it is made, to be saved under its name; `done`: called when it is sent, cut off, or was never begun.
 * `frame`: HTML that the dashboard shows in a frame.
 */
export type Answer =
  | { json: unknown }
  | { frame: string }
  | { file: AsyncIterable<string | Uint8Array>; name: string; type: string; done?: () => Promise<void> }
  | { problem: ProblemCode; fields?: FieldProblem[]; retryAfter?: number };

/** `cookies`: values of Set-Cookie. */
export type PublicAnswer = Answer & { cookies?: string[] };

export const DONE: Answer = { json: { ok: true } };
export const NOT_FOUND: Answer = { problem: 'not-found' };
export const MALFORMED: Answer = { problem: 'malformed' };
/** Not in the present state. */
export const NOT_NOW: Answer = { problem: 'not-now' };

export function wrongField(field: string, code: string): Answer {
  return { problem: 'invalid-fields', fields: [{ field, code }] };
}

type Row = {
  /** Below /api/owner, e.g. `/people/:id/erase`. */
  path: string;
  /** A sentence for the description of the API. */
  about: string;
};

type Reading = { method: 'GET' };
type Acting = {
  method: 'POST';
  /** What must be posted; what does not fit is answered with `invalid-fields`. */
  body: Shape;
  /** Largest body in bytes. */
  bodyLimit: number;
};

/**
 * Whether a row acts only within ten minutes of a passkey or a link from the server, of which a session that came by mail has
 * neither: somebody else may read the mailbox. `always`: what opens, tells everybody, erases, gives the list away or says who may
 * come in. `with-passkey`: what else ends, closes, adds or sends; an owner without a passkey is not locked out of it.
 */
export type Proof = 'always' | 'with-passkey' | 'never';

/** For owners who are signed in. */
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

export function post<S extends Shape = {}>(
  proof: Proof,
  path: string,
  about: string,
  handle: (ask: Ask<S>) => Promise<Answer>,
  body: S = {} as S,
  bodyLimit = BODY_LIMIT,
): InnerRoute {
  return { method: 'POST', path, about, body, bodyLimit, proof, handle: handle as InnerRoute['handle'] };
}

export function publicPost<S extends Shape = {}>(
  path: string,
  about: string,
  handle: (request: PublicRequest<S>) => Promise<PublicAnswer>,
  body: S = {} as S,
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
