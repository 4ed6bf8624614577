import assert from 'node:assert/strict';
import { testOnEach } from '#server/each-database.ts';
import type { TestStore } from '#server/fixture.ts';
import { eraseByKey, erasureHash } from './erasure.ts';
import { applyRetention } from './retention.ts';

const DAY = 24 * 3_600_000;
const START = 1_795_000_000_000;

async function put(
  { query }: TestStore,
  name: string,
  state: 'pending' | 'confirmed',
  at: number,
): Promise<number> {
  const key = `${name}@example.com`;
  const { id } = await query
    .insertInto('subscription')
    .values({ key, address: key, language: 'en', state, created_at: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  await query
    .insertInto('consent_receipt')
    .values({ subscription_id: id, event: 'given', language: 'en', page: '/soon', at })
    .execute();
  await query
    .insertInto('outbox')
    .values({ kind: 'confirm', subject: id, due_at: at, created_at: at })
    .execute();
  return id;
}

async function names({ query }: TestStore): Promise<string> {
  const rows = await query.selectFrom('subscription').select('key').orderBy('id').execute();
  return rows.map(({ key }) => key.split('@')[0]).join();
}

testOnEach(
  'what nobody confirms is deleted after its time, with all that belongs to it',
  async (_t, open) => {
    const store = await open();
    await put(store, 'old', 'pending', START);
    await put(store, 'member', 'confirmed', START);
    await put(store, 'new', 'pending', START + 5 * DAY);
    assert.equal(await applyRetention(store.query, 30, START + 31 * DAY), 1);
    assert.equal(await names(store), 'member,new');
    const receipts = await store.query.selectFrom('consent_receipt').select('id').execute();
    const mails = await store.query.selectFrom('outbox').select('id').execute();
    assert.deepEqual([receipts.length, mails.length], [2, 2]);
    assert.equal(await applyRetention(store.query, 30, START - DAY), 0, 'a clock put back deletes nothing');
  },
);

testOnEach('finished work is forgotten after five weeks, work that waits is not', async (_t, open) => {
  const store = await open();
  await put(store, 'member', 'confirmed', START);
  await store.query.updateTable('outbox').set({ state: 'sent', finished_at: START }).execute();
  await put(store, 'second', 'confirmed', START);
  await applyRetention(store.query, 30, START + 34 * DAY);
  assert.equal((await store.query.selectFrom('outbox').select('id').execute()).length, 2);
  await applyRetention(store.query, 30, START + 36 * DAY);
  assert.equal((await store.query.selectFrom('outbox').select('id').execute()).length, 1);
});

testOnEach('erasing leaves a keyed hash and nothing else of an address', async (_t, open) => {
  const store = await open();
  await put(store, 'ana', 'confirmed', START);
  await put(store, 'eva', 'confirmed', START);
  await store.query
    .insertInto('message')
    .values({
      key: 'k1',
      body_hash: 'h',
      name: 'Ana',
      company: '',
      email: 'Ana@example.com',
      phone: '',
      message: 'Hi',
      language: 'en',
      created_at: START,
    })
    .execute();
  assert.equal(await eraseByKey(store.query, 'ana@example.com', START), true);
  assert.equal(await eraseByKey(store.query, 'ana@example.com', START), false);
  assert.equal(await names(store), 'eva');
  for (const table of ['consent_receipt', 'outbox'] as const) {
    assert.equal((await store.query.selectFrom(table).select('id').execute()).length, 1, table);
  }
  assert.equal((await store.query.selectFrom('message').select('id').execute()).length, 0);
  const hashes = await store.query.selectFrom('erasure').selectAll().execute();
  assert.deepEqual(hashes, [{ hash: await erasureHash(store.query, 'ana@example.com'), at: START }]);
  assert.match(hashes[0]?.hash ?? '', /^[0-9a-f]{64}$/);
});
