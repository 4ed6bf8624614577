import assert from 'node:assert/strict';
import type { OutboxKind } from '#server/db/schema.ts';
import { testOnEach } from '#server/each-database.ts';
import type { TestStore } from '#server/fixture.ts';
import { createLog } from '#server/http/log.ts';
import type { Delivery } from './delivery.ts';
import { createQueue } from './queue.ts';
import { createWorker, type Handler } from './worker.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const START = 1_795_000_000_000;

/** A clock that tests set. */
function clock(time = START) {
  const set = { time, now: () => set.time };
  return set;
}

async function put({ query }: TestStore, kind: OutboxKind, count = 1, due = START): Promise<number[]> {
  const values = Array.from({ length: count }, () => ({ kind, due_at: due, created_at: due }));
  const rows = await query.insertInto('outbox').values(values).returning('id').execute();
  return rows.map(({ id }) => id);
}

async function states({ query }: TestStore): Promise<string> {
  const rows = await query.selectFrom('outbox').select('state').orderBy('id').execute();
  return rows.map(({ state }) => state).join(' ');
}

function workerOf(store: TestStore, now: () => number, handlers: Partial<Record<OutboxKind, Handler>>) {
  const lines: string[] = [];
  const log = createLog(
    (line) => lines.push(line),
    () => new Date(0),
  );
  const queue = createQueue(store, now, () => 0.5);
  return { worker: createWorker({ queue, handlers, log }), lines };
}

/** Ends every job alike, and remembers which it was asked to send. */
function sending(delivery: Delivery): { sent: number[]; handler: Handler } {
  const sent: number[] = [];
  const handler: Handler =
    async ({ id }) =>
    async () => {
      sent.push(id);
      return delivery;
    };
  return { sent, handler };
}

testOnEach('what is due is sent once, what is not due waits', async (_t, open) => {
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
});

testOnEach('two workers share the jobs: none is sent twice', async (_t, open) => {
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
});

testOnEach('a refusal for now is tried again later and later, for three days', async (_t, open) => {
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
});

testOnEach(
  'a refusal for good is parked with its reply, and a wait that was asked for is kept',
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
    const rows = await store.query
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

testOnEach('a job whose worker died before it began is done by another', async (_t, open) => {
  const store = await open();
  const time = clock();
  await put(store, 'confirm');
  const dead = createQueue(store, time.now, () => 0.5);
  assert.equal((await dead.claim(['confirm'], 5)).length, 1);
  const { sent, handler } = sending({ outcome: 'sent', reply: '' });
  const { worker } = workerOf(store, time.now, { confirm: handler });
  await worker.runOnce();
  assert.equal(sent.length, 0, 'still claimed');
  time.time += 2 * MINUTE;
  await worker.runOnce();
  assert.equal(sent.length, 1);
});

testOnEach(
  'who lost the claim sends nothing (fault: start without asking for the lease)',
  async (_t, open) => {
    const store = await open();
    const time = clock();
    await put(store, 'confirm');
    const slow = createQueue(store, time.now, () => 0.5);
    const [job] = await slow.claim(['confirm'], 1);
    assert.ok(job);
    time.time += 2 * MINUTE;
    const { sent, handler } = sending({ outcome: 'sent', reply: '' });
    await workerOf(store, time.now, { confirm: handler }).worker.runOnce();
    assert.equal(sent.length, 1);
    assert.equal(await slow.start(job), false);
    await slow.finish(job, { outcome: 'failed', reply: 'too late' });
    assert.equal(await states(store), 'sent');
  },
);

testOnEach(
  'a worker that died while sending: a confirmation is tried once more, an alarm never',
  async (_t, open) => {
    const store = await open();
    const time = clock();
    await put(store, 'confirm');
    await put(store, 'alarm');
    const { sent, handler } = sending({ outcome: 'sent', reply: '' });
    const kinds = ['confirm', 'alarm'] as const;
    async function die(): Promise<void> {
      const queue = createQueue(store, time.now, () => 0.5);
      for (const job of await queue.claim(kinds, 5)) assert.ok(await queue.start(job));
    }
    await die();
    time.time += 21 * MINUTE;
    const { worker } = workerOf(store, time.now, { confirm: handler, alarm: handler });
    await worker.runOnce();
    assert.equal(await states(store), 'retry unknown');
    time.time += 10 * MINUTE;
    await die();
    time.time += 21 * MINUTE;
    await worker.runOnce();
    assert.equal(await states(store), 'unknown unknown');
    assert.deepEqual(sent, []);
  },
);

testOnEach(
  'a clock that jumps back or far ahead sends nothing twice and leaves nothing behind',
  async (_t, open) => {
    const store = await open();
    const time = clock();
    await put(store, 'forward', 3);
    const { sent, handler } = sending({ outcome: 'sent', reply: '' });
    const { worker } = workerOf(store, time.now, { forward: handler });
    const dead = createQueue(store, time.now, () => 0.5);
    await dead.claim(['forward'], 1);
    time.time = START + 3650 * DAY;
    await worker.runOnce();
    time.time = START - DAY;
    await worker.runOnce();
    time.time = START + 60 * MINUTE;
    await worker.runOnce();
    assert.equal(sent.length, 3);
    assert.equal(new Set(sent).size, 3);
    assert.equal(await states(store), 'sent sent sent');
  },
);

testOnEach('a claim from before the clock was put back does not hold a job for ever', async (_t, open) => {
  const store = await open();
  const time = clock(START + 3650 * DAY);
  await put(store, 'forward');
  await createQueue(store, time.now, () => 0.5).claim(['forward'], 1);
  time.time = START + MINUTE;
  const { sent, handler } = sending({ outcome: 'sent', reply: '' });
  await workerOf(store, time.now, { forward: handler }).worker.runOnce();
  assert.equal(sent.length, 1);
});

testOnEach('a delivery that throws is unknown, and the others go on', async (_t, open) => {
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
});

testOnEach('a worker told to stop gives back what it has not begun', async (_t, open) => {
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
  assert.match(await states(store), /^(sent|queued)( (sent|queued))*$/);
});
