import assert from 'node:assert/strict';
import { DAY, HOUR, MINUTE, SECOND } from '#contract/time.ts';
import { KINDS } from '#server/kinds/kinds.ts';
import { testOnEach } from '#test/fixtures/each-database.ts';
import type { Delivery } from './delivery.ts';
import { ageLeases, clock, die, put, sending, slow, START, states, workerOf } from '#test/fixtures/outbox.ts';
import { createQueue } from './queue.ts';
import type { Handler } from './kind.ts';

const YEAR = 365 * DAY;

for (const [what, skew, jump] of [
  ['the clock is put back by a second', 0, -SECOND],
  ['the clock is put back by a day', 0, -DAY],
  ['the clock jumps an hour ahead', 0, HOUR],
  ['the clock jumps ten years ahead', 0, 10 * YEAR],
  ['the clocks of two processes differ by half a second', 500, 100],
  ['the clocks of two processes differ by a day', DAY, 100],
  ['the clocks of two processes differ by a day the other way', -DAY, 100],
] as const) {
  testOnEach(
    `a mail under way while ${what} is sent once (catches: leases by the clock of a process)`,
    async (_t, open) => {
      const [store, other] = [await open(), await open()];
      const time = clock();
      await put(store, 'confirm', 1, START - 2 * DAY);
      const sent: string[] = [];
      const { handler, begun, end } = slow(sent);
      const first = workerOf(store, () => time.time + skew, { confirm: handler('first') }).worker;
      const second = workerOf(other, time.now, { confirm: handler('second') }).worker;
      const running = first.runOnce();
      await begun;
      time.time += jump;
      for (let look = 0; look < 2; look += 1) {
        await second.runOnce();
        await first.runOnce();
        time.time += 90 * SECOND;
      }
      assert.equal(await states(store), 'started');
      end();
      await running;
      await second.runOnce();
      assert.deepEqual([sent, await states(store)], [['first'], 'sent']);
    },
  );
}

testOnEach('two processes with different clocks send each of many mails once (M5)', async (_t, open) => {
  const [store, other] = [await open(), await open()];
  await put(store, 'confirm', 60);
  const sent: number[] = [];
  const gate = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const waiting: Handler =
    async ({ id }) =>
    async () => {
      sent.push(id);
      begun.resolve();
      await gate.promise;
      return { outcome: 'sent', reply: '' };
    };
  const { sent: sentByOther, handler } = sending({ outcome: 'sent', reply: '' });
  const first = workerOf(store, () => START, { confirm: waiting }).worker.runOnce();
  await begun.promise;
  const second = workerOf(other, () => START + HOUR, { confirm: handler }).worker;
  for (let look = 0; look < 2; look += 1) await second.runOnce();
  gate.resolve();
  await first;
  const all = [...sent, ...sentByOther];
  assert.deepEqual([all.length, new Set(all).size], [60, 60]);
  assert.ok(sent.length > 0 && sentByOther.length > 0);
  assert.deepEqual(new Set((await states(store)).split(' ')), new Set(['sent']), 'none is to be sent again');
});

testOnEach('a job claimed when its worker was killed is done within half a minute (M6)', async (_t, open) => {
  const store = await open();
  await put(store, 'confirm');
  await die(store, () => START, ['confirm'], 'claimed');
  const { sent, handler } = sending({ outcome: 'sent', reply: '' });
  const { worker } = workerOf(store, () => START, { confirm: handler });
  await worker.runOnce();
  assert.equal(sent.length, 0, 'still claimed');
  await ageLeases(store, 25 * SECOND);
  await worker.runOnce();
  assert.equal(sent.length, 1);
});

testOnEach(
  'a process that lost the claim sends nothing (catches: start without asking for the lease)',
  async (_t, open) => {
    const store = await open();
    await put(store, 'confirm');
    const late = createQueue(
      store,
      KINDS,
      () => START,
      () => 0.5,
    );
    const [job] = await late.claim('confirm', 1);
    assert.ok(job);
    await ageLeases(store, MINUTE);
    const { sent, handler } = sending({ outcome: 'sent', reply: '' });
    await workerOf(store, () => START, { confirm: handler }).worker.runOnce();
    assert.equal(sent.length, 1);
    assert.equal(await late.start(job), false);
    await late.finish(job, { outcome: 'failed', reply: 'too late' });
    assert.equal(await states(store), 'sent');
  },
);

