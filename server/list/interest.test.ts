import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MINUTE } from '#contract/time.ts';
import { testOnEach } from '#test/fixtures/each-database.ts';
import { startApp } from '#test/fixtures/app.ts';
import { postForm } from '#test/fixtures/requests.ts';
import { recordingStore, type TestStore } from '#test/fixtures/store.ts';
import { rowOf, subscription, verbsOf } from '#test/fixtures/subscription.ts';

const NOW = 1_795_000_000_000;

async function interestsOf({ write }: TestStore) {
  const rows = await write.selectFrom('interest').select(['product', 'at']).orderBy('at').execute();
  return rows.map(({ product, at }) => `${product} ${(at - NOW) / MINUTE}`);
}

async function receiptsOf({ write }: TestStore) {
  const rows = await write.selectFrom('consent_receipt').selectAll().orderBy('id').execute();
  return rows.map(({ event, version, page }) => `${event} ${version} ${page}`);
}

testOnEach(
  'a book asked about is kept with a receipt of its own, once (catches: the first one alone)',
  async (_t, open) => {
    let now = NOW;
    const store = await open({ now: () => now });
    await store.add(subscription('ana'));
    for (const interest of ['seo', 'ads', 'seo', 'ads'] as const) {
      now += MINUTE;
      assert.equal(await store.add(subscription('ana', { interest, consent: 'book1' })), 'stored');
    }
    assert.deepEqual(await interestsOf(store), ['seo 1', 'ads 2']);
    assert.deepEqual(await receiptsOf(store), [
      'given v1 /soon',
      'given book1 /products',
      'given book1 /products',
    ]);
  },
);

testOnEach('somebody new who asks about a book is kept with it', async (_t, open) => {
  const store = await open({ now: () => NOW });
  await store.add(subscription('ana', { interest: 'ads', consent: 'book1' }));
  assert.deepEqual(await interestsOf(store), ['ads 0']);
  assert.deepEqual(await receiptsOf(store), ['given book1 /products']);
  const { id } = await rowOf(store, 'ana');
  const verbs = verbsOf(store, () => NOW);
  const data = await verbs.dataOf(id);
  assert.deepEqual(data?.['interests'], [{ product: 'ads', at: new Date(NOW).toISOString() }]);
  await verbs.erase(id);
  assert.deepEqual(await interestsOf(store), []);
});

testOnEach(
  'neither a suspect nor a form adds a book to somebody who is known or gone (catches: it does)',
  async (_t, open) => {
    const store = await open({ now: () => NOW });
    await store.add(subscription('ana'));
    await store.add(subscription('ana', { interest: 'seo', suspect: 'honeypot' }));
    assert.deepEqual(await interestsOf(store), []);
    const verbs = verbsOf(store, () => NOW);
    await verbs.leave((await rowOf(store, 'ana')).id);
    await store.add(subscription('ana', { interest: 'seo' }));
    assert.deepEqual(await interestsOf(store), []);
  },
);

test('a form of the books is answered with the page of the books', async (t) => {
  const { port } = await startApp(t, { store: recordingStore('stored') });
  const locationOf = async (fields: Record<string, string>) =>
    (await postForm(port, new URLSearchParams(fields).toString())).headers.location;
  const fields = { email: 'a@b.co', language: 'pt' };
  assert.equal(await locationOf({ ...fields, interest: 'seo' }), '/products?state=subscribed&lang=pt');
  assert.equal(
    await locationOf({ ...fields, email: 'a', interest: 'ads' }),
    '/products?state=failed&lang=pt',
  );
  assert.equal(await locationOf({ ...fields, interest: '//evil' }), '/soon?state=subscribed&lang=pt');
});
