import assert from 'node:assert/strict';
import { sumsOf } from '#test/fixtures/launch.ts';
import { testOnEach } from '#test/fixtures/each-database.ts';
import { launched, launchMailOf, mailOf, personOf, take, toldOf } from '#test/fixtures/delivery-events.ts';
import { receiptsOf, verbsOf } from '#test/fixtures/subscription.ts';
import type { TestStore } from '#test/fixtures/store.ts';
import { commitBatch } from '#server/launch/ledger.ts';
import { stateOf } from '#server/list/undeliverable.ts';
import { launchOf } from '#test/fixtures/launch.ts';

const bounced = { kind: 'bounced' } as const;
const complained = { kind: 'complained' } as const;
const delivered = { kind: 'delivered' } as const;

async function stateIn(store: TestStore, n: number) {
  return stateOf(await personOf(store, n));
}

/** An outbox mail to this person, started a moment ago. */
async function mailed(store: TestStore, n: number, kind: string, rest: object = {}) {
  const { id: subject_id, address } = await personOf(store, n);
  const now = Date.now();
  const row = {
    kind,
    subject_id,
    due_at: now,
    created_at: now,
    started_at: now,
    finished_at: now,
    state: 'sent' as const,
  };
  const { id } = await store.write
    .insertInto('outbox')
    .values({ ...row, ...rest })
    .returning('id')
    .executeTakeFirstOrThrow();
  const stands = () =>
    store.write
      .selectFrom('outbox')
      .select(['state', 'reply'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
  return { messageId: mailOf(kind, String(id), address), stands };
}

/** Signs up again and confirms, at this time. */
async function comeBack(store: TestStore, n: number, at: number): Promise<void> {
  const { id } = await personOf(store, n);
  await store.write
    .updateTable('subscription')
    .set({ state: 'pending', left_at: null })
    .where('id', '=', id)
    .execute();
  await verbsOf(store, () => at).confirm(id);
}

testOnEach(
  'an address that does not exist is undeliverable, and its mail did not arrive; again, late or out of order it is nothing (M8) (catches: a bounce counts against who confirmed again)',
  async (_t, openStore) => {
    const store = await openStore();
    await launched(store, 3, 'sent');
    const messageId = await launchMailOf(store, 0);
    assert.equal(await take(store, { ...bounced, messageId }), 'undeliverable');
    assert.equal(await stateIn(store, 0), 'undeliverable');
    assert.deepEqual(await toldOf(store, 0), { state: 'failed', reply: 'Came back: 550 5.1.1 no such user' });
    assert.equal(await take(store, { ...bounced, messageId }), 'nothing', 'again');
    assert.equal(await take(store, { ...delivered, messageId }), 'nothing', 'a delivery that was told late');
    await comeBack(store, 0, Date.now() + 1_000);
    assert.equal(await take(store, { ...bounced, messageId }), 'nothing', 'late');
    assert.equal(await stateIn(store, 0), 'confirmed');
    const { all, sent, failed } = await sumsOf(store);
    assert.deepEqual([all, sent, failed], [3, 2, 1]);
  },
);

testOnEach(
  'a forged report, or one about another address or mail, changes nothing (catches: the mark is not checked)',
  async (_t, openStore) => {
    const store = await openStore();
    await launched(store, 2, 'sent');
    const messageId = await launchMailOf(store, 0);
    const other = await launchMailOf(store, 1);
    const [numbers = ''] = /\d+-\d+/.exec(messageId) ?? [];
    for (const one of [
      { messageId, recipient: 'somebody@else.example' },
      { messageId: other.replace(/\d+-\d+/, numbers) },
      { messageId: messageId.replace(/[\da-f]{8}@/, '00000000@') },
      { messageId: messageId.replace('@example.com', '@else.example') },
      { messageId: messageId.replace('launch', 'book-seo') },
      { messageId: messageId.replace(/\d+-\d+/, '999-999999') },
      { messageId: '<launch.1@example.com>' },
      { messageId: '' },
      { recipient: 'nobody@example.org' },
      { recipient: '' },
      {},
    ]) {
      for (const what of [bounced, complained, delivered])
        assert.equal(
          await take(store, { ...what, ...one }),
          // Delivered mails are not checked any further.
          one.recipient === 'somebody@else.example' && what !== delivered ? 'another' : 'nothing',
          JSON.stringify(one),
        );
    }
    assert.deepEqual([await stateIn(store, 0), await stateIn(store, 1)], ['confirmed', 'confirmed']);
    assert.equal((await sumsOf(store)).sent, 2);
    assert.equal(
      await take(store, { ...bounced, messageId, recipient: 'Person0@Example.org' }),
      'undeliverable',
    );
  },
);

testOnEach('a refusal for another reason is reported, and counts against nobody', async (_t, openStore) => {
  const store = await openStore();
  await launched(store, 2, 'sent');
  const delayed = { ...bounced, how: 'delayed' as const, said: '452 4.2.2 person0@example.org is full' };
  assert.equal(await take(store, { ...delayed, messageId: await launchMailOf(store, 0) }), 'noted');
  assert.deepEqual(await toldOf(store, 0), { state: 'sent', reply: 'Delayed: 452 4.2.2 <address> is full' });
  const refused = { ...bounced, how: 'refused' as const, said: '550 5.7.1 not you' };
  assert.equal(await take(store, { ...refused, messageId: await launchMailOf(store, 1) }), 'noted');
  assert.equal((await toldOf(store, 1)).state, 'failed');
  assert.deepEqual([await stateIn(store, 0), await stateIn(store, 1)], ['confirmed', 'confirmed']);
});

testOnEach(
  'a confirmation mail that comes back says nothing about who has confirmed since',
  async (_t, openStore) => {
    const store = await openStore();
    await launched(store, 1, 'queued');
    const before = { started_at: Date.now() - 60_000 };
    const { messageId, stands } = await mailed(store, 0, 'confirm', before);
    assert.equal(await take(store, { ...bounced, messageId }), 'noted');
    assert.deepEqual(await stands(), { state: 'sent', reply: 'Came back: 550 5.1.1 no such user' });
    assert.equal(await stateIn(store, 0), 'confirmed');
    const book = await mailed(store, 0, 'book', { payload: 'seo' });
    assert.equal(await take(store, { ...bounced, messageId: book.messageId }), 'undeliverable');
    assert.equal((await toldOf(store, 0)).state, 'skipped');
  },
);

testOnEach(
  'a confirmation mail that comes back ends the wait of its person; one from before they came again does not (catches: they wait forever)',
  async (_t, openStore) => {
    const store = await openStore();
    await launched(store, 1, 'queued');
    const { id } = await personOf(store, 0);
    const row = store.write.updateTable('subscription').where('id', '=', id);
    await row.set({ state: 'pending', confirmed_at: null, created_at: Date.now() - 60_000 }).execute();
    const { messageId } = await mailed(store, 0, 'confirm');
    assert.equal(await take(store, { ...bounced, messageId }), 'undeliverable');
    await row.set({ state: 'pending', undeliverable_at: Date.now() + 1_000 }).execute();
    assert.equal(await take(store, { ...bounced, messageId }), 'nothing', 'late');
    assert.equal(await stateIn(store, 0), 'pending');
  },
);

testOnEach(
  'a person who reports a mail as spam is unsubscribed, once, with a receipt, and gets nothing more (M9) (catches: a report from before they came back counts)',
  async (_t, openStore) => {
    const store = await openStore();
    await launched(store, 2, 'queued');
    const { messageId } = await mailed(store, 0, 'book', { payload: 'seo' });
    const at = Date.now();
    assert.equal(await take(store, { ...complained, messageId, at }), 'left');
    assert.equal(await stateIn(store, 0), 'unsubscribed');
    assert.equal((await toldOf(store, 0)).state, 'skipped');
    assert.equal(await take(store, { ...complained, messageId, at }), 'nothing', 'again');
    await comeBack(store, 0, Date.now() + 1_000);
    assert.equal(await take(store, { ...complained, messageId, at }), 'nothing', 'late');
    assert.equal(await stateIn(store, 0), 'confirmed');
    await verbsOf(store, Date.now).leave((await personOf(store, 1)).id);
    const left = await mailed(store, 1, 'book', { payload: 'seo' });
    assert.equal(await take(store, { ...complained, messageId: left.messageId, at }), 'noted', 'had left');
    const withdrawn = (await receiptsOf(store)).filter(({ event }) => event === 'withdrawn');
    assert.equal(withdrawn.length, 2, 'one of each person');
  },
);

testOnEach(
  'an unknown end is known once the mail is delivered, and is not sent again (catches: what is under way is not settled)',
  async (_t, openStore) => {
    const store = await openStore();
    await launched(store, 3, 'unknown');
    assert.equal(await take(store, { ...delivered, messageId: await launchMailOf(store, 0) }), 'noted');
    assert.equal(await take(store, { ...complained, messageId: await launchMailOf(store, 1) }), 'left');
    const { sent, unknown, all } = await sumsOf(store);
    assert.deepEqual([all, sent, unknown], [3, 2, 1]);
    const retried = await mailed(store, 2, 'confirm', {
      state: 'retry',
      unknown_attempts: 1,
      finished_at: null,
    });
    assert.equal(await take(store, { ...delivered, messageId: retried.messageId }), 'noted');
    assert.equal((await retried.stands()).state, 'sent');
    const refused = await mailed(store, 2, 'confirm', { state: 'retry', finished_at: null });
    assert.equal(await take(store, { ...delivered, messageId: refused.messageId }), 'nothing');
    assert.equal((await refused.stands()).state, 'retry');
  },
);

testOnEach('told while it is still under way, it is not undone by its sender', async (_t, openStore) => {
  const store = await openStore();
  await launched(store, 2, 'started');
  const sender = 'this process';
  await store.write.updateTable('announcement').set({ sender }).execute();
  await store.write.updateTable('announcement_recipient').set({ lease: sender }).execute();
  assert.equal(await take(store, { ...bounced, messageId: await launchMailOf(store, 0) }), 'undeliverable');
  assert.equal(await take(store, { ...delivered, messageId: await launchMailOf(store, 1) }), 'noted');
  const ended = [
    { id: (await personOf(store, 0)).id, attempt: 1, outcome: 'sent' as const, reply: '250' },
    { id: (await personOf(store, 1)).id, attempt: 1, outcome: 'unknown' as const, reply: 'cut' },
  ];
  const { id: announcement } = await launchOf(store);
  const turn = { announcement, sender, ended, neverLeft: [], next: [], relay: null, now: Date.now() };
  await commitBatch(store.database, turn);
  assert.deepEqual([(await toldOf(store, 0)).state, (await toldOf(store, 1)).state], ['failed', 'sent']);
});

testOnEach(
  'a report that does not name the mail means the newest one to the address, none of long ago',
  async (_t, openStore) => {
    const store = await openStore();
    await launched(store, 1, 'sent');
    const recipient = 'person0@example.org';
    const day = 24 * 60 * 60 * 1000;
    assert.equal(
      await take(store, { ...bounced, recipient, at: Date.now() - day }),
      'nothing',
      'before it was sent',
    );
    assert.equal(await take(store, { ...bounced, recipient }, () => Date.now() + 40 * day), 'nothing');
    const { stands } = await mailed(store, 0, 'book', { payload: 'seo', started_at: Date.now() + 1 });
    await mailed(store, 0, 'forward', { started_at: Date.now() + 2 });
    assert.equal(await take(store, { ...bounced, recipient }), 'undeliverable');
    assert.match(String((await stands()).reply), /^Came back/);
    assert.equal((await toldOf(store, 0)).state, 'sent');
  },
);

testOnEach('told to two processes at once, each thing happens once (M5)', async (_t, openStore) => {
  const [one, two] = [await openStore(), await openStore()];
  await launched(one, 6, 'unknown');
  const told = await Promise.all(
    [0, 1, 2, 3, 4, 5].flatMap(async (n) => {
      const messageId = await launchMailOf(one, n);
      const what = [bounced, complained, delivered][n % 3] ?? bounced;
      return Promise.all([one, two, one, two].map((store) => take(store, { ...what, messageId })));
    }),
  );
  for (const effects of told)
    assert.equal(effects.filter((effect) => effect !== 'nothing').length, 1, effects.join());
  const { all, sent, failed } = await sumsOf(one);
  assert.deepEqual([all, sent, failed], [6, 4, 2]);
  assert.equal((await receiptsOf(one)).filter(({ event }) => event === 'withdrawn').length, 2);
});
