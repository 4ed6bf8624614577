import type { Pool } from 'pg';
import type { RateLimiterPostgres } from 'rate-limiter-flexible';
import { HOUR } from '#contract/time.ts';
import type { SessionStep } from '#server/store/postgres-session.ts';
import type { Secrets } from '#server/store/secrets/secrets.ts';
import { withDeadline } from '#server/base/deadline.ts';
import { countedIn } from './client-network.ts';
import { count, createMemory, shortHash } from './memory.ts';

/** Posts of one network per window; a part of an IPv6 /48 gets a share. `name`: what is counted. */
type Limit = { name: string; soft: number; hard: number; ms: number };

/** Forms. Above `soft` it is more than a household, above `hard` more than an office. */
const POSTS: Limit = { name: 'network', soft: 30, hard: 300, ms: HOUR };
/** The limits of the dashboard. */
export const SIGN_IN_LIMITS = {
  /** Failed links and passkeys. */
  wrong: inQuarter('sign-in', 20),
  /** Sign-in links requested by mail, per network. */
  asked: inQuarter('sign-in mail', 10),
  /** The same per address: from one network, or from one browser in which its owner has signed in. */
  askedByOne: inQuarter('sign-in mail by one', 3),
  /** The same per address: from all other browsers, anywhere. */
  askedByStrangers: inQuarter('sign-in mail by strangers', 6),
  /** Test mails of an announcement, per owner: access to a mailbox is enough to sign in and mail anybody. */
  tested: inQuarter('test mail', 20),
};

/** Per quarter of an hour. */
function inQuarter(name: string, most: number): Limit {
  return { name, soft: most, hard: most, ms: HOUR / 4 };
}

export type RateTaken =
  | { ok: true; soft: boolean }
  | { ok: false; code: 'limited'; retryAfterSeconds: number }
  /** The count is unknown: answer 503, never let it pass. */
  | { ok: false; code: 'unavailable' };

export type RateLimit = {
  /** Counts a post of a network (`clientNetwork`); with `about` separately for each. Never rejects. */
  take(network: string, about?: string): Promise<RateTaken>;
};

type RateDeps = {
  /** Counts in its table `rate_limit`, shared by all processes; null: in the memory of this process. */
  pool: Pool | null;
  secrets: Pick<Secrets, 'sign'>;
  now: () => number;
  /** Called with the reason for `unavailable`; the error contains no address. */
  onError: (error: unknown) => void;
};

export async function createRateLimit(
  { pool, secrets, now, onError }: RateDeps,
  limit: Limit = POSTS,
): Promise<RateLimit> {
  const take = pool === null ? takeInMemory(now, limit) : await takeInPostgres(pool, limit);

  async function takeInAll(who: string, about: string): Promise<RateTaken> {
    let soft = false;
    // A post refused for a narrow network does not count in the wider ones, which others share.
    for (const { network, share } of countedIn(who)) {
      const taken = await take(shortHash(secrets, limit.name, network + about), share);
      if (!taken.ok) return taken;
      soft ||= taken.soft;
    }
    return { ok: true, soft };
  }

  return {
    async take(network, about = '') {
      try {
        return await takeInAll(network, about);
      } catch (error) {
        onError(error);
        return { ok: false, code: 'unavailable' };
      }
    },
  };
}

type Take = (key: string, share: number) => RateTaken | Promise<RateTaken>;

function judge(posts: number, share: number, msToEnd: number, { soft, hard }: Limit): RateTaken {
  if (posts <= Math.ceil(hard * share)) return { ok: true, soft: posts > Math.ceil(soft * share) };
  // Whole minutes: nobody needs to know exactly when the first of these posts came.
  return { ok: false, code: 'limited', retryAfterSeconds: 60 * Math.max(1, Math.ceil(msToEnd / 60_000)) };
}

/**
 * About 75 bytes each, so some 30 MB. `RateLimiterMemory` takes 400 bytes and a timer per key, without a
 * limit. A limit per network does not stop anyone with more networks anyway.
 */
const REMEMBERED_NETWORKS = 400_000;

function takeInMemory(now: () => number, limit: Limit): Take {
  let counts = createMemory<number>(REMEMBERED_NETWORKS);
  let window = 0;
  return (key, share) => {
    const time = now();
    const current = Math.floor(time / limit.ms);
    if (current !== window) counts = createMemory(REMEMBERED_NETWORKS);
    window = current;
    return judge(count(counts, key), share, (current + 1) * limit.ms - time, limit);
  };
}

const ANSWER_MS = 2_000;

async function takeInPostgres(pool: Pool, limit: Limit): Promise<Take> {
  const { runUnsynced } = await import('#server/store/postgres-session.ts');
  const { RateLimiterPostgres, RateLimiterRes } = await import('rate-limiter-flexible');
  const limiter: RateLimiterPostgres = new RateLimiterPostgres({
    // Without the statements' names, which a pooler does not know.
    storeClient: {
      query: ({ text, values = [] }: SessionStep) => runUnsynced(pool, { text, values }),
    },
    storeType: 'pool',
    tableName: 'rate_limit',
    tableCreated: true,
    keyPrefix: '',
    points: limit.hard,
    duration: limit.ms / 1000,
    // Posts of a network over its limit do not query the database.
    inMemoryBlockOnConsumed: limit.hard + 1,
  });
  return async (key, share) => {
    const consumed = limiter.consume(key).then(
      ({ consumedPoints, msBeforeNext }) => judge(consumedPoints, share, msBeforeNext, limit),
      (refused: unknown) => {
        if (refused instanceof RateLimiterRes) return judge(Infinity, share, refused.msBeforeNext, limit);
        throw refused;
      },
    );
    // A hanging database must not keep visitors waiting.
    const taken = await withDeadline<RateTaken | null>(consumed, ANSWER_MS, null);
    if (taken === null) throw new Error('The rate limit did not answer in time');
    return taken;
  };
}
