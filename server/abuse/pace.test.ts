import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOUR, MINUTE } from '#contract/time.ts';
import { createPace } from './pace.ts';

const NOW = Date.UTC(2026, 10, 21, 12);

function start() {
  const clock = { time: NOW };
  const pace = createPace(
    () => clock.time,
    (text) => text,
  );
  /** Returns the minutes until each of so many mails is due. */
  const waits = (count: number, post: (n: number) => [network: string, address: string | null]) =>
    Array.from({ length: count }, (_, n) => {
      const wait = pace.waitFor(...post(n));
      if (wait === 'never') return Infinity;
      return wait === 'first' ? 0 : wait / MINUTE;
    });
  return { clock, pace, waits };
}

test('of 300 posts of one network 30 mails are due at once, the rest one a minute; all others go first (catches: 300 at once)', () => {
  const { clock, pace, waits } = start();
  const of300 = waits(300, (n) => ['203.0.113.7', `p${n}@gmail.com`]);
  assert.equal(of300.filter((wait) => wait === 0).length, 30);
  assert.deepEqual(of300.slice(-1), [270]);
  assert.equal(pace.waitFor('203.0.113.8', 'ana@gmail.com'), 'first');
  clock.time += HOUR;
  // In the next hour no more than one per minute.
  assert.deepEqual(
    waits(2, () => ['203.0.113.7', 'x@gmail.com']),
    [211, 212],
  );
  clock.time += 4 * HOUR;
  assert.equal(pace.waitFor('203.0.113.7', 'eva@gmail.com'), 'first');
});

test('the first three of a network go before the others, and one each twenty minutes (catches: one network is as good as all)', () => {
  const { clock, pace } = start();
  const isFirst = () => pace.waitFor('203.0.113.7', 'ana@gmail.com') === 'first';
  assert.deepEqual([isFirst(), isFirst(), isFirst(), isFirst()], [true, true, true, false]);
  clock.time += 40 * MINUTE;
  assert.deepEqual([isFirst(), isFirst()], [true, false]);
});

test('a client with many IPv6 networks is one source (catches: each /64 has a burst of its own)', () => {
  const { waits } = start();
  const of100 = waits(100, (n) => [`2001:db8:7:${n.toString(16)}::/64`, `p${n}@gmail.com`]);
  assert.equal(of100.filter((wait) => wait === 0).length, 30);
});

test('a company’s people get theirs within a day, one who owns a domain is not flooded (catches: each address counts alone)', () => {
  const { waits } = start();
  const of100 = waits(100, (n) => [`198.51.100.${n}`, `p${n}@example.com`]);
  assert.equal(of100.filter((wait) => wait === 0).length, 5);
  assert.ok(of100.every((wait) => wait < 24 * 60));
  // Even after a machine that posted hundreds.
  assert.equal(Math.max(...waits(400, (n) => [`203.0.113.${n % 250}`, `x${n}@example.com`])), 24 * 60);
  assert.equal(waits(1, () => ['192.0.2.1', 'ana@example.org'])[0], 0);
});

test('the aliases of a mailbox get three mails a day, the address itself is never late (catches: 20 mails; hundreds on the 30th day)', () => {
  const { clock, waits } = start();
  const aliases = waits(6, (n) => [`198.51.100.${n}`, `ana+${n}@gmail.com`]);
  assert.deepEqual(aliases, [0, 0, 0, 8 * 60, 16 * 60, 24 * 60]);
  assert.deepEqual(
    waits(1, () => ['192.0.2.1', 'ana@gmail.com']),
    [0],
  );
  const of400 = waits(400, (n) => [`198.51.100.${n}`, `ana+x${n}@gmail.com`]);
  assert.deepEqual(
    of400.filter((wait) => wait < Infinity),
    [32 * 60, 40 * 60],
  );
  clock.time += 16 * HOUR;
  assert.deepEqual(
    waits(2, () => ['192.0.2.1', 'ana+y@gmail.com']),
    [40 * 60, Infinity],
  );
});

test('a clock that was years ahead delays nobody for longer than a day (catches: until it is reached again)', () => {
  const { clock, waits } = start();
  clock.time += 1_000 * 24 * HOUR;
  waits(300, () => ['203.0.113.7', 'a@gmail.com']);
  clock.time = NOW;
  assert.ok((waits(1, () => ['203.0.113.7', 'a@gmail.com'])[0] ?? 0) <= 24 * 60);
});
