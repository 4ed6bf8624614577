import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { testOnPostgres } from '#test/fixtures/each-database.ts';
import { startPair } from '../fixtures/postgres-pair.ts';
import { startLoad } from './collector.ts';
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts';
import { onPostgres, openClient, readStored, until } from './postgres-collector.ts';

const ROUNDS = Number(process.env.FAILOVER_ROUNDS ?? 3);
/** Milliseconds from the promotion to the first sign-up that is stored. */
const LONGEST = 3_000;

/** Returns the milliseconds from the promotion to the first sign-up that was stored. */
async function failOver(t: TestContext, isCutOffBefore: boolean): Promise<number> {
  const ways: FaultProxy[] = [];
  const pair = await startPair(t, async (port) => {
    const way = await startFaultProxy(t, port);
    ways.push(way);
    return way.port;
  });
  const collector = await onPostgres(t, pair.url).start();
  let promotedAt = Infinity;
  let backAt = Infinity;
  const load = startLoad(collector.port, 16, 'failover', (status, _address, sentAt) => {
    if (status === 202 && sentAt > promotedAt) backAt = Math.min(backAt, performance.now());
  });
  await until(() => load.acked.length > 300, 20_000);
  const refused = () => load.statuses.get(503) ?? 0;
  if (isCutOffBefore) {
    // What the standby does not get now is lost with the primary.
    ways[0]?.set('blackhole');
    const acked = load.acked.length;
    await until(() => refused() > 0 || load.acked.length > acked + 200, 20_000);
  }
  await pair.signal('primary', 'SIGKILL');
  await until(() => refused() > 20, 20_000);
  const standby = await openClient(t, pair.standby);
  await standby.query('SELECT pg_promote()');
  promotedAt = performance.now();
  const before = load.acked.length;
  await until(() => load.acked.length > before + 300, 20_000);
  await load.stop();
  const { addresses, repeated, incomplete } = await readStored(standby);
  assert.deepEqual(
    load.acked.filter((address) => !addresses.has(address)),
    [],
  );
  assert.deepEqual([repeated, incomplete], [[], []]);
  assert.deepEqual([...load.statuses.keys()].toSorted(), [202, 503]);
  return backAt - promotedAt;
}

testOnPostgres(
  `the primary is killed under load and its synchronous standby promoted, ${ROUNDS} times: nothing acknowledged is lost, nothing is stored twice, and the collector finds the new one (catches: one host is known; a standby that is not waited for)`,
  async (t) => {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      await t.test(`round ${round}`, async (one) => void times.push(await failOver(one, round % 2 === 1)));
    }
    const sorted = times.toSorted((a, b) => a - b);
    t.diagnostic(`back after ${sorted.map((ms) => ms.toFixed()).join(', ')} ms`);
    assert.equal(times.length, ROUNDS);
    assert.ok((sorted.at(-1) ?? Infinity) <= LONGEST, `${sorted.at(-1)} ms`);
  },
);
