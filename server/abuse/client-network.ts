import { isIPv4, isIPv6 } from 'node:net';

/**
 * The network that a limit counts: the client's IPv4 address, or the /64 of its IPv6 address; `countedIn` adds the wider ones around it.
 * Each trusted proxy has appended the address it was called from, so only that many entries from the right are
 * believed; what stands further left, the client may have written. What is missing or no address there leaves the
 * address of the connection. `unknown` stands for all without one, e.g. behind a Unix socket.
 */
export function clientNetwork(
  socketAddress: string | undefined,
  forwardedFor: string | undefined,
  trustedProxies: number,
): string {
  const entry = trustedProxies === 0 ? undefined : forwardedFor?.split(',').at(-trustedProxies);
  return networkOf(entry) ?? networkOf(socketAddress) ?? 'unknown';
}

/** `share`: the part of a limit that this network may use. */
type Counted = { network: string; share: number };

/**
 * The networks that a post of `clientNetwork` counts in, narrowest first. Whoever has one IPv6 /48 has 65,536 /64, and a /48
 * is the most that one site gets (RFC 6177), as it gets one IPv4 address: so a /48 may as much as an IPv4 address. A /64 or a
 * /56 in it, which may be another household's, may less, so that neither uses up the room of its neighbours. What is no
 * IPv6 network, an owner say, counts as it is.
 */
export function countedIn(network: string): [Counted, ...Counted[]] {
  const [, site = '', subnet = ''] = /^((?:\w+:){3})(\w+)::\/64$/.exec(network) ?? [];
  if (site === '') return [{ network, share: 1 }];
  const household = (parseInt(subnet, 16) & 0xff00).toString(16);
  return [
    { network, share: 3 / 4 },
    { network: `${site}${household}::/56`, share: 7 / 8 },
    { network: `${site}:/48`, share: 1 },
  ];
}

/** e.g. `203.0.113.7` or `2001:db8:0:1::/64`; null for what is no address. */
function networkOf(entry = ''): string | null {
  const address = bareAddress(entry.trim());
  if (isIPv4(address)) return address;
  if (!isIPv6(address)) return null;
  // The one spelling that a URL has for it: hexadecimal, short, the longest row of zeros as `::`.
  const short = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const mapped = /^::ffff:(\w+):(\w+)$/.exec(short)?.slice(1);
  if (mapped) {
    return mapped.flatMap((group) => [parseInt(group, 16) >> 8, parseInt(group, 16) & 255]).join('.');
  }
  const [head = [], tail = []] = short.split('::').map((half) => half.split(':').filter(Boolean));
  const groups = [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail];
  return `${groups.slice(0, 4).join(':')}::/64`;
}

/** Some proxies write a port too: `192.0.2.1:4711`, `[2001:db8::1]:4711`. A zone (`%eth0`) names our side only. */
function bareAddress(entry: string): string {
  const [, inBrackets] = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(entry) ?? [];
  const [, beforePort] = /^([\d.]+):\d{1,5}$/.exec(entry) ?? [];
  return (inBrackets ?? beforePort ?? entry).replace(/%.*$/, '');
}
