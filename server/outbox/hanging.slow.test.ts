import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import { testOnEach } from '#test/fixtures/each-database.ts';
import type { TestStore } from '#test/fixtures/store.ts';
import { createForwardJob } from '#server/list/forward-job.ts';
import { createForwarder } from '#server/deliver/forward/forward.ts';
import { createSmtp, SMTP_LIMITS } from '#server/deliver/smtp.ts';
import { LANES } from './kind.ts';
import { startSmtp, testMail } from '#test/fixtures/smtp.ts';
import { subscription } from '#test/fixtures/subscription.ts';
import { createSubscribeStore, type SubscribeStore } from '#server/list/subscribe.ts';
import { START, workerOf } from '#test/fixtures/outbox.ts';
import type { Handler } from './kind.ts';

const OTHERS = 25;
const HANGING = 'hanging@example.com';
// Far more than the others need, far less than the hanging one's remaining lease.
const PATIENCE = 10_000;

/** Adds one person whose delivery will hang, then many others. */
async function subscribeAll(store: SubscribeStore): Promise<void> {
  await store.add(subscription('hanging'));
  for (let other = 0; other < OTHERS; other += 1) await store.add(subscription(`other-${other}`));
}

/** Counts outbox rows by state. */
async function counted({ write }: TestStore): Promise<Record<string, number>> {
  const rows = await write
    .selectFrom('outbox')
    .select((outbox) => ['state', outbox.fn.countAll<number>().as('n')] as const)
    .groupBy('state')
    .orderBy('state')
    .execute();
  return Object.fromEntries(rows.map(({ state, n }) => [state, Number(n)]));
}

async function untilOnlyOneIsOpen(store: TestStore): Promise<void> {
  const end = performance.now() + PATIENCE;
  for (let count = await counted(store); count.sent !== OTHERS; count = await counted(store)) {
    assert.ok(performance.now() < end, `the others wait: ${JSON.stringify(count)}`);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

for (const place of ['atRecipient', 'afterMessage'] as const) {
  testOnEach(
    `a mail that hangs ${place} delays no other (catches: all of a claim are awaited before the next)`,
    async (t, open) => {
      const store = await open();
      await subscribeAll(store);
      const server = await startSmtp(t);
      server[place].set(HANGING, 'hang');
      const smtp = createSmtp({ url: server.url }, { ...SMTP_LIMITS, close: 200 });
      t.after(smtp.close);
      const confirm: Handler = async ({ id, subjectId: subject }) => {
        const row = await store.write
          .selectFrom('subscription')
          .select('address')
          .where('id', '=', subject)
          .executeTakeFirstOrThrow();
        return () => smtp.send(testMail({ id: String(id), to: row.address }));
      };
      const { worker } = workerOf(store, () => START, { confirm }, LANES.confirmations);
      worker.start();
      await untilOnlyOneIsOpen(store);
      assert.deepEqual(await counted(store), { sent: OTHERS, started: 1 });
      // New mails are sent meanwhile.
      await store.add(subscription('late'));
      worker.poke();
      while ((await counted(store)).sent !== OTHERS + 1)
        await new Promise((resolve) => setImmediate(resolve));
      await worker.stop(0);
      await smtp.close();
      await worker.stop(PATIENCE);
      assert.deepEqual(await counted(store), { retry: 1, sent: OTHERS + 1 });
      const to = server.received.map((mail) => mail.to[0]).filter((address) => address !== HANGING);
      assert.deepEqual([to.length, new Set(to).size], [OTHERS + 1, OTHERS + 1], 'each is sent once');
    },
  );
}

/** A form service that never answers for one address, and the addresses it got. */
async function startService(t: TestContext): Promise<{ url: string; got: string[] }> {
  const got: string[] = [];
  const server = createServer(async (request, response) => {
    const { email } = JSON.parse(await text(request)) as { email: string };
    got.push(email);
    if (email !== HANGING) response.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/form`, got };
}

testOnEach('a forward that hangs delays no other (catches: all of a claim are awaited)', async (t, open) => {
  const store = await open();
  await subscribeAll(
    createSubscribeStore(store.database, { doubleOptIn: false, forward: true }, () => START),
  );
  const { url, got } = await startService(t);
  const forwarder = createForwarder(
    { url, field: 'email', extra: {} },
    { allowPrivate: false, timeout: 2 * PATIENCE },
  );
  const job = createForwardJob(store.write, forwarder);
  const { worker } = workerOf(store, () => START, { forward: job }, 2);
  worker.start();
  await untilOnlyOneIsOpen(store);
  assert.deepEqual(await counted(store), { sent: OTHERS, started: 1 });
  await worker.stop(0);
  assert.equal(new Set(got).size, OTHERS + 1);
  assert.equal(got.length, OTHERS + 1, 'each is sent once');
});
