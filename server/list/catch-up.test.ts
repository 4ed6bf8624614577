import assert from 'node:assert/strict';
import { testOnEach } from '#test/fixtures/each-database.ts';
import { receiptsOf, rowOf, subscription } from '#test/fixtures/subscription.ts';
import { leaveAgain, type Left } from './catch-up.ts';

const CAME = Date.UTC(2026, 6, 1);
const LEFT = CAME + 60_000;

const left = (name: string, rest: Partial<Left> = {}): Left => ({
  key: `${name}@example.com`,
  state: 'unsubscribed',
  at: LEFT,
  ...rest,
});

testOnEach('a long list of who left is gone through whole (fault: only its beginning)', async (_t, open) => {
  const store = await open({ now: () => CAME });
  await store.add(subscription('ana'));
  const list = [...Array.from({ length: 1100 }, (_, n) => left(String(n))), left('ana')];
  assert.equal(await leaveAgain(store.write, list), 1);
  assert.equal((await rowOf(store, 'ana')).state, 'unsubscribed');
  assert.equal(await leaveAgain(store.write, list), 0);
  assert.equal((await receiptsOf(store)).length, 2);
});

testOnEach(
  'who came, or came back, after a leaving does not leave by it (faults: neither is asked for)',
  async (_t, open) => {
    let time = CAME;
    const store = await open({ now: () => time });
    await store.add(subscription('ana'));
    time = LEFT + 1;
    await store.add(subscription('ana', { consent: 'v2' }));
    await store.add(subscription('eva', { suspect: 'token' }));
    assert.equal(await leaveAgain(store.write, [left('ana'), left('eva')]), 0);
    assert.deepEqual(
      [(await rowOf(store, 'ana')).state, (await rowOf(store, 'eva')).state],
      ['pending', 'pending'],
    );
  },
);

testOnEach('who is suppressed stays so, whatever else is known (fault: the newer wins)', async (_t, open) => {
  const store = await open({ now: () => CAME });
  await store.add(subscription('ana'));
  assert.equal(await leaveAgain(store.write, [left('ana', { state: 'suppressed' })]), 1);
  assert.equal(await leaveAgain(store.write, [left('ana', { at: LEFT + 1 })]), 0);
  assert.equal((await rowOf(store, 'ana')).state, 'suppressed');
});
