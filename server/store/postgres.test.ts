import assert from 'node:assert/strict';
import { type TestContext } from 'node:test';
import pg from 'pg';
import { DAY } from '#contract/time.ts';
import { testOnPostgres } from '#test/fixtures/each-database.ts';
import { openTestStore, type TestStore } from '#test/fixtures/store.ts';
import { subscriptionRow } from '#server/list/subscribe.ts';
import { subscription } from '#test/fixtures/subscription.ts';
import { databasesOfFile } from '#test/fixtures/postgres-of-file.ts';

const newDatabase = databasesOfFile();

const START = 1_795_000_000_000;

async function connect(t: TestContext, url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  t.after(() => void client.end());
  return client;
}

/** Within a transaction pg_stat_activity is a snapshot, so this connects separately. */
function connectBeside(t: TestContext, { host, port, database }: pg.Client): Promise<pg.Client> {
  return connect(t, `postgres://postgres@${host}:${port}/${database}`);
}

/** Two processes on one store, and a connection to inspect it. */
async function openTwo(t: TestContext, now: () => number) {
  const databaseUrl = await newDatabase();
  const open = () => openTestStore(t, { databaseUrl, now });
  return {
    stores: [await open(), await open()] as [TestStore, TestStore],
    client: await connect(t, databaseUrl),
  };
}

async function rowsPerAddress(client: pg.Client, kind: string): Promise<number[]> {
  const { rows } = await client.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM outbox WHERE kind = $1 GROUP BY subject_id`,
    [kind],
  );
  return [...new Set(rows.map(({ n }) => n))];
}

/** Marks queued mails as sent: only then another mail may follow. */
async function deliver(client: pg.Client): Promise<void> {
  await client.query(`UPDATE outbox SET state = 'sent', started_at = due_at, finished_at = due_at`);
}

/** Resolves when one of our connections waits for a lock. */
async function seenWaiting(client: pg.Client): Promise<void> {
  const waiting = `SELECT 1 FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = 'embreve' AND wait_event_type = 'Lock'`;
  while ((await client.query(waiting)).rowCount === 0);
}

testOnPostgres(
  'two processes that get the same known address at once mail and forward it once (catches: no lock)',
  async (t) => {
    const { stores, client } = await openTwo(t, () => START);
    const names = Array.from({ length: 40 }, (_, i) => `n${i}`);
    // On both, so that neither has to connect when it matters.
    for (const [i, name] of names.entries()) {
      await stores[i % 2]?.add({ ...subscription(name), suspect: 'too-fast' });
    }
    // Its trigger lock happens to serialise the processes; the test must not depend on that.
    await client.query('ALTER TABLE subscription DISABLE TRIGGER USER');
    const follow = { doubleOptIn: true, forward: true };
    const adds = names.flatMap((name) =>
      stores.map(({ database }) => database.add(subscriptionRow(subscription(name), follow, START))),
    );
    assert.ok((await Promise.all(adds)).every((outcome) => outcome === 'stored'));
    for (const kind of ['confirm', 'forward']) {
      assert.deepEqual(await rowsPerAddress(client, kind), [1], kind);
    }
  },
);

testOnPostgres(
  'a transaction that PostgreSQL ends for another one is done again (catches: no retry)',
  async (t) => {
    let now = START;
    const { stores, client } = await openTwo(t, () => now);
    const [store] = stores;
    for (const name of ['a', 'b']) await store.add(subscription(name));
    await deliver(client);
    now += 2 * DAY;
    const other = await connectBeside(t, client);
    // Our connection checks for deadlocks after a second, the other one never: so ours is the victim.
    await other.query(`SET deadlock_timeout = '1min'`);
    await other.query('BEGIN');
    await other.query(`SELECT 1 FROM subscription WHERE key = 'b@example.com' FOR UPDATE`);
    const added = Promise.all([store.add(subscription('a')), store.add(subscription('b'))]);
    await seenWaiting(client);
    await other.query(`SELECT 1 FROM subscription WHERE key = 'a@example.com' FOR UPDATE`);
    await other.query('COMMIT');
    assert.deepEqual(await added, ['stored', 'stored']);
    assert.deepEqual(await rowsPerAddress(client, 'confirm'), [2]);
  },
);

/** Makes PostgreSQL end the next `times` transactions that write a setting. */
async function endNext(client: pg.Client, code: string, times: number): Promise<void> {
  await client.query(`
    CREATE SEQUENCE IF NOT EXISTS ended;
    SELECT setval('ended', 1, false);
    CREATE OR REPLACE FUNCTION end_it() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF nextval('ended') <= ${times} THEN RAISE EXCEPTION 'planted' USING ERRCODE = '${code}'; END IF;
      RETURN NULL;
    END $$;
    DROP TRIGGER IF EXISTS end_it ON setting;
    CREATE CONSTRAINT TRIGGER end_it AFTER INSERT ON setting DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW EXECUTE FUNCTION end_it();`);
}

testOnPostgres(
  'every other transaction that ends for another one is done again too, also a single statement, and not forever (catches: no retry, no limit)',
  async (t) => {
    const { stores, client } = await openTwo(t, () => START);
    const { write } = stores[0];
    let n = 0;
    const put = (query: typeof write) =>
      query
        .insertInto('setting')
        .values({ name: `n${n++}`, value: '' })
        .execute();
    for (const code of ['40001', '40P01']) {
      for (const run of [() => put(write), () => write.transaction().execute(put)]) {
        await endNext(client, code, 4);
        await run();
        await endNext(client, code, 5);
        await assert.rejects(run(), { code });
      }
    }
    await endNext(client, '23514', 1);
    await assert.rejects(put(write), { code: '23514' });
    const { rows } = await client.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM setting WHERE name ~ '^n'`,
    );
    assert.deepEqual(rows, [{ n: 4 }]);
  },
);

