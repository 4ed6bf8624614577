import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { Pool } from 'pg';
import { HOUR } from '#contract/time.ts';
import { RATE_LIMIT_TABLE } from '#server/store/initial-schema.ts';
import { testOnPostgres } from '#test/fixtures/each-database.ts';
import { databasesOfFile } from '#test/fixtures/postgres-of-file.ts';
import { startPostgres } from '#test/fixtures/postgres.ts';
import { createSecrets } from '#server/store/secrets/secrets.ts';
import { createRateLimit, type RateLimit } from './rate.ts';

const newDatabase = databasesOfFile();

const START = Math.floor(Date.UTC(2026, 0) / HOUR) * HOUR;

type Limits = { limit: RateLimit; errors: unknown[] };

async function limitOn(pool: Pool | null, now: () => number = () => START): Promise<Limits> {
  const errors: unknown[] = [];
  const secrets = createSecrets(['old-key-old-key-old-key-old-key-old']);
  const limit = await createRateLimit({ pool, secrets, now, onError: (error) => errors.push(error) });
  return { limit, errors };
}

async function takeAll(limit: RateLimit, network: string, times: number): Promise<string[]> {
  const taken: string[] = [];
  for (let post = 0; post < times; post += 1) {
    const result = await limit.take(network);
    taken.push(result.ok ? (result.soft ? 'soft' : 'fine') : result.code);
  }
  return taken;
}

/** 30 for a household, 270 more for an office, then none: 200 people behind one address all pass. */
const ONE_HOUR = [...Array(30).fill('fine'), ...Array(270).fill('soft'), 'limited', 'limited'];

test('a network posts 300 times an hour, softly from the 31st, and others are not held for it', async () => {
  const { limit, errors } = await limitOn(null);
  assert.deepEqual(await takeAll(limit, '203.0.113.7', 302), ONE_HOUR);
  assert.deepEqual(await takeAll(limit, '203.0.113.8', 1), ['fine']);
  assert.deepEqual(errors, []);
});

test('an IPv6 /64 may post 225 times an hour, its /56 263 and its /48 300 times (catches: the /64 alone counts)', async () => {
  const { limit } = await limitOn(null);
  const passed = async (networks: readonly string[]) => {
    const taken = await Promise.all(networks.map((network) => limit.take(network)));
    return taken.filter(({ ok }) => ok).length;
  };
  const subnets = (write: (i: number) => string) =>
    Array.from({ length: 320 }, (_, i) => `2001:db8:${write(i)}::/64`);
  assert.equal(await passed(subnets(() => '1:2')), 225);
  assert.equal(await passed(subnets((i) => `2:ab${10 + (i % 80)}`)), 263);
  assert.equal(await passed(subnets((i) => `3:${(i * 0x100).toString(16)}`)), 300);
  // Posts refused for the /64 did not use up its neighbours' share.
  assert.equal(await passed(subnets(() => '1:ff00')), 75);
});

test('a network over its limit is asked to come back in the next hour, in whole minutes, and then passes', async () => {
  let now = START + HOUR - 90_500;
  const { limit } = await limitOn(null, () => now);
  await takeAll(limit, '203.0.113.7', 300);
  assert.deepEqual(await limit.take('203.0.113.7'), { ok: false, code: 'limited', retryAfterSeconds: 120 });
  now = START + HOUR - 1;
  assert.deepEqual(await limit.take('203.0.113.7'), { ok: false, code: 'limited', retryAfterSeconds: 60 });
  now = START + HOUR;
  assert.deepEqual(await limit.take('203.0.113.7'), { ok: true, soft: false });
});

test('a clock set back holds nobody', async () => {
  let now = START;
  const { limit } = await limitOn(null, () => now);
  await takeAll(limit, '203.0.113.7', 301);
  now = START - 5 * HOUR;
  assert.deepEqual(await limit.take('203.0.113.7'), { ok: true, soft: false });
});

