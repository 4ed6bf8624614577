/** How often a running job renews its lease. */
const RENEW_MS = 10_000;
/** The holder of a lease not renewed for so long is dead. Three renewals in a row may fail. */
const GONE_MS = 40_000;
/** After a longer gap the store, or this process, was away: the holder may have failed to renew too. */
const GAP_MS = 15_000;

/** Calls `renew` every few seconds until `work` has ended. A failed call is made up for by the next. */
export async function renewing<T>(renew: () => Promise<unknown>, work: () => Promise<T>): Promise<T> {
  const timer = setInterval(() => void renew().catch(() => {}), RENEW_MS);
  timer.unref();
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}

/** A lease as read: its holder and its expiry. */
type Lease = { holder: string; until: number };

/**
 * Returns the leases of dead processes: not renewed for a while in which this process kept looking. Uses this
 * process's monotonic clock, so that no other clock counts.
 */
export function createLeaseWatch(steadyNow: () => number): <T extends Lease>(leases: readonly T[]) => T[] {
  const seen = new Map<string, { until: number; since: number; at: number }>();
  return (leases) => {
    const at = steadyNow();
    for (const [holder, last] of seen) if (at - last.at > GAP_MS) seen.delete(holder);
    return leases.filter(({ holder, until }) => {
      const last = seen.get(holder);
      const since = last?.until === until ? last.since : at;
      seen.set(holder, { until, since, at });
      return at - since >= GONE_MS;
    });
  };
}
