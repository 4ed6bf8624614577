import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { clientNetwork, countedIn } from './client-network.ts';

const PROXY = '10.0.0.1';

for (const [address, network] of [
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::ffff:cb00:7107', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8:1:2:3:4:192.0.2.1', '2001:db8:1:2::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['', 'unknown'],
  [undefined, 'unknown'],
] as const) {
  test(`a connection from ${address} counts as ${network}`, () => {
    assert.equal(clientNetwork(address, undefined, 0), network);
  });
}

for (const [header, proxies, network] of [
  ['198.51.100.1', 1, '198.51.100.1'],
  ['1.1.1.1, 2.2.2.2 , 3.3.3.3', 1, '3.3.3.3'],
  ['1.1.1.1,2.2.2.2,3.3.3.3', 2, '2.2.2.2'],
  ['198.51.100.1:4711', 1, '198.51.100.1'],
  ['[2001:db8:1:2::9]:4711', 1, '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::9]', 1, '2001:db8:1:2::/64'],
  ['::ffff:198.51.100.1', 1, '198.51.100.1'],
  ['198.51.100.1', 2, PROXY],
  ['unknown', 1, PROXY],
  ['1.1.1.1, ', 1, PROXY],
  ['1.2.3.4.5', 1, PROXY],
  ['999.1.1.1', 1, PROXY],
  [undefined, 1, PROXY],
  ['1.1.1.1', 0, PROXY],
] as const) {
  test(`behind ${proxies} proxies, X-Forwarded-For: ${header} means ${network}`, () => {
    assert.equal(clientNetwork(PROXY, header, proxies), network);
  });
}

for (const [network, ...counted] of [
  ['2001:db8:1:2::/64', '2001:db8:1:2::/64', '2001:db8:1:0::/56', '2001:db8:1::/48'],
  ['2001:db8:1:ab7f::/64', '2001:db8:1:ab7f::/64', '2001:db8:1:ab00::/56', '2001:db8:1::/48'],
  ['203.0.113.7', '203.0.113.7'],
  ['unknown', 'unknown'],
] as const) {
  test(`${network} counts in ${counted.join(', ')}`, () => {
    assert.deepEqual(
      countedIn(network).map((one) => one.network),
      counted,
    );
  });
}

const anyHeader = fc.oneof(
  fc
    .array(fc.oneof(fc.ipV4(), fc.ipV6(), fc.string()), { maxLength: 8 })
    .map((entries) => entries.join(', ')),
  fc.string({ maxLength: 200, unit: 'binary' }),
);
const anyAddress = fc.oneof(fc.ipV4(), fc.ipV6());

test('a header written by the client changes nothing, with any number of proxies (catches: the first entry is believed)', () => {
  fc.assert(
    fc.property(anyHeader, anyAddress, fc.nat({ max: 3 }), (forged, client, proxies) => {
      // Each proxy appends its caller: the first one the client, the others the previous proxy.
      const appended = [client, '10.0.0.3', '10.0.0.2'].slice(0, proxies);
      const header = [forged, ...appended].join(', ');
      const socket = proxies === 0 ? client : PROXY;
      assert.equal(clientNetwork(socket, header, proxies), clientNetwork(client, undefined, 0));
    }),
    { numRuns: 500 },
  );
});

test('all addresses of one /64 are one network, and those of two are two (catches: each address is a network)', () => {
  const group = fc.integer({ min: 0, max: 0xffff });
  const half = fc
    .tuple(group, group, group, group)
    .map((groups) => groups.map((value) => value.toString(16)).join(':'));
  // The mapped IPv4 addresses are all in 0::/64.
  const prefix = half.filter((text) => text !== '0:0:0:0');
  fc.assert(
    fc.property(prefix, prefix, half, half, (one, two, left, right) => {
      const network = clientNetwork(`${one}:${left}`, undefined, 0);
      assert.equal(network, `${one}::/64`);
      assert.equal(network === clientNetwork(`${two}:${right}`, undefined, 0), one === two);
    }),
  );
});
