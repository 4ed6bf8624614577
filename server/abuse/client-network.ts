import { isIPv4, isIPv6 } from 'node:net';

/** Stands for all whose address is not known, e.g. behind a Unix socket. */
export const UNKNOWN_NETWORK = 'unknown';

/**
 * What a limit counts: the client's IPv4 address, or the /64 of its IPv6 address, of which one household has a whole.
 * Each trusted proxy has appended the address it was called from, so only that many entries from the right are
 * believed; what stands further left, the client may have written. What is missing or no address there leaves the
 * address of the connection.
 */
export function clientNetwork(
  socketAddress: string | undefined,
  forwardedFor: string | undefined,
  trustedProxies: number,
): string {
  const entry = trustedProxies === 0 ? undefined : forwardedFor?.split(',').at(-trustedProxies);
  return networkOf(entry) ?? networkOf(socketAddress) ?? UNKNOWN_NETWORK;
}

/** e.g. `203.0.113.7` or `2001:db8:0:1::/64`; null for what is no address. */
function networkOf(entry: string | undefined): string | null {
  if (entry === undefined) return null;
  const address = bareAddress(entry.trim());
  if (isIPv4(address)) return address;
  if (!isIPv6(address)) return null;
  const groups = groupsOf(address);
  const mapped = groups.slice(0, 6).join() === '0,0,0,0,0,65535';
  if (mapped)
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 255])
      .join('.');
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

/** Some proxies write a port too: `192.0.2.1:4711`, `[2001:db8::1]:4711`. A zone (`%eth0`) names our side only. */
function bareAddress(entry: string): string {
  const [, inBrackets] = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(entry) ?? [];
  const [, beforePort] = /^([\d.]+):\d{1,5}$/.exec(entry) ?? [];
  return (inBrackets ?? beforePort ?? entry).replace(/%.*$/, '');
}

/** The eight numbers of a valid IPv6 address. */
function groupsOf(address: string): number[] {
  const [left = '', right] = address.split('::');
  const head = groupsIn(left);
  const tail = groupsIn(right ?? '');
  return [...head, ...Array<number>(8 - head.length - tail.length).fill(0), ...tail];
}

function groupsIn(part: string): number[] {
  if (part === '') return [];
  return part.split(':').flatMap((group) => {
    if (!group.includes('.')) return [Number.parseInt(group, 16)];
    const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number);
    return [a * 256 + b, c * 256 + d];
  });
}
