import type { MailWait } from '#server/outbox/send-rate.ts';
import { countedIn } from './client-network.ts';
import { createMemory } from './memory.ts';
import { isAlias, mailboxOf, ownDomainOf } from './mailbox.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A source's mails: `atOnce` without a wait, then one every `apart` ms. None waits longer than `latest` ms. */
type Limit = { atOnce: number; apart: number; latest: number };

/** What counts as few of one network. */
const FEW: Limit = { atOnce: 3, apart: 20 * MINUTE, latest: HOUR };
/** An office, a conference. */
const NETWORK: Limit = { atOnce: 30, apart: MINUTE, latest: DAY };
/** All addresses of a domain may be one person's, or those of a company's people, who get theirs within a day. */
const DOMAIN: Limit = { atOnce: 5, apart: 10 * MINUTE, latest: DAY };
/** Aliases are one person's, who did not ask for more than these. */
const MAILBOX: Limit = { atOnce: 3, apart: 8 * HOUR, latest: 2 * DAY };

/** Some 20 MB. Then who was not seen longest begins anew; the limit of all mails still holds. */
const MOST_SOURCES = 100_000;

type Pace = {
  /**
   * How long the mail that a post brings about has to wait; counts it. `address`: its key, where the mail goes to it.
   * The more come from one source, the later they go; `never`: too many aliases of one mailbox.
   */
  waitFor(network: string, address: string | null): MailWait | 'never';
};

/** Counts in this process. `hash`: what is remembered in place of a network or an address. */
export function createPace(now: () => number, hash: (text: string) => string): Pace {
  /** When a source has no mails to wait for any more (GCRA's theoretical arrival time). */
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
      // Of IPv6 the /48: a mail that waits is not refused, so a narrower one needs no measure of its own.
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
