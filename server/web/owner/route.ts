import type { Kysely } from '#kysely';
import type { Language } from '#contract/language.ts';
import type { ProblemCode } from '#contract/problem.ts';
import type { Build } from '#server/build.ts';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/store/database.ts';
import type { Tables } from '#server/store/schema.ts';
import type { Secrets } from '#server/store/secrets/secrets.ts';

/** Who asks. */
export type SignedIn = { id: number; name: string; language: Language; sessionId: number };

/** What the routes of the owner stand on. */
export type OwnerParts = {
  config: Config;
  build: Build;
  secrets: Secrets;
  write: Kysely<Tables>;
  /** A connection of its own: what takes long delays no visitor. */
  read: Kysely<Tables>;
  database: Database;
  /** Milliseconds since 1970, UTC. */
  now: () => number;
  /** Tells the workers that there is something to do. */
  poke: () => void;
};

export type Ask = {
  owner: SignedIn;
  /** The parts of the path that its row names with a colon. */
  params: Readonly<Record<string, string>>;
  query: URLSearchParams;
  /** What was posted, parsed from JSON; undefined with GET. */
  body: unknown;
  parts: OwnerParts;
};

/** `file`: sent as it is made, to be saved under its name. */
export type Answer =
  | { json: unknown }
  | { file: AsyncIterable<string | Uint8Array>; name: string; type: string }
  | { problem: ProblemCode; fields?: { field: string; code: string }[] };

type Row = {
  /** Below /api/owner, e.g. `/people/:id/erase`. */
  path: string;
  /** A sentence for the description of the API. */
  about: string;
  handle: (ask: Ask) => Promise<Answer>;
};

export type OwnerRoute =
  | (Row & { method: 'GET' })
  | (Row & {
      method: 'POST';
      /** Largest body in bytes. */
      bodyLimit: number;
      /** `fresh`: only within ten minutes of a passkey or a link from the server. */
      proof?: 'fresh';
    });
