import { isIPv4, isIPv6 } from 'node:net';

/**
 * What a limit counts: the client's IPv4 address, or the /64 of its IPv6 address, of which one household has a whole.
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
