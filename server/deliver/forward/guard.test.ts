import assert from 'node:assert/strict';
import type { LookupAddress } from 'node:dns';
import { isIP } from 'node:net';
import { test } from 'node:test';
import { ForbiddenTarget, isPublicAddress, publicLookup } from './guard.ts';

const inside = {
  'this network': ['0.0.0.0', '0.1.2.3', '::'],
  loopback: ['127.0.0.1', '127.255.255.254', '::1'],
  private: ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', 'fc00::1', 'fdff::1'],
  'link-local, where clouds keep their keys': ['169.254.169.254', 'fe80::1', 'febf::1', 'fe80::1%eth0'],
  'site-local': ['fec0::1'],
  'carrier-grade NAT': ['100.64.0.1', '100.127.255.255'],
  'protocol assignments, benchmarks, documentation': [
    '192.0.0.8',
    '192.0.2.1',
    '198.18.0.1',
    '198.19.255.255',
    '198.51.100.1',
    '203.0.113.1',
    '2001:2::1',
    '2001:db8::1',
    '3fff::1',
    '100::1',
  ],
  multicast: ['224.0.0.1', '239.255.255.255', 'ff02::1'],
  'reserved and broadcast': ['240.0.0.1', '255.255.255.255', '4000::1'],
  'IPv4 inside IPv6': [
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:10.0.0.1',
    '::10.0.0.1',
    '64:ff9b::10.0.0.1',
    '64:ff9b::a9fe:a9fe',
    '64:ff9b:1::1',
    '2002:7f00:1::1',
    '2001:0:1::1',
  ],
  'no address at all': ['', 'localhost', '127.1', '0x7f000001', '2130706433'],
};
const outside = [
  '1.1.1.1',
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '126.255.255.255',
  '128.0.0.0',
  '169.253.255.255',
  '172.15.255.255',
  '172.32.0.0',
  '192.167.255.255',
  '223.255.255.255',
  '2606:4700:4700::1111',
  '2a00:1450::1',
  '64:ff9b::8.8.8.8',
];

for (const [kind, addresses] of Object.entries(inside)) {
  test(`refused as a target: ${kind} (catches: whatever is named is reached)`, () => {
    assert.deepEqual(
      addresses.filter((address) => isPublicAddress(address)),
      [],
    );
  });
}

test('the public internet is reached, up to the edges of what is refused (catches: nothing is)', () => {
  assert.deepEqual(
    outside.filter((address) => !isPublicAddress(address)),
    [],
  );
});

function look(addresses: string[], all = true): Promise<unknown[]> {
  const lookup = publicLookup((_name, options, callback) => {
    const found: LookupAddress[] = addresses.map((address) => ({ address, family: isIP(address) }));
    if (options.all) callback(null, found);
    else callback(null, found[0]?.address ?? '', found[0]?.family);
  });
  return new Promise((resolve) => lookup('form.example', { all }, (...answer) => resolve(answer)));
}

test('a name that also points inwards is refused, not only its wrong address (catches: its first address alone is checked)', async () => {
  assert.ok((await look(['93.184.216.34', '10.0.0.1']))[0] instanceof ForbiddenTarget);
  assert.ok((await look(['10.0.0.1'], false))[0] instanceof ForbiddenTarget);
});

test('a public name is answered in both shapes Node asks for (catches: always in one)', async () => {
  const addresses = ['93.184.216.34', '2606:4700::1'];
  assert.deepEqual(await look(addresses, false), [null, '93.184.216.34', 4]);
  const [error, found] = await look(addresses);
  assert.deepEqual(
    [error, found],
    [
      null,
      [
        { address: '93.184.216.34', family: 4 },
        { address: '2606:4700::1', family: 6 },
      ],
    ],
  );
});
