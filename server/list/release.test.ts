import assert from 'node:assert/strict';
import { NOW, person } from '#test/fixtures/command.ts';
import { testOnEach } from '#test/fixtures/each-database.ts';
import type { TestStore } from '#test/fixtures/store.ts';
import { release } from './release.ts';

const FOLLOW = { doubleOptIn: true, forward: false };

function mailsOf({ write }: TestStore) {
  return write.selectFrom('outbox').select(['kind', 'payload', 'state', 'due_at']).orderBy('id').execute();
}

testOnEach('a released person is treated like everybody else, once', async (_t, open) => {
  const store = await open({ now: () => NOW - 1000 });
  await store.add(person('ana@example.com', { suspect: 'token' }));
  assert.deepEqual(await mailsOf(store), []);
  const approve = (key: string) => release(store.write, key, { doubleOptIn: true, forward: true }, NOW);
  assert.deepEqual(await approve('ana@example.com'), { ok: true, state: 'pending' });
  const mail = { payload: null, state: 'queued', due_at: NOW };
  assert.deepEqual(await mailsOf(store), [
    { kind: 'confirm', ...mail },
    { kind: 'forward', ...mail },
  ]);
  const receipts = await store.write.selectFrom('consent_receipt').select(['version', 'at']).execute();
  assert.deepEqual(receipts, [{ version: 'v1', at: NOW - 1000 }]);
  assert.deepEqual(await approve('ana@example.com'), { ok: false, code: 'not-held' });
  assert.equal((await mailsOf(store)).length, 2);
  assert.deepEqual(await approve('eva@example.com'), { ok: false, code: 'unknown' });
});

testOnEach(
  'the receipt of a released person names the page they were on (catches: always the first page)',
  async (_t, open) => {
    const store = await open({ now: () => NOW });
    await store.add(person('ana@example.com', { suspect: 'token', interest: 'seo' }));
    await store.add(person('eva@example.com', { suspect: 'token' }));
    for (const name of ['ana', 'eva']) await release(store.write, `${name}@example.com`, FOLLOW, NOW);
    const receipts = await store.write.selectFrom('consent_receipt').select('page').orderBy('id').execute();
    assert.deepEqual(
      receipts.map(({ page }) => page),
      ['/products', '/soon'],
    );
  },
);

testOnEach(
  'without double opt-in a released person counts at once, and is sent the book that was asked for (catches: only the address is kept)',
  async (_t, open) => {
    const store = await open({ books: ['seo'] });
    await store.add(person('ana@example.com', { suspect: 'token', interest: 'seo' }));
    const done = await release(store.write, 'ana@example.com', { ...FOLLOW, doubleOptIn: false }, NOW);
    assert.deepEqual(done, { ok: true, state: 'confirmed' });
    const row = await store.write.selectFrom('subscription').selectAll().executeTakeFirstOrThrow();
    assert.deepEqual([row.state, row.confirmed_at, row.suspect], ['confirmed', NOW, null]);
    assert.deepEqual(await mailsOf(store), [{ kind: 'book', payload: 'seo', state: 'queued', due_at: NOW }]);
  },
);
