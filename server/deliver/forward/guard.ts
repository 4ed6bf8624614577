import { lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** The target is not allowed. Nothing was sent. */
export class ForbiddenTarget extends Error {
  override name = 'ForbiddenTarget';
}

// IANA's special-purpose registries (RFC 6890 and its successors).
const NOT_PUBLIC_4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];
// Global IPv6: its unicast addresses, and IPv4 ones behind a NAT64 (RFC 6052) …
const NAT64 = '64:ff9b::';
const GLOBAL_6 = blockList(['2000::/3', `${NAT64}/96`]);
// … minus protocol assignments with Teredo, documentation, 6to4, and non-public IPv4.
const NOT_PUBLIC = blockList([
  ...NOT_PUBLIC_4,
  ...NOT_PUBLIC_4.map((range) => `${NAT64}${range.replace(/\d+$/, (bits) => String(96 + Number(bits)))}`),
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
]);

/** Returns whether this is an IP address of the public internet. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  // A zone (`fe80::1%eth0`) belongs to a link-local address.
  if (family === 0 || address.includes('%')) return false;
  if (family === 4) return !NOT_PUBLIC.check(address, 'ipv4');
  return GLOBAL_6.check(address, 'ipv6') && !NOT_PUBLIC.check(address, 'ipv6');
}

/**
 * A `lookup` for `http.request` against SSRF: refuses a name if any of its addresses is not public, so that a
 * name that points inwards even sometimes gets no request. An IP address skips lookup: use `isPublic`.
 */
export function publicLookup(resolve: LookupFunction = lookup): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, options, (error, found, family) => {
      const addresses = typeof found === 'string' ? [found] : (found ?? []).map(({ address }) => address);
      const refused = error === null && !addresses.every(isPublicAddress);
      const inwards = new ForbiddenTarget('its name leads to an address that is not public');
      callback(refused ? inwards : error, found, family);
    });
  };
}

function blockList(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [start = '', bits] = range.split('/');
    list.addSubnet(start, Number(bits), start.includes(':') ? 'ipv6' : 'ipv4');
  }
  return list;
}
