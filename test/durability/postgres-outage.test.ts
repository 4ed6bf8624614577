import assert from 'node:assert/strict';
import { Agent } from 'node:http';
import { type TestContext } from 'node:test';
import { postgresOfFile } from '../fixtures/postgres-of-file.ts';
import { type Collector, get, post, startLoad } from './collector.ts';
import { ask, onPostgres, openClient, readStored, until } from './postgres-collector.ts';
import { testOnPostgres } from '#test/fixtures/each-database.ts';

/** Duration of the long outage in milliseconds; the scenario has thirty seconds. */
const LONG = Number(process.env.OUTAGE_SECONDS ?? 3) * 1_000;
const postgres = postgresOfFile();

function assertAlive({ child }: Collector): void {
  assert.deepEqual([child.exitCode, child.signalCode], [null, null], 'the process goes on');
}

/** Posts until one is stored; returns the milliseconds. */
async function recovery(port: number): Promise<number> {
  const start = performance.now();
  const agent = new Agent({ keepAlive: true });
  await until(async () => (await post(port, 'after@example.com', agent)) === 202, 20_000);
  agent.destroy();
  return performance.now() - start;
}

testOnPostgres(
  'PostgreSQL crashes and stays away for a while: 503 at once, then all goes on, nothing is lost (D12; catches: the process ends, it gives up after a while)',
  async (t) => {
    const database = await postgres();
    const url = await database.createDatabase();
    const collector = await onPostgres(t, url).start();
    let slowest = 0;
    let away = 0;
    const load = startLoad(collector.port, 16, 'outage', (status, _address, sentAt) => {
      slowest = Math.max(slowest, performance.now() - sentAt);
      if (status === 503) away++;
    });
    for (const outage of ['short', 'long', 'short']) {
      const before = load.acked.length;
      await until(() => load.acked.length > before + 200, 20_000);
      await database.stop('crash');
      const missed = away;
      const since = performance.now();
      const gone = () => away > missed + 50 && (outage === 'short' || performance.now() - since > LONG);
      await until(gone, LONG + 20_000);
      if (outage === 'long') {
        assert.equal(await get(collector.port, '/soon'), 200);
        assert.equal(await get(collector.port, '/readyz'), 503);
      }
      await database.start();
      const took = await recovery(collector.port);
      assert.ok(took <= 5_000, `recovered after ${took} ms`);
      assert.equal(await get(collector.port, '/readyz'), 200);
    }
    await load.stop();
    assertAlive(collector);
    t.diagnostic(
      `${load.acked.length} acknowledged, ${away} times 503, slowest answer ${slowest.toFixed()} ms`,
    );
    assert.ok(slowest <= 3_000, `${slowest} ms`);
    assert.deepEqual([...load.statuses.keys()].toSorted(), [202, 503]);
    const { addresses, repeated, incomplete } = await readStored(await openClient(t, url));
    assert.deepEqual(
      load.acked.filter((address) => !addresses.has(address)),
      [],
    );
    assert.deepEqual([repeated, incomplete], [[], []]);
  },
);

testOnPostgres(
  'idle connections that PostgreSQL ends do not end the process (catches: they do)',
  async (t) => {
    const url = await (await postgres()).createDatabase();
    const { port, ...collector } = await onPostgres(t, url).start();
    // Opens connections in both pools: for addresses and for the rest.
    const answers = await Promise.all([
      ...Array.from({ length: 8 }, (_, i) => ask(port, '/api/subscribe', { email: `${i}@example.com` })),
      ...Array.from({ length: 8 }, () => ask(port, '/readyz')),
    ]);
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([202, 200]));
    const client = await openClient(t, url);
    const ours = `FROM pg_stat_activity WHERE application_name = 'embreve' AND datname = current_database()`;
    const { rows } = await client.query<{ pid: number }>(`SELECT pid, pg_terminate_backend(pid) ${ours}`);
    assert.ok(rows.length >= 2, `${rows.length} connections`);
    const killed = rows.map(({ pid }) => pid);
    const left = async () =>
      (await client.query(`SELECT ${ours} AND pid = ANY($1)`, [killed])).rowCount === 0;
    await until(left, 10_000);
    assert.equal((await ask(port, '/soon')).status, 200);
    assert.ok((await recovery(port)) <= 5_000);
    assertAlive({ port, ...collector });
  },
);

async function startTwo(t: TestContext, url: string): Promise<[Collector, Collector]> {
  const { start } = onPostgres(t, url);
  return Promise.all([start(), start()]);
}

testOnPostgres(
  'two processes that start at once on an empty database both come up, and share an address (D10; catches: both migrate)',
  async (t) => {
    const url = await (await postgres()).createDatabase();
    const two = await startTwo(t, url);
    const posts = Array.from({ length: 50 }, (_, i) =>
      ask(two[i % 2]?.port ?? 0, '/api/subscribe', {
        email: 'Ana@example.com',
        language: 'pt',
        consent: 'v1',
      }),
    );
    const answers = await Promise.all(posts);
    const seen = answers.map(({ status, body, headers }) => {
      const { date, 'x-request-id': id, ...rest } = headers;
      assert.ok(date !== undefined && id !== '');
      return JSON.stringify([status, body, rest]);
    });
    assert.deepEqual(new Set(seen).size, 1, [...new Set(seen)].join('\n'));
    assert.equal(answers[0]?.status, 202);
    const { addresses, repeated, incomplete } = await readStored(await openClient(t, url));
    assert.deepEqual([[...addresses], repeated, incomplete], [['Ana@example.com'], [], []]);
  },
);
