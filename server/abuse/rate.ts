import type { Pool } from 'pg';
import type { RateLimiterPostgres } from 'rate-limiter-flexible';
import type { Secrets } from '#server/store/secrets/secrets.ts';
import { withDeadline } from '#server/deadline.ts';
import { countedIn } from './client-network.ts';
import { count, createMemory, shortHash } from './memory.ts';

const HOUR_MS = 60 * 60 * 1000;

/** So many of one network in a time; a part of an IPv6 /48 has a part of it (`countedIn`). `name`: what is counted. */
type Limit = { name: string; soft: number; hard: number; ms: number };

/** Forms. Beyond `soft` it is more than a household, beyond `hard` more than an office. */
const POSTS: Limit = { name: 'network', soft: 30, hard: 300, ms: HOUR_MS };
/** What the dashboard counts. */
export const SIGN_IN_LIMITS = {
  /** Links and passkeys that let nobody in. */
  wrong: inQuarter('sign-in', 20),
  /** Sign-in links asked for by mail: of one network. */
  asked: inQuarter('sign-in mail', 10),
  /** The same for one address: of one network, or of one browser in which its owner has signed in. */
  askedByOne: inQuarter('sign-in mail by one', 3),
  /** The same for one address: of all other browsers, wherever they are. */
  askedByStrangers: inQuarter('sign-in mail by strangers', 6),
  /** Test mails of an announcement, of one owner: whoever came in by a mailbox alone may write them to anybody. */
  tested: inQuarter('test mail', 20),
};

/** Of a quarter of an hour. */
function inQuarter(name: string, most: number): Limit {
  return { name, soft: most, hard: most, ms: HOUR_MS / 4 };
}

export type RateTaken =
  | { ok: true; soft: boolean }
  | { ok: false; code: 'limited'; retryAfterSeconds: number }
  /** It is not known how many there were: answer 503, never let pass. */
  | { ok: false; code: 'unavailable' };

export type RateLimit = {
  /** Counts one post of a network (`clientNetwork`), `about`: for each of these apart. Never rejects. */
  take(network: string, about?: string): Promise<RateTaken>;
};

type RateDeps = {
  /** Counts in its table `rate_limit`, for all processes together; null: in this process, and lost with it. */
  pool: Pool | null;
  secrets: Pick<Secrets, 'sign'>;
  now: () => number;
  /** Told why the answer was `unavailable`; the error holds no address. */
  onError: (error: unknown) => void;
};

export async function createRateLimit(
  { pool, secrets, now, onError }: RateDeps,
  limit: Limit = POSTS,
): Promise<RateLimit> {
  const take = pool === null ? takeInMemory(now, limit) : await takeInPostgres(pool, limit);

  async function takeInAll(who: string, about: string): Promise<RateTaken> {
    let soft = false;
    // What a narrow network refuses does not count in the wider ones, which others share.
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
  // In whole minutes: nobody needs to know when exactly the first of these posts came.
  return { ok: false, code: 'limited', retryAfterSeconds: 60 * Math.max(1, Math.ceil(msToEnd / 60_000)) };
}

/**
 * About 75 bytes each, so some 30 MB. `RateLimiterMemory` took 400 bytes and a timer for each key and has no limit.
 * Whoever has more networks than these is not held by a limit per network anyway.
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
  const { RateLimiterPostgres, RateLimiterRes } = await import('rate-limiter-flexible');
  const limiter: RateLimiterPostgres = new RateLimiterPostgres({
    storeClient: pool,
    storeType: 'pool',
    tableName: 'rate_limit',
    tableCreated: true,
    keyPrefix: '',
    points: limit.hard,
    duration: limit.ms / 1000,
    // Further posts of a network over its limit cost the database nothing.
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
    // A database that hangs must not keep visitors waiting.
    const taken = await withDeadline<RateTaken | null>(consumed, ANSWER_MS, null);
    if (taken === null) throw new Error('The rate limit did not answer in time');
    return taken;
  };
}
