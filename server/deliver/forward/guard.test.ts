import assert from 'node:assert/strict';
import type { LookupAddress } from 'node:dns';
import { test } from 'node:test';
import { ForbiddenTarget, guardedLookup, mayReach, type Reach } from './guard.ts';

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
  test(`refused as a target: ${kind} (fault: whatever is named is reached)`, () => {
    assert.deepEqual(
      addresses.filter((address) => mayReach(address, 'public')),
      [],
    );
  });
}

test('the public internet is reached, up to the edges of what is refused (fault: nothing is)', () => {
  assert.deepEqual(
    outside.filter((address) => !mayReach(address, 'public')),
    [],
  );
});

test('for development loopback is reached, and nothing else (fault: everything is)', () => {
  assert.ok(['127.0.0.1', '::1', '127.8.8.8'].every((address) => mayReach(address, 'loopback')));
  for (const address of ['10.0.0.1', '169.254.169.254', '1.1.1.1', 'fe80::1', '::']) {
    assert.equal(mayReach(address, 'loopback'), false, address);
  }
});

function look(addresses: string[], reach: Reach, all = false): Promise<unknown[]> {
  const lookup = guardedLookup(reach, (_name, options, callback) => {
    assert.equal(options.all, true);
    const found: LookupAddress[] = addresses.map((address) => ({
      address,
      family: address.includes(':') ? 6 : 4,
    }));
    callback(null, found);
  });
  return new Promise((resolve) => lookup('form.example', { all }, (...answer) => resolve(answer)));
}

test('a name that also points inwards is refused, not only its wrong address (fault: its first address alone is looked at)', async () => {
  const [error] = await look(['93.184.216.34', '10.0.0.1'], 'public');
  assert.ok(error instanceof ForbiddenTarget);
  assert.ok((await look(['93.184.216.34', '10.0.0.1'], 'public', true))[0] instanceof ForbiddenTarget);
  assert.ok((await look([], 'public'))[0] instanceof ForbiddenTarget);
});

test('a public name is answered in both shapes Node asks for (fault: always in one)', async () => {
  const addresses = ['93.184.216.34', '2606:4700::1'];
  assert.deepEqual(await look(addresses, 'public'), [null, '93.184.216.34', 4]);
  assert.deepEqual(await look(addresses, 'public', true), [
    null,
    [
      { address: '93.184.216.34', family: 4 },
      { address: '2606:4700::1', family: 6 },
    ],
  ]);
  assert.deepEqual(await look(['10.0.0.1'], 'any'), [null, '10.0.0.1', 4]);
});