test('a limiter that fails lets nobody pass (catches: the clock throws)', async () => {
  const fault = new Error('no clock');
  const { limit, errors } = await limitOn(null, () => {
    throw fault;
  });
  assert.deepEqual(await limit.take('203.0.113.7'), { ok: false, code: 'unavailable' });
  assert.deepEqual(errors, [fault]);
});

testOnPostgres('several processes on one PostgreSQL share the limit, and keep no address', async (t) => {
  const pools = await startShared(t, await newDatabase());
  const limits = await Promise.all(pools.map((pool) => limitOn(pool)));
  const [one, two] = limits.map(({ limit }) => limit);
  assert.ok(one && two);
  const taken = await Promise.all([takeAll(one, '203.0.113.7', 151), takeAll(two, '203.0.113.7', 151)]);
  assert.deepEqual(taken.flat().sort(), [...ONE_HOUR].sort());
  const refused = await two.take('203.0.113.7');
  assert.ok(!refused.ok && refused.code === 'limited');
  assert.equal(refused.retryAfterSeconds % 60, 0);
  assert.ok(refused.retryAfterSeconds > 3000 && refused.retryAfterSeconds <= 3600);
  assert.deepEqual(await takeAll(two, '2001:db8:1:2::/64', 1), ['fine']);

  const rows = await pools[0].query<{ key: string }>('SELECT key FROM rate_limit');
  // The IPv6 network counts as /64, /56 and /48.
  assert.equal(rows.rowCount, 4);
  for (const { key } of rows.rows) assert.match(key, /^[\w-]{16}$/);
  // The hour has passed.
  await pools[0].query('UPDATE rate_limit SET expire = expire - 3600000');
  const { limit: afterwards } = await limitOn(pools[0]);
  assert.deepEqual(await takeAll(afterwards, '203.0.113.7', 1), ['fine']);
  assert.deepEqual(
    limits.flatMap(({ errors }) => errors),
    [],
  );
});

testOnPostgres(
  'without its PostgreSQL nobody passes, and with it again everyone (catches: the database is stopped)',
  async (t) => {
    const postgres = await startPostgres(t);
    const pools = await startShared(t, postgres.url);
    const { limit, errors } = await limitOn(pools[0]);
    assert.deepEqual(await takeAll(limit, '203.0.113.7', 1), ['fine']);
    await postgres.stop();
    assert.deepEqual(await takeAll(limit, '203.0.113.7', 2), ['unavailable', 'unavailable']);
    assert.equal(errors.length, 2);
    await postgres.start();
    assert.deepEqual(await takeAll(limit, '203.0.113.7', 1), ['fine']);
  },
);

testOnPostgres('a PostgreSQL that hangs keeps nobody waiting (catches: the row is locked)', async (t) => {
  const pools = await startShared(t, await newDatabase());
  const { limit, errors } = await limitOn(pools[0]);
  await takeAll(limit, '203.0.113.7', 1);
  const holder = await pools[1].connect();
  await holder.query('BEGIN; LOCK TABLE rate_limit');
  assert.deepEqual(await takeAll(limit, '203.0.113.7', 1), ['unavailable']);
  assert.match(String(errors[0]), /in time/);
  await holder.query('ROLLBACK');
  holder.release();
  assert.deepEqual(await takeAll(limit, '203.0.113.7', 1), ['fine']);
});

/** Two pools, as of two processes. */
async function startShared(t: TestContext, connectionString: string): Promise<[Pool, Pool]> {
  const pools: [Pool, Pool] = [new Pool({ connectionString }), new Pool({ connectionString })];
  // A stopped server ends idle connections; without a listener the error would end the process.
  for (const pool of pools) pool.on('error', () => {});
  t.after(() => Promise.all(pools.map((pool) => pool.end())));
  await pools[0].query(RATE_LIMIT_TABLE);
  return pools;
}
