import { withDeadline } from '#server/base/deadline.ts';
import { createBucket } from './warm-up.ts';

const MOST_KNOWN = 10_000;
const KNOWN_FOR = 60 * 60_000;
const PATIENCE = 5_000;
const FORGIVEN_AFTER = 15 * 60_000;
const SLOWEST = 8;
const SAME_TIME = 60_000;

/** The MX hosts of a domain, as `node:dns` returns them. */
export type ResolveMx = (domain: string) => Promise<{ exchange: string; priority: number }[]>;

export type Providers = {
  /** The provider of an address, e.g. `google.com`, also for domains hosted there. */
  of(address: string): Promise<string>;
  /** The provider asked us to slow down. */
  slow(provider: string): void;
  /** Returns whether one more mail may start for it, and counts it. */
  mayTake(provider: string, aMinute: number): boolean;
};

/** Knows providers by their MX hosts, and halves the pace of a provider each time it asks to slow down. */
export function createProviders(resolveMx: ResolveMx, steadyNow: () => number): Providers {
  const known = new Map<string, { provider: string; at: number }>();
  const slowed = new Map<string, { level: number; at: number; bucket: ReturnType<typeof createBucket> }>();

  async function of(address: string): Promise<string> {
    const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase();
    const found = known.get(domain);
    if (found && steadyNow() - found.at < KNOWN_FOR) return found.provider;
    const hosts = await withDeadline(
      resolveMx(domain).catch(() => []),
      PATIENCE,
      [],
    );
    const [first] = hosts.toSorted((a, b) => a.priority - b.priority);
    const provider = first ? hostOf(first.exchange) : domain;
    if (known.size >= MOST_KNOWN) known.delete(known.keys().next().value ?? '');
    known.set(domain, { provider, at: steadyNow() });
    return provider;
  }

  function slow(provider: string): void {
    const { level = 0, at = -Infinity, bucket = createBucket(steadyNow) } = slowed.get(provider) ?? {};
    // Concurrent mails report the same incident.
    if (steadyNow() - at < SAME_TIME) return;
    slowed.set(provider, { level: Math.min(level + 1, SLOWEST), at: steadyNow(), bucket });
  }

  function mayTake(provider: string, aMinute: number): boolean {
    const found = slowed.get(provider);
    if (found === undefined) return true;
    const forgiven = Math.floor((steadyNow() - found.at) / FORGIVEN_AFTER);
    const level = found.level - forgiven;
    if (level <= 0) {
      slowed.delete(provider);
      return true;
    }
    return found.bucket.take(aMinute / 2 ** level, 1) === 1;
  }

  return { of, slow, mayTake };
}

/** `aspmx.l.google.com` is `google.com`, `mx1.mail.example.co.uk` is `example.co.uk`. */
function hostOf(exchange: string): string {
  const labels = exchange.toLowerCase().replace(/\.$/, '').split('.');
  const [second = '', top = ''] = labels.slice(-2);
  return labels.slice(second.length <= 3 && top.length === 2 ? -3 : -2).join('.');
}