testOnPostgres('queries that take long do not keep addresses waiting (catches: one pool)', async (t) => {
  const { stores, client } = await openTwo(t, () => START);
  const [store] = stores;
  await store.add(subscription('known'));
  const other = await connectBeside(t, client);
  await other.query('BEGIN');
  await other.query('LOCK TABLE consent_text');
  let ended = 0;
  const reading = Array.from({ length: 20 }, () =>
    store.write
      .selectFrom('consent_text')
      .selectAll()
      .execute()
      .then(
        () => ended++,
        () => ended++,
      ),
  );
  await seenWaiting(client);
  assert.equal(await store.add(subscription('new')), 'stored');
  assert.equal(await store.readiness(), 'stored');
  assert.equal(ended, 0);
  await other.query('ROLLBACK');
  await Promise.all(reading);
});

testOnPostgres('one bad row among many is found, all others are stored', async (t) => {
  const { stores, client } = await openTwo(t, () => START);
  const bad = new Set([0, 17, 18, 99]);
  const adds = Array.from({ length: 100 }, (_, i) => {
    const row = subscription(`n${i}`);
    return stores[0].add(bad.has(i) ? { ...row, address: 'a zero \0 is no text' } : row);
  });
  const outcomes = await Promise.all(adds);
  assert.deepEqual(
    outcomes.map((outcome, i) => (outcome === 'stored' ? null : i)).filter((i) => i !== null),
    [...bad],
  );
  assert.equal((await client.query('SELECT 1 FROM subscription')).rowCount, 96);
  assert.deepEqual(await rowsPerAddress(client, 'confirm'), [1]);
});

testOnPostgres(
  'a connection that ends while it is taken does not end the process (catches: no listener)',
  async (t) => {
    const { stores, client } = await openTwo(t, () => START);
    const [store] = stores;
    const taken = store.write.transaction().execute(async (trx) => {
      await trx.selectFrom('subscription').selectAll().execute();
      await client.query(`SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
      WHERE datname = current_database() AND state = 'idle in transaction'`);
      await trx.selectFrom('subscription').selectAll().execute();
    });
    await assert.rejects(taken);
    assert.equal(await store.add(subscription('after')), 'stored');
    assert.equal((await store.write.selectFrom('subscription').selectAll().execute()).length, 1);
  },
);
