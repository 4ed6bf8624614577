import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { test } from 'node:test';
import { openTestStore, type TestStore } from '#test/fixtures/store.ts';
import { sql } from '#kysely';
import { people } from '#test/fixtures/writer.ts';
import { databaseFile } from './open.ts';

const count = ({ write }: TestStore) => write.selectFrom('subscription').selectAll().execute();

test('a query on a closed store fails, it does not wait forever', async (t) => {
  const store = await openTestStore(t);
  const closing = store.close();
  const late = [assert.rejects(count(store), /closed/), assert.rejects(count(store), /closed/)];
  await closing;
  await Promise.all(late);
  await assert.rejects(count(store), /closed/);
});

test('a query on a store whose file is gone fails, also while a batch is under way', async (t) => {
  const lost = Promise.withResolvers<string>();
  const store = await openTestStore(t, { onFatal: ({ code }) => lost.resolve(code) });
  rmSync(databaseFile(store.dataDir));
  const batch = store.database.readiness();
  const queries = Promise.allSettled([count(store), count(store)]);
  assert.notEqual(await batch, 'stored');
  assert.equal(await lost.promise, 'gone');
  await queries;
  await assert.rejects(count(store), /gone|deleted|removed|replaced/);
  await store.close();
});

test('a read sees all that was accepted before it, in a burst too (catches: only what is in its tables)', async (t) => {
  const store = await openTestStore(t);
  for (const from of [0, 3000, 6000]) {
    await Promise.all(people(3000, from).map((row) => store.database.add(row)));
    const { n } = await store.read
      .selectFrom('subscription')
      .select((row) => row.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow();
    assert.equal(n, from + 3000);
  }
});

test('a long read keeps no writer waiting (catches: one connection for all)', async (t) => {
  const store = await openTestStore(t);
  let isOver = false;
  const long = sql<{
    n: number;
  }>`WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 8000000)
    SELECT count(*) AS n FROM number`
    .execute(store.read)
    .then(() => (isOver = true));
  for (const row of people(3)) assert.equal(await store.database.add(row), 'stored');
  assert.equal((await count(store)).length, 3);
  assert.equal(isOver, false);
  await long;
});

test('the reading connection writes nothing, says what is wrong, and ends with the store', async (t) => {
  const store = await openTestStore(t);
  await assert.rejects(store.read.deleteFrom('subscription').execute(), /readonly/);
  await assert.rejects(
    store.read.transaction().execute(() => Promise.resolve()),
    /needs a connection that writes/,
  );
  const both = [sql`SELECT nothing`.execute(store.read), sql`SELECT 1 AS n`.execute(store.read)];
  const [wrong, right] = await Promise.allSettled(both);
  assert.match(String(wrong?.status === 'rejected' && wrong.reason), /nothing/);
  assert.deepEqual(right?.status === 'fulfilled' && right.value.rows, [{ n: 1 }]);
  assert.deepEqual(await store.read.selectFrom('subscription').selectAll().execute(), []);
  await store.close();
  await assert.rejects(store.read.selectFrom('subscription').selectAll().execute(), /closed/);
});
