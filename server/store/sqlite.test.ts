import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { test } from 'node:test';
import { openTestStore, type TestStore } from '#test/fixtures/store.ts';
import { databaseFile } from './open.ts';

const count = ({ query }: TestStore) => query.selectFrom('subscription').selectAll().execute();

test('a query on a closed store fails, it does not wait for ever', async (t) => {
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
