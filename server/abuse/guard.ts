import type { IncomingMessage } from 'node:http';
import type { Config } from '#server/config.ts';
import { oncePerMinute, type Log } from '#server/log.ts';
import type { MailWait } from '#server/outbox/pace.ts';
import type { Secrets } from '#server/store/secrets/secrets.ts';
import { clientNetwork } from './client-network.ts';
import { createFormTokens, issueFormToken, judgeFormToken } from './form-token.ts';
import { shortHash } from './memory.ts';
import { createPace } from './pace.ts';
import {
  ASKED_BY_ONE,
  ASKED_BY_STRANGERS,
  ASKED_LINKS,
  createRateLimit,
  TEST_MAILS,
  WRONG_TRIES,
  type RateLimit,
  type RateTaken,
} from './rate.ts';
import { createSlowdown } from './slowdown.ts';
import { suspicionOf, type Evidence, type Suspicion } from './suspicion.ts';

export type Submission = {
  /** `json` comes from the page's script, `form` from a browser without it. */
  kind: 'json' | 'form';
  /** The fields as they came. */
  value: unknown;
  /** The key of the address that a mail goes to; null when it goes to the owner, or when there is none. */
  mailKey: string | null;
};

/** Whether it looks like a machine's, and how long the mail that follows has to wait. */
export type Verdict = { suspect: Suspicion | null; mailWait: MailWait };

/** `judge`: once for each post that is taken; counts the use of its token, and its mail. */
export type Admission =
  | { ok: true; judge(submission: Submission): Verdict }
  /** There were too many, or it is not known how many. */
  | Exclude<RateTaken, { ok: true }>;

export type Guard = {
  /** Before anything is read: counts the post. Never rejects. */
  admit(request: IncomingMessage): Promise<Admission>;
  /** For the page's script, which sends it back with the form. */
  token(): string;
};

/** `now`: of a clock that does not leap. */
export type GuardDeps = { rate: RateLimit; secrets: Secrets; trustedProxies: number; now: () => number };

export function createGuard({ rate, secrets, trustedProxies, now }: GuardDeps): Guard {
  const tokens = createFormTokens(secrets);
  const pace = createPace(now, (text) => shortHash(secrets, 'source', text));

  function judge(network: string, evidence: Evidence, mailKey: string | null): Verdict {
    const suspect = suspicionOf(evidence);
    if (suspect !== null) return { suspect, mailWait: 0 };
    const mailWait = pace.waitFor(network, mailKey);
    return mailWait === 'never' ? { suspect: 'burst', mailWait: 0 } : { suspect, mailWait };
  }

  return {
    async admit({ headers, socket }) {
      const forwarded = String(headers['x-forwarded-for'] ?? '');
      const network = clientNetwork(socket.remoteAddress, forwarded, trustedProxies);
      const taken = await rate.take(network);
      if (!taken.ok) return taken;
      // What says it comes from elsewhere was refused before (`isOwnWrite`).
      const fromPage = headers['sec-fetch-site'] === 'same-origin' || headers.origin !== undefined;
      return {
        ok: true,
        judge({ kind, value, mailKey }) {
          const token = judgeFormToken(tokens, textIn(value, 'token'), now());
          const topic = textIn(value, 'topic');
          return judge(network, { topic, token, kind, fromPage, soft: taken.soft }, mailKey);
        },
      };
    },
    token: () => issueFormToken(secrets, now()),
  };
}

type OpenGuardDeps = { secrets: Secrets; log: Log; now: () => number; steadyNow: () => number };

/** What the dashboard counts: wrong tries, by network and by account; links asked for by mail (see rate.ts); test mails by owner. */
export type DoorLimits = {
  wrong: RateLimit;
  asked: RateLimit;
  askedByOne: RateLimit;
  askedByStrangers: RateLimit;
  tested: RateLimit;
  slowdown(account: string): number;
};

/** The guard of the settings. With PostgreSQL the posts are counted there for all processes. */
export async function openGuard(
  { rateLimit, databaseUrl, trustedProxies }: Config,
  { secrets, log, now, steadyNow }: OpenGuardDeps,
): Promise<Guard & { door: DoorLimits; close(): Promise<void> }> {
  if (!rateLimit) return { ...createOpenGuard(), door: OPEN_DOOR, close: async () => {} };
  const once = oncePerMinute(log, () => performance.now());
  // A pool of its own: counting must not wait behind commits.
  const pool =
    databaseUrl === null ? null : (await import('#server/store/postgres.ts')).createPool(databaseUrl);
  const onError = (error: unknown) => once('the rate limit could not be asked', { why: 'database', error });
  const deps = { pool, secrets, now, onError };
  const rate = await createRateLimit(deps);
  const guard = createGuard({ rate, secrets, trustedProxies, now: steadyNow });
  const door = {
    wrong: await createRateLimit(deps, WRONG_TRIES),
    asked: await createRateLimit(deps, ASKED_LINKS),
    askedByOne: await createRateLimit(deps, ASKED_BY_ONE),
    askedByStrangers: await createRateLimit(deps, ASKED_BY_STRANGERS),
    tested: await createRateLimit(deps, TEST_MAILS),
    slowdown: createSlowdown(steadyNow),
  };
  return { ...guard, door, close: async () => pool?.end() };
}

/** For load tests on one machine (RATE_LIMIT=off): everyone is a person. */
export function createOpenGuard(): Guard {
  return {
    admit: async () => ({ ok: true, judge: () => ({ suspect: null, mailWait: 'first' }) }),
    token: () => '',
  };
}

const UNLIMITED: RateLimit = { take: async () => ({ ok: true, soft: false }) };
const OPEN_DOOR: DoorLimits = {
  wrong: UNLIMITED,
  asked: UNLIMITED,
  askedByOne: UNLIMITED,
  askedByStrangers: UNLIMITED,
  tested: UNLIMITED,
  slowdown: () => 0,
};

function textIn(value: unknown, name: string): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const text = (value as Record<string, unknown>)[name];
  return text === undefined || typeof text === 'string' ? text : 'no text';
}
