import assert from 'node:assert/strict';
import { DAY, MINUTE } from '#contract/time.ts';
import { testOnEach } from '#test/fixtures/each-database.ts';
import type { Delivery } from './delivery.ts';
import { clock, put, sending, START, states, workerOf } from '#test/fixtures/outbox.ts';
import type { Handler } from './kind.ts';

testOnEach(
  'what is due is sent once, what is not due waits (catches: all of it is due)',
  async (_t, open) => {
    const store = await open();
    const { now, ...time } = clock();
    const ids = await put(store, 'forward', 25);
    await put(store, 'forward', 1, time.time + 1);
    const { sent, handler } = sending({ outcome: 'sent', reply: '250 ok' });
    const { worker } = workerOf(store, now, { forward: handler });
    await worker.runOnce();
    assert.deepEqual(
      sent.toSorted((a, b) => a - b),
      ids,
    );
    assert.equal(await states(store), `${'sent '.repeat(25)}queued`);
  },
);

testOnEach(
  'two workers share the jobs: none is sent twice (catches: what one has claimed is due for the other)',
  async (_t, open) => {
    const stores = [await open(), await open()] as const;
    await put(stores[0], 'forward', 60);
    const both = stores.map((store) => {
      const { sent, handler } = sending({ outcome: 'sent', reply: '' });
      return { sent, worker: workerOf(store, () => START, { forward: handler }).worker };
    });
    await Promise.all(both.map(({ worker }) => worker.runOnce()));
    const sent = both.flatMap((one) => one.sent);
    assert.equal(sent.length, 60);
    assert.equal(new Set(sent).size, 60);
  },
);

testOnEach(
  'a refusal for now is tried again later and later, for three days (catches: for 300)',
  async (_t, open) => {
    const store = await open();
    const time = clock();
    await put(store, 'forward');
    const { sent, handler } = sending({ outcome: 'retry', reply: '451 later' });
    const { worker } = workerOf(store, time.now, { forward: handler });
    const attempts: number[] = [];
    for (let minute = 0; minute <= 6 * 24 * 60; minute += 30) {
      time.time = START + minute * MINUTE;
      const before = sent.length;
      await worker.runOnce();
      if (sent.length > before) attempts.push(minute / 60);
    }
    assert.equal(await states(store), 'failed');
    assert.ok(attempts.length >= 5 && attempts.length <= 9, `attempts after hours: ${attempts.join()}`);
    assert.ok((attempts.at(-1) ?? 0) <= 80);
  },
);

testOnEach(
  'a refusal for good is parked with its reply, and a wait that was asked for is kept (catches: it is not)',
  async (_t, open) => {
    const store = await open();
    const time = clock();
    await put(store, 'forward', 2);
    const answers: Delivery[] = [
      { outcome: 'failed', reply: '403 quota' },
      { outcome: 'retry', reply: '429', afterMs: DAY },
    ];
    const { worker } = workerOf(store, time.now, {
      forward: async () => async () => answers.shift() as Delivery,
    });
    await worker.runOnce();
    const rows = await store.write
      .selectFrom('outbox')
      .select(['state', 'reply', 'due_at'])
      .orderBy('id')
      .execute();
    assert.deepEqual(rows.map(({ state, reply }) => `${state} ${reply}`).sort(), [
      'failed 403 quota',
      'retry 429',
    ]);
    assert.ok(rows.some(({ due_at }) => due_at >= START + DAY));
  },
);

testOnEach(
  'a delivery that throws is unknown, and the others go on (catches: it is tried again)',
  async (_t, open) => {
    const store = await open();
    await put(store, 'alarm', 3);
    let calls = 0;
    const handler: Handler = async () => async () => {
      calls += 1;
      if (calls === 2) throw new Error('unforeseen');
      return { outcome: 'sent', reply: '' };
    };
    const { worker, lines } = workerOf(store, () => START, { alarm: handler });
    await worker.runOnce();
    assert.deepEqual((await states(store)).split(' ').sort(), ['sent', 'sent', 'unknown']);
    assert.equal(lines.length, 1);
  },
);

testOnEach(
  'a mail that cannot be made is tried again later, and keeps no other waiting (catches: it is due again at once; the others wait for the next look)',
  async (_t, open) => {
    const store = await open();
    const ids = await put(store, 'confirm', 25);
    const unread = ids.slice(0, 20);
    const handler: Handler = async ({ id }) => {
      if (unread.includes(id)) throw new TypeError('unread');
      return async () => ({ outcome: 'sent', reply: '' });
    };
    const { worker, lines } = workerOf(store, () => START, { confirm: handler });
    await worker.runOnce();
    assert.equal(await states(store), 'retry '.repeat(20) + 'sent '.repeat(5).trimEnd());
    assert.equal(lines.length, 20);
  },
);

testOnEach(
  'a worker told to stop gives back what it has not begun (catches: it begins all it has claimed)',
  async (_t, open) => {
    const store = await open();
    await put(store, 'alarm', 10);
    const begun = Promise.withResolvers<void>();
    const end = Promise.withResolvers<Delivery>();
    let started = 0;
    const handler: Handler = async () => {
      if (started > 0) await begun.promise;
      started += 1;
      return () => (begun.resolve(), end.promise);
    };
    const { worker } = workerOf(store, () => START, { alarm: handler });
    const running = worker.runOnce();
    await begun.promise;
    const stopped = worker.stop(5_000);
    end.resolve({ outcome: 'sent', reply: '' });
    await Promise.all([running, stopped]);
    assert.deepEqual((await states(store)).split(' ').sort(), [...Array(9).fill('queued'), 'sent']);
  },
);
