import { DAY, HOUR, MINUTE } from '#contract/time.ts';
import type { MailWait } from '#server/outbox/send-rate.ts';
import { countedIn } from './client-network.ts';
import { createMemory } from './memory.ts';
import { isAlias, mailboxOf, ownDomainOf } from './mailbox.ts';

/** The limit of a source: `atOnce` mails without a wait, then one every `apart` ms; waits end at `latest`. */
type Limit = { atOnce: number; apart: number; latest: number };

/** Networks with few mails. */
const FEW: Limit = { atOnce: 3, apart: 20 * MINUTE, latest: HOUR };
/** An office, a conference. */
const NETWORK: Limit = { atOnce: 30, apart: MINUTE, latest: DAY };
/** A domain may belong to one person, or to a company whose people get their mails within a day. */
const DOMAIN: Limit = { atOnce: 5, apart: 10 * MINUTE, latest: DAY };
/** Aliases belong to one person, who asked for no more mails than these. */
const MAILBOX: Limit = { atOnce: 3, apart: 8 * HOUR, latest: 2 * DAY };

/** Some 20 MB. Beyond it the least recently seen source starts again; the global limit still holds. */
const MOST_SOURCES = 100_000;

type Pace = {
  /**
   * Returns how long the mail that a post triggers has to wait, and counts it. `address`: the key of the
   * recipient. The more mails a source triggers, the later they go; `never`: too many aliases of one mailbox.
   */
  waitFor(network: string, address: string | null): MailWait | 'never';
};

/** Counts in this process. `hash`: applied before a network or an address is remembered. */
export function createPace(now: () => number, hash: (text: string) => string): Pace {
  /** When each source's mails need no wait any more (GCRA's theoretical arrival time). */
  const freeAt = createMemory<number>(MOST_SOURCES);

  function waitOf(source: string, { atOnce, apart, latest }: Limit): number {
    const key = hash(source);
    const time = now();
    const free = Math.max(freeAt.get(key) ?? 0, time);
    freeAt.set(key, Math.min(free + apart, time + latest + atOnce * apart));
    return Math.min(Math.max(0, free - time - (atOnce - 1) * apart), latest);
  }

  function waitOfAddress(address: string): number {
    const domain = ownDomainOf(address);
    const mailbox = isAlias(address) ? waitOf(`mailbox ${mailboxOf(address)}`, MAILBOX) : 0;
    if (mailbox === MAILBOX.latest) return Infinity;
    return Math.max(domain === null ? 0 : waitOf(`domain ${domain}`, DOMAIN), mailbox);
  }

  return {
    waitFor(network, address) {
      // IPv6 counts by /48: mails are delayed, not refused, so narrower networks need no limit of their own.
      const site = countedIn(network).at(-1)?.network ?? network;
      const isOfFew = waitOf(`few ${site}`, FEW) === 0;
      const wait = Math.max(
        waitOf(`network ${site}`, NETWORK),
        address === null ? 0 : waitOfAddress(address),
      );
      if (wait === Infinity) return 'never';
      return isOfFew && wait === 0 ? 'first' : wait;
    },
  };
}
