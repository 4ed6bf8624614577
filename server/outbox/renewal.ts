/** What is under way is marked so this often, in its own row. */
const RENEW_MS = 10_000;
/** A lease that stood still for so long while this process looked on: its holder is gone. Three renewals in a row may fail. */
const GONE_MS = 40_000;
/** After a longer time without a look the store, or this process, was away: the holder could perhaps not renew either. */
const GAP_MS = 15_000;

/** Calls `renew` every few seconds until `work` has ended. One that fails is made up for by the next. */
export async function renewing<T>(renew: () => Promise<unknown>, work: () => Promise<T>): Promise<T> {
  const timer = setInterval(() => void renew().catch(() => {}), RENEW_MS);
  timer.unref();
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}

/** A lease as it was read: whose it is, and until when. */
type Lease = { holder: string; until: number };

/**
 * Which of these leases belong to a process that is gone: they have not been renewed for a while, during which this process
 * looked again and again. By its own even time, so that no other clock counts.
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
