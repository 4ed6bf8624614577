import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test, type TestContext } from 'node:test';
import pg from 'pg';
import { testOnPostgres } from '#test/fixtures/each-database.ts';
import { startCollector } from '#test/fixtures/collector.ts';
import { databasesOfFile } from '#test/fixtures/postgres-of-file.ts';
import { databaseFile } from '#server/store/open.ts';
import { ask, postJson } from '#test/fixtures/requests.ts';
import { createLog, oncePerMinute } from '#server/base/log.ts';

const newDatabase = databasesOfFile();

type Held = { port: number; release(): Promise<void> };

/** Posts while nothing can be stored: readiness fails before the post is answered. */
async function assertSeen({ port, release }: Held): Promise<void> {
  const ready = async () => (await ask(port, '/readyz')).status;
  let isAnswered = false;
  const posted = postJson(port, { email: 'ana@example.com' }).finally(() => (isAnswered = true));
  while ((await ready()) === 200) assert.ok(!isAnswered, 'ready while nothing could be stored');
  assert.ok(!isAnswered, 'the post was answered first');
  await release();
  await posted;
  while ((await ready()) !== 200);
}

async function heldBySqlite(t: TestContext): Promise<Held> {
  const { port, dataDir } = await startCollector(t);
  // The collector may still be writing at startup.
  const other = new DatabaseSync(databaseFile(dataDir), { timeout: 5_000 });
  other.exec('BEGIN IMMEDIATE');
  return { port, release: async () => other.close() };
}

async function heldByPostgres(t: TestContext): Promise<Held> {
  const url = await newDatabase();
  const { port, log } = await startCollector(t, { DATABASE_URL: url, SECRET_KEYS: 'x'.repeat(32) });
  const other = new pg.Client({ connectionString: url });
  await other.connect();
  await other.query('BEGIN; LOCK TABLE subscription');
  async function release(): Promise<void> {
    // Answered once the database had timed out.
    assert.equal((await postJson(port, { email: 'eva@example.com' })).status, 503);
    await other.end();
    const why = log.filter((line) => line.includes('an address was not stored'));
    assert.equal(why.length, 1, log.join(''));
    assert.match(why[0] ?? '', /"why":"late","count":1/);
  }
  return { port, release };
}

test('a server whose batch hangs is not ready (SQLite; catches: 200 until the post is given up)', async (t) =>
  assertSeen(await heldBySqlite(t)));

testOnPostgres(
  'a server whose batch hangs is not ready, and why a post got 503 is logged once (PostgreSQL; catches: 200 all along)',
  async (t) => assertSeen(await heldByPostgres(t)),
);

testOnPostgres(
  'where posts cannot be counted nothing is ready (catches: each post gets a 503 and readiness a 200)',
  async (t) => {
    const url = await newDatabase();
    const owner = new pg.Client({ connectionString: url });
    await owner.connect();
    t.after(() => owner.end());
    const name = `few_${process.pid}`;
    await owner.query(`CREATE ROLE ${name} LOGIN; GRANT ALL ON SCHEMA public TO ${name}`);
    const DATABASE_URL = url.replace(/\/\/[^@]*@/, `//${name}@`);
    const settings = { DATABASE_URL, SECRET_KEYS: 'x'.repeat(32), RATE_LIMIT: 'on' };
    const { port, log } = await startCollector(t, settings);
    assert.ok(log.some((line) => line.includes('this server needs 17 connections')));
    const ready = async () => (await ask(port, '/readyz')).status;
    const other = new pg.Client({ connectionString: url });
    await other.connect();
    await other.query('BEGIN; LOCK TABLE rate_limit');
    const posted = postJson(port, { email: 'ana@example.com' });
    let counting: number | undefined;
    while (counting === undefined)
      counting = (
        await owner.query<{ pid: number }>(
          `SELECT pid FROM pg_stat_activity WHERE usename = '${name}' AND wait_event_type = 'Lock'`,
        )
      ).rows[0]?.pid;
    await other.end();
    assert.equal((await posted).status, 202);
    // The connection that counts is ended, and cannot come back.
    await owner.query(`DO $$ BEGIN EXECUTE format('ALTER ROLE ${name} CONNECTION LIMIT %s',
      (SELECT count(*) - 1 FROM pg_stat_activity WHERE usename = '${name}')); END $$`);
    await owner.query(`SELECT pg_terminate_backend(${counting}, 5000)`);
    assert.equal(await ready(), 503);
    await owner.query(`ALTER ROLE ${name} CONNECTION LIMIT -1`);
    while ((await ready()) !== 200);
  },
);

test('after posts that fail for another reason than their own nothing is ready, until they work again (catches: 200 all along; 503 for good)', async (t) => {
  const { port, dataDir } = await startCollector(t);
  using other = new DatabaseSync(databaseFile(dataDir), { timeout: 5_000 });
  const statuses = async () => [
    (await postJson(port, { email: 'ana@example.com' })).status,
    (await ask(port, '/readyz')).status,
  ];
  for (const [change, back] of [
    [
      'ALTER TABLE subscription RENAME COLUMN path TO route',
      'ALTER TABLE subscription RENAME COLUMN route TO path',
    ],
    [
      "CREATE TRIGGER no BEFORE INSERT ON subscription BEGIN SELECT RAISE(ABORT, 'no'); END",
      'DROP TRIGGER no',
    ],
  ] as const) {
    other.exec(change);
    assert.deepEqual(await statuses(), [503, 503], change);
    other.exec(back);
    assert.equal((await ask(port, '/readyz')).status, 200);
    assert.deepEqual(await statuses(), [202, 200]);
    other.exec('DELETE FROM subscription');
  }
});

test('trouble is logged once a minute and counted, other trouble by itself (catches: a line for each post)', () => {
  const lines: unknown[] = [];
  const clock = { now: 0 };
  const log = createLog(
    (line) => lines.push(JSON.parse(line)),
    () => new Date(0),
  );
  const once = oncePerMinute(log, () => clock.now);
  for (const [now, why] of [
    [0, 'io'],
    [1_000, 'io'],
    [59_999, 'io'],
    [59_999, 'no-space'],
    [60_000, 'io'],
  ] as const) {
    clock.now = now;
    once('an address was not stored', { why });
  }
  const said = { time: new Date(0).toISOString(), level: 'error', msg: 'an address was not stored' };
  assert.deepEqual(lines, [
    { ...said, why: 'io', count: 1 },
    { ...said, why: 'no-space', count: 1 },
    { ...said, why: 'io', count: 3 },
  ]);
});
