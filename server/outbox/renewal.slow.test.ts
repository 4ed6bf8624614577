import assert from 'node:assert/strict';
import { HOUR, MINUTE, SECOND } from '#contract/time.ts';
import { KINDS } from '#server/kinds/kinds.ts';
import { testOnEach } from '#test/fixtures/each-database.ts';
import { clock, die, put, slow, START, states, workerOf } from '#test/fixtures/outbox.ts';
import type { TestStore } from '#test/fixtures/store.ts';
import { createQueue } from './queue.ts';

const LOOK = 5 * SECOND;

/** Another process that recovers jobs every five seconds of its own clock. */
function onlooker(store: TestStore, now: () => number) {
  const steady = { ahead: 0 };
  const queue = createQueue(
    store,
    KINDS,
    now,
    () => 0.5,
    () => steady.ahead,
  );
  async function lookUntil(ahead: number): Promise<void> {
    while (steady.ahead < ahead) {
      steady.ahead += LOOK;
      await queue.recover(['confirm', 'alarm']);
    }
  }
  return { steady, queue, lookUntil };
}

testOnEach(
  'a mail started when its process died is known within a minute, at the time of its start, and sent again only once it has surely ended (catches: each)',
  async (_t, open) => {
    const store = await open();
    const time = clock();
    await put(store, 'confirm');
    await put(store, 'alarm');
    await die(store, time.now, ['confirm', 'alarm'], 'started');
    time.time += HOUR;
    const { lookUntil } = onlooker(store, time.now);
    await lookUntil(30 * SECOND);
    assert.equal(await states(store), 'started started');
    await lookUntil(MINUTE);
    assert.equal(await states(store), 'retry unknown');
    const rows = store.write.selectFrom('outbox').select(['due_at', 'finished_at']).orderBy('id');
    const [confirm, alarm] = await rows.execute();
    assert.ok(Number(confirm?.due_at) >= time.time + 19 * MINUTE);
    assert.equal(Number(alarm?.finished_at), START);
  },
);

testOnEach(
  'a sender is not taken for dead while its mail hangs, nor while it is asked to stop (catches: the lease is not renewed)',
  async (t, open) => {
    t.mock.timers.enable({ apis: ['setInterval'] });
    const [store, other] = [await open(), await open()];
    const time = clock();
    await put(store, 'confirm');
    const sent: string[] = [];
    const { handler, begun, end } = slow(sent);
    const { worker } = workerOf(store, time.now, { confirm: handler('first') });
    worker.start();
    await begun;
    const stopping = worker.stop(10 * MINUTE);
    const { lookUntil } = onlooker(other, time.now);
    const lease = async () =>
      Number(
        (await store.write.selectFrom('outbox').select('lease_until').executeTakeFirstOrThrow()).lease_until,
      );
    for (let ahead = 2 * LOOK; ahead <= 3 * MINUTE; ahead += 2 * LOOK) {
      const before = await lease();
      t.mock.timers.tick(2 * LOOK);
      while ((await lease()) === before) await new Promise((resolve) => setImmediate(resolve));
      await lookUntil(ahead);
    }
    assert.equal(await states(store), 'started');
    end();
    await stopping;
    assert.deepEqual([sent, await states(store)], [['first'], 'sent']);
  },
);

testOnEach(
  'a store that was away for a minute makes nobody dead (catches: the time in which nothing could be renewed counts)',
  async (_t, open) => {
    const store = await open();
    await put(store, 'confirm');
    await die(store, () => START, ['confirm'], 'started');
    const { steady, lookUntil } = onlooker(store, () => START);
    await lookUntil(30 * SECOND);
    steady.ahead += MINUTE;
    await lookUntil(2 * MINUTE);
    assert.equal(await states(store), 'started');
    await lookUntil(2.5 * MINUTE);
    assert.equal(await states(store), 'retry');
  },
);

testOnEach(
  'an end that comes after its process was taken for dead counts, unless it is known by then (catches: the mail goes out again, an end is unlearnt)',
  async (_t, open) => {
    const store = await open();
    await put(store, 'confirm', 2);
    const { queue, lookUntil } = onlooker(store, () => START);
    const [first, second] = await queue.claim('confirm', 2);
    assert.ok(first && second);
    for (const job of [first, second]) assert.ok(await queue.start(job));
    await lookUntil(MINUTE);
    assert.equal(await states(store), 'retry retry');
    await queue.finish(first, { outcome: 'sent', reply: '250' });
    // Reported by the mail provider.
    await store.write.updateTable('outbox').set({ state: 'sent' }).where('id', '=', second.id).execute();
    await queue.finish(second, { outcome: 'unknown', reply: 'cut' });
    assert.equal(await states(store), 'sent sent');
  },
);
