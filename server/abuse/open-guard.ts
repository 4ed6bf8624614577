import type { Config } from '#server/config.ts';
import { oncePerMinute, type Log } from '#server/log.ts';
import type { Secrets } from '#server/store/secrets/secrets.ts';
import { createGuard, createOpenGuard, type Guard } from './guard.ts';
import { createRateLimit } from './rate.ts';

type OpenGuardDeps = { secrets: Secrets; log: Log; now: () => number; steadyNow: () => number };

/** The guard of the settings. With a database the counts are shared there by all processes. */
export async function openGuard(
  { rateLimit, databaseUrl, trustedProxies }: Config,
  { secrets, log, now, steadyNow }: OpenGuardDeps,
): Promise<Guard & { close(): Promise<void> }> {
  if (!rateLimit) return { ...createOpenGuard(), close: async () => {} };
  const once = oncePerMinute(log, () => performance.now());
  const onError = (error: unknown) => once('the rate limit could not be asked', { why: 'database', error });
  // A pool of its own: counting must not wait behind commits.
  const pool =
    databaseUrl === null ? null : (await import('#server/store/postgres.ts')).createPool(databaseUrl);
  const store = pool ? ({ kind: 'postgres', pool } as const) : ({ kind: 'memory' } as const);
  const rate = await createRateLimit(store, { secrets, now, onError });
  return {
    ...createGuard({ rate, secrets, trustedProxies, now: steadyNow }),
    close: async () => pool?.end(),
  };
}
