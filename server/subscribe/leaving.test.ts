import assert from 'node:assert/strict';
import { testOnEach } from '#server/each-database.ts';
import { clock, DAY, START } from '#server/outbox/fixture.ts';
import { receiptsOf, rowOf, subscription } from './fixture.ts';
import { createSubscriptionLife } from './life.ts';

testOnEach(
  'who came back and leaves again has left, and may come back (fault: suppressed, as if it never had been them)',
  async (_t, open) => {
    const time = clock();
    const store = await open({ now: time.now });
    const life = createSubscriptionLife(store, time.now);
    await store.add(subscription('ana'));
    const { id } = await rowOf(store, 'ana');
    await life.confirm(id);
    for (const days of [2, 4, 6]) {
      await life.leave(id);
      const { state, left_at } = await rowOf(store, 'ana');
      assert.deepEqual([state, left_at], ['unsubscribed', time.time]);
      time.time = START + days * DAY;
      await store.add(subscription('ana'));
      assert.equal((await rowOf(store, 'ana')).state, 'pending');
    }
    assert.equal(await life.confirm(id), true);
    const events = (await receiptsOf(store)).map(({ event }) => event[0]).join('');
    assert.equal(events, 'gcwgwgwgc', 'each leaving has its receipt');
  },
);