testOnEach(
  'a worker that died while sending: a confirmation is tried again, an alarm never',
  async (_t, open) => {
    const store = await open();
    const time = clock();
    await put(store, 'confirm');
    await put(store, 'alarm');
    const { sent, handler } = sending({ outcome: 'sent', reply: '' });
    const { worker } = workerOf(store, time.now, { confirm: handler, alarm: handler });
    await die(store, time.now, ['confirm', 'alarm'], 'started');
    await ageLeases(store, 19 * MINUTE);
    await worker.runOnce();
    assert.equal(await states(store), 'started started');
    await ageLeases(store, 2 * MINUTE);
    await worker.runOnce();
    assert.equal(await states(store), 'retry unknown');
    time.time += 10 * MINUTE;
    await die(store, time.now, ['confirm', 'alarm'], 'started');
    await ageLeases(store, 21 * MINUTE);
    await worker.runOnce();
    assert.equal(await states(store), 'unknown unknown');
    assert.deepEqual(sent, []);
  },
);

testOnEach(
  'an unknown end is tried again also after refusals (catches: all attempts counted as unknown)',
  async (_t, open) => {
    const store = await open();
    const time = clock();
    await put(store, 'confirm');
    const ends: Delivery[] = [
      { outcome: 'retry', reply: '451' },
      { outcome: 'retry', reply: '451' },
      { outcome: 'unknown', reply: 'cut' },
      { outcome: 'retry', reply: '451' },
      { outcome: 'unknown', reply: 'cut' },
    ];
    const { worker } = workerOf(store, time.now, {
      confirm: async () => async () => ends.shift() as Delivery,
    });
    const seen: string[] = [];
    for (let tried = 0; tried < 5; tried += 1) {
      await worker.runOnce();
      seen.push(await states(store));
      time.time += DAY;
    }
    assert.deepEqual(seen, ['retry', 'retry', 'retry', 'retry', 'unknown']);
  },
);

testOnEach('a worker leaves alone what workers of other kinds do', async (_t, open) => {
  const store = await open();
  await put(store, 'forward');
  await die(store, () => START, ['forward'], 'claimed');
  await ageLeases(store, HOUR);
  const { handler } = sending({ outcome: 'sent', reply: '' });
  await workerOf(store, () => START, { confirm: handler }).worker.runOnce();
  assert.equal(await states(store), 'claimed');
});

testOnEach('a lease from before the machine was started again ends like any other', async (_t, open) => {
  const store = await open();
  await put(store, 'forward', 2);
  await die(store, () => START, ['forward'], 'claimed');
  await ageLeases(store, -10 * YEAR);
  const { sent, handler } = sending({ outcome: 'sent', reply: '' });
  const { worker } = workerOf(store, () => START, { forward: handler });
  await worker.runOnce();
  assert.equal(sent.length, 0, 'perhaps it is under way');
  await ageLeases(store, 21 * SECOND);
  await worker.runOnce();
  assert.equal(sent.length, 2);
});

testOnEach(
  'what was queued while the clock was ten years ahead does not wait ten years',
  async (_t, open) => {
    const store = await open();
    const time = clock(START + 10 * YEAR);
    await put(store, 'forward', 2, time.time);
    const ends: Delivery[] = [{ outcome: 'retry', reply: '500' }];
    const sent: number[] = [];
    const { worker } = workerOf(store, time.now, {
      forward: async (job) => async () => ends.shift() ?? (sent.push(job.id), { outcome: 'sent', reply: '' }),
    });
    await worker.runOnce();
    await put(store, 'forward', 1, time.time + MINUTE);
    time.time = START;
    await worker.runOnce();
    assert.equal(await states(store), 'sent sent sent');
    assert.equal(new Set(sent).size, 3);
  },
);

testOnEach(
  'what failed while the clock was a month ahead is tried again within a day, imports keep their time (D16; catches: a month)',
  async (_t, open) => {
    const store = await open();
    const time = clock(START + 30 * DAY);
    await put(store, 'confirm', 1, time.time);
    const ends: Delivery[] = [{ outcome: 'retry', reply: '421' }];
    const { worker } = workerOf(store, time.now, {
      confirm: async () => async () => ends.shift() ?? { outcome: 'sent', reply: '' },
    });
    await worker.runOnce();
    await put(store, 'confirm', 1, time.time);
    time.time = START;
    await worker.runOnce();
    assert.equal(await states(store), 'sent queued');
  },
);

testOnEach(
  'a person who signs up is mailed before a list that was left behind for days (catches: the oldest first)',
  async (_t, open) => {
    const store = await open();
    const late = await put(store, 'confirm', 3, START - 2 * DAY);
    const recent = await put(store, 'confirm', 2, START - MINUTE);
    const queue = createQueue(
      store,
      KINDS,
      () => START,
      () => 0.5,
    );
    const claimed = async (limit: number) => (await queue.claim('confirm', limit)).map(({ id }) => id);
    assert.deepEqual(await claimed(1), recent.slice(0, 1));
    assert.deepEqual(await claimed(2), [recent[1], late[0]]);
    assert.deepEqual(await claimed(10), late.slice(1));
  },
);
