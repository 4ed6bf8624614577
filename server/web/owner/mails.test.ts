import assert from 'node:assert/strict';
import type { MailsInTrouble, MailsSentAgain } from '#contract/owner/mails.ts';
import { markUndeliverable } from '#server/list/undeliverable.ts';
import { HELD } from '#server/outbox/delivery-issues.ts';
import { storeAccount, accountHash } from '#server/mail-account/refusal.ts';
import { testOnEach } from '#test/fixtures/each-database.ts';
import { type Standing, standing, START } from '#test/fixtures/outbox.ts';
import { codeOf, jsonOf, signedIn, startOwnerApp } from '#test/fixtures/owner.ts';
import { rowOf, subscription } from '#test/fixtures/subscription.ts';

testOnEach('an owner sees why mails did not arrive, and sends them again', async (t, open) => {
  const store = await open();
  const { port, poked } = await startOwnerApp(t, store);
  const owner = await signedIn(port, store.write);
  const kept: Record<string, number> = {};
  for (const [name, how, reply] of [
    ['peter', 'failed', '550 5.1.1 User unknown'],
    ['carla', 'failed', '552 5.2.2 Mailbox full'],
    ['nuno', 'unknown', 'The sender ended in the middle.'],
    ['sol', 'held', HELD.restored],
  ] as [string, Standing, string][]) {
    await store.add(subscription(name));
    const { id } = await rowOf(store, name);
    const { outboxId } = await store.write
      .updateTable('outbox')
      .set({ ...standing(how), reply, finished_at: how === 'held' ? null : START, started_at: START })
      .where('subject_id', '=', id)
      .returning('id as outboxId')
      .executeTakeFirstOrThrow();
    kept[name] = outboxId;
  }
  const look = async () => jsonOf<MailsInTrouble>(await owner.get('/mails'));
  const { failed, held, unknown, last } = await look();
  const said = [failed, held, unknown].map(({ count, mails }) => [
    count,
    ...mails.map(({ address, why }) => `${address}: ${why}`),
  ]);
  assert.deepEqual(said, [
    [2, 'carla@example.com: full', 'peter@example.com: noMailbox'],
    [1, 'sol@example.com: restored'],
    [1, 'nuno@example.com: crash'],
  ]);
  assert.equal(last, null);
  const again = async (path: string, body: unknown) => jsonOf<MailsSentAgain>(await owner.post(path, body));
  assert.deepEqual(await again('/mails/retry', { all: true }), { sent: 2, left: 0 });
  assert.equal((await look()).unknown.count, 1);
  assert.deepEqual(await again('/mails/retry', { ids: [kept['nuno']] }), { sent: 1, left: 0 });
  assert.deepEqual(await again('/mails/release', { ids: [kept['sol']] }), { sent: 1, left: 0 });
  // Repeated by another owner.
  assert.deepEqual(await again('/mails/retry', { ids: [kept['nuno']] }), { sent: 0, left: 0 });
  assert.equal(poked.times, 3);
  for (const body of [{}, { ids: [] }, { ids: ['1'] }, { all: 'yes' }, { ids: Array(101).fill(1) }])
    assert.equal(codeOf(await owner.post('/mails/retry', body)), 'invalid-fields', JSON.stringify(body));
  assert.equal(codeOf(await owner.get('/mails/all')), 'not-found');
  await store.write
    .updateTable('outbox')
    .set({ state: 'sent', finished_at: START + 3_000 })
    .execute();
  assert.deepEqual((await look()).last, { at: START + 3_000, took: 3_000 });
});

testOnEach(
  'addresses that do not exist are one line, until an owner clears it (catches: it stays)',
  async (t, open) => {
    const store = await open();
    const { port } = await startOwnerApp(t, store);
    const owner = await signedIn(port, store.write);
    await store.add(subscription('peter'));
    await store.write.transaction().execute((trx) => markUndeliverable(trx, [1], START));
    const look = async () => (await jsonOf<MailsInTrouble>(await owner.get('/mails'))).undeliverable;
    assert.equal(await look(), 1);
    assert.deepEqual(await jsonOf(await owner.post('/mails/clear', {})), { ok: true });
    assert.equal(await look(), 0);
  },
);

testOnEach('an owner sees why the mail account refuses, and has it tried at once', async (t, open) => {
  const store = await open();
  const env = { MAILS: '', SMTP_URL: 'smtp://us@smtp.gmail.com', MAIL_FROM: 'us@gmail.com' };
  const { port, poked, config } = await startOwnerApp(t, store, { env });
  const owner = await signedIn(port, store.write);
  const look = async () => (await jsonOf<MailsInTrouble>(await owner.get('/mails'))).refused;
  assert.equal(await look(), null);
  const words = '550 5.4.5 Daily user sending limit exceeded';
  const later = Date.now() + 3_600_000;
  const refusal = { means: 'limit', words, since: 1, nextAt: later, tries: 2 } as const;
  await storeAccount(store.write, { account: accountHash(config), ...refusal });
  assert.deepEqual(await look(), { by: 'Google', means: 'limit', words, nextAt: later, n: 0 });
  await owner.post('/mails/try', {});
  assert.ok(((await look())?.nextAt ?? later) < later);
  assert.equal(poked.times, 1);
  await storeAccount(store.write, { account: 'another', ...refusal });
  assert.equal(await look(), null);
});
