import type { IncomingHttpHeaders } from 'node:http';
import type { FixedConfig } from '#server/base/config.ts';
import { oncePerMinute, type Log } from '#server/base/log.ts';
import type { MailWait } from '#server/outbox/send-rate.ts';
import type { Secrets } from '#server/store/secrets/secrets.ts';
import { createFormTokens, issueFormToken, judgeFormToken } from './form-token.ts';
import { shortHash } from './memory.ts';
import { createPace } from './pace.ts';
import { createPostLimit, NO_POST_LIMIT, type PostLimit } from './post-limit.ts';
import { createRateLimit, type RateLimit, SIGN_IN_LIMITS } from './rate.ts';
import { createSlowdown } from './slowdown.ts';
import { suspicionOf, type Suspicion } from './suspicion.ts';

export type Submission = {
  /** `json`: sent by the page's script; `form`: by a browser without JavaScript. */
  kind: 'json' | 'form';
  /** The fields, unparsed. */
  value: unknown;
  /** The key of the address to mail; null if the mail goes to the owner, or without an address. */
  mailKey: string | null;
  headers: IncomingHttpHeaders;
  /** As found by the post limit. */
  network: string;
  soft: boolean;
};

/** Whether a submission looks automated, and how long its mail has to wait. */
export type AbuseVerdict = { suspect: Suspicion | null; mailWait: MailWait };

export type Guard = {
  /** Call once per admitted post, even with invalid fields: counts the use of its token, and its mail. */
  judge(submission: Submission): AbuseVerdict;
  /** Returns a token for the page's script, which sends it with the form. */
  token(): string;
};

/** `now`: a steady clock. */
type GuardDeps = { secrets: Secrets; now: () => number };

export function createGuard({ secrets, now }: GuardDeps): Guard {
  const tokens = createFormTokens(secrets);
  const pace = createPace(now, (text) => shortHash(secrets, 'source', text));
  return {
    judge({ kind, value, mailKey, headers, network, soft }) {
      const token = judgeFormToken(tokens, textIn(value, 'token'), now());
      // Posts that claim another origin were refused before (`isOwnWrite`).
      const fromPage = headers['sec-fetch-site'] === 'same-origin' || headers.origin !== undefined;
      const suspect = suspicionOf({ topic: textIn(value, 'topic'), token, kind, fromPage, soft });
      if (suspect !== null) return { suspect, mailWait: 0 };
      const mailWait = pace.waitFor(network, mailKey);
      return mailWait === 'never' ? { suspect: 'burst', mailWait: 0 } : { suspect, mailWait };
    },
    token: () => issueFormToken(secrets, now()),
  };
}

type OpenGuardDeps = { secrets: Secrets; log: Log; now: () => number; steadyNow: () => number };

type Counted = keyof typeof SIGN_IN_LIMITS;

/** `slowdown`: milliseconds to delay the response to a failed attempt. */
export type SignInLimits = Record<Counted, RateLimit> & { slowdown(account: string): number };

export async function signInLimitsOf(
  limitOf: (counted: Counted) => RateLimit | Promise<RateLimit>,
  slowdown: SignInLimits['slowdown'],
): Promise<SignInLimits> {
  const names = Object.keys(SIGN_IN_LIMITS) as Counted[];
  const limits = await Promise.all(names.map(async (name) => [name, await limitOf(name)] as const));
  return { ...(Object.fromEntries(limits) as Record<Counted, RateLimit>), slowdown };
}

type Opened = {
  guard: Guard;
  postLimit: PostLimit;
  signInLimits: SignInLimits;
  /** Whether a post can be counted now; without that it is refused. */
  canCount(): Promise<boolean>;
  close(): Promise<void>;
};

/** Creates guard and limits from the settings. With PostgreSQL all processes share the counts. */
export async function openGuard(
  { rateLimit, databaseUrl, trustedProxies }: FixedConfig,
  { secrets, log, now, steadyNow }: OpenGuardDeps,
): Promise<Opened> {
  if (!rateLimit)
    return {
      guard: OPEN_GUARD,
      postLimit: NO_POST_LIMIT,
      signInLimits: await signInLimitsOf(
        () => UNLIMITED,
        () => 0,
      ),
      canCount: async () => true,
      close: async () => {},
    };
  const once = oncePerMinute(log, () => performance.now());
  // A separate pool: counting must not wait behind commits.
  const pool =
    databaseUrl === null ? null : (await import('#server/store/postgres.ts')).createRatePool(databaseUrl);
  const onError = (error: unknown) => once('the rate limit could not be checked', { why: 'database', error });
  const deps = { pool, secrets, now, onError };
  const postLimit = createPostLimit(await createRateLimit(deps), trustedProxies);
  const guard = createGuard({ secrets, now: steadyNow });
  const signInLimits = await signInLimitsOf(
    (name) => createRateLimit(deps, SIGN_IN_LIMITS[name]),
    createSlowdown(steadyNow),
  );
  const canCount = async () =>
    pool === null ||
    pool.query('SELECT 1').then(
      () => true,
      () => false,
    );
  return { guard, postLimit, signInLimits, canCount, close: async () => pool?.end() };
}

/** For load tests on one machine (RATE_LIMIT=off): nobody is suspect. */
export const OPEN_GUARD: Guard = { judge: () => ({ suspect: null, mailWait: 'first' }), token: () => '' };

const UNLIMITED: RateLimit = { take: async () => ({ ok: true, soft: false }) };

function textIn(value: unknown, name: string): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const text = (value as Record<string, unknown>)[name];
  return text === undefined || typeof text === 'string' ? text : 'no text';
}
