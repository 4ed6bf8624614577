import { isIPv4, isIPv6 } from 'node:net';

/**
 * The network that a limit counts: the client's IPv4 address, or the /64 of its IPv6 address; `countedIn`
 * adds the wider networks. Each trusted proxy appends its caller's address, so only that many entries from
 * the right are trusted; the client can forge the rest. If the entry is missing or no address, the address of
 * the connection is used; `unknown` if it has none, e.g. a Unix socket.
 */
export function clientNetwork(
  socketAddress: string | undefined,
  forwardedFor: string | undefined,
  trustedProxies: number,
): string {
  const entry = trustedProxies === 0 ? undefined : forwardedFor?.split(',').at(-trustedProxies);
  return networkOf(entry) ?? networkOf(socketAddress) ?? 'unknown';
}

/** `share`: the fraction of a limit that this network may use. */
type Counted = { network: string; share: number };

/**
 * The networks that a post of `clientNetwork` counts in, narrowest first. An IPv6 /48 contains 65,536 /64,
 * and a site gets at most one /48 (RFC 6177), as it gets one IPv4 address: so a /48 has the limit of an IPv4
 * address. A /64 or a /56 in it may be a single household and has less, so that it cannot use up its
 * neighbours' share. Anything else, e.g. an owner's id, counts as it is.
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

/** Returns e.g. `203.0.113.7` or `2001:db8:0:1::/64`; null if it is not an address. */
function networkOf(entry = ''): string | null {
  const address = bareAddress(entry.trim());
  if (isIPv4(address)) return address;
  if (!isIPv6(address)) return null;
  // The canonical spelling in a URL: hexadecimal, compressed, the longest run of zeros as `::`.
  const short = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const mapped = /^::ffff:(\w+):(\w+)$/.exec(short)?.slice(1);
  if (mapped) {
    return mapped.flatMap((group) => [parseInt(group, 16) >> 8, parseInt(group, 16) & 255]).join('.');
  }
  const [head = [], tail = []] = short.split('::').map((half) => half.split(':').filter(Boolean));
  const groups = [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail];
  return `${groups.slice(0, 4).join(':')}::/64`;
}

/** Some proxies append a port: `192.0.2.1:4711`, `[2001:db8::1]:4711`. A zone (`%eth0`) is local to us. */
function bareAddress(entry: string): string {
  const [, inBrackets] = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(entry) ?? [];
  const [, beforePort] = /^([\d.]+):\d{1,5}$/.exec(entry) ?? [];
  return (inBrackets ?? beforePort ?? entry).replace(/%.*$/, '');
}
