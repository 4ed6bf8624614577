import { lookup as systemLookup, type LookupAddress, type LookupOptions } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** The addresses behind a name, all of them; `dns.lookup` with `all`. */
export type Resolve = (
  hostname: string,
  options: LookupOptions & { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** Which addresses may be reached: those of the public internet; `loopback`: only this machine; `any`. */
export type Reach = 'public' | 'loopback' | 'any';

/** A target that may not be reached. Nothing was sent. */
export class ForbiddenTarget extends Error {
  override name = 'ForbiddenTarget';
  readonly code = 'EFORBIDDENTARGET';
}

// The special-purpose registries of IANA (RFC 6890 and its successors).
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
// What is global in IPv6: its unicast addresses, and the IPv4 ones behind a NAT64 (RFC 6052) …
const NAT64 = '64:ff9b::';
const GLOBAL_6 = ['2000::/3', `${NAT64}/96`];
// … without protocol assignments with Teredo, documentation, 6to4, and what is not public in IPv4.
const NOT_PUBLIC_6 = [
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
  ...NOT_PUBLIC_4.map((range) => {
    const [network = '', prefix] = range.split('/');
    return `${NAT64}${network}/${96 + Number(prefix)}`;
  }),
];

// One list per family: a list takes an IPv4 address for its form in IPv6 and checks it against those ranges as well.
const loopback = blockList([...ranges('ipv4', ['127.0.0.0/8']), ...ranges('ipv6', ['::1/128'])]);
const notPublic4 = blockList(ranges('ipv4', NOT_PUBLIC_4));
const notPublic6 = blockList(ranges('ipv6', NOT_PUBLIC_6));
const global6 = blockList(ranges('ipv6', GLOBAL_6));

/** Whether a connection to this IP address is allowed. What is no IP address is not. */
export function mayReach(address: string, reach: Reach): boolean {
  const family = isIP(address);
  // A zone (`fe80::1%eth0`) belongs to a link-local address.
  if (family === 0 || address.includes('%')) return false;
  if (reach === 'any') return true;
  if (reach === 'loopback') return loopback.check(address, family === 4 ? 'ipv4' : 'ipv6');
  if (family === 4) return !notPublic4.check(address, 'ipv4');
  return global6.check(address, 'ipv6') && !notPublic6.check(address, 'ipv6');
}

/**
 * A `lookup` for `http.request` that refuses a name when any of its addresses may not be reached, so that a name which
 * points inwards today, or only sometimes, never gets a request. An IP address in a URL is not looked up: ask `mayReach`.
 */
export function guardedLookup(reach: Reach, resolve: Resolve = systemLookup): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '');
      const [first] = addresses;
      if (first === undefined || !addresses.every(({ address }) => mayReach(address, reach))) {
        return callback(new ForbiddenTarget('its name leads to an address that is not public'), '');
      }
      if (options.all) return callback(null, addresses);
      callback(null, first.address, first.family);
    });
  };
}

type Range = [network: string, prefix: number, family: 'ipv4' | 'ipv6'];

function ranges(family: Range[2], texts: string[]): Range[] {
  return texts.map((text) => {
    const [network = '', prefix] = text.split('/');
    return [network, Number(prefix), family];
  });
}

function blockList(list: Range[]): BlockList {
  const blocked = new BlockList();
  for (const range of list) blocked.addSubnet(...range);
  return blocked;
}
