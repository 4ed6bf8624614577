import assert from 'node:assert/strict';
import { DAY, HOUR } from '#contract/time.ts';
import { subscriptionRow } from './subscribe.ts';
import { outboxOf, receiptsOf, rowOf, subscription, verbsOf } from '#test/fixtures/subscription.ts';
import { testOnEach } from '#test/fixtures/each-database.ts';
import type { TestStore } from '#test/fixtures/store.ts';

async function counted({ write }: TestStore) {
  const rows = await write.selectFrom('counter').selectAll().where('n', '<>', 0).orderBy('name').execute();
  return rows.map(({ name, n }) => `${name} ${n}`).join(', ');
}

testOnEach('an accepted address comes with its receipt and its confirmation mail', async (_t, open) => {
  const store = await open({ now: () => 1_795_000_000_000 });
  assert.equal(await store.add(subscription('ana', { language: 'pt' })), 'stored');
  const row = await rowOf(store, 'ana');
  assert.equal(row.state, 'pending');
  assert.deepEqual(await outboxOf(store), [
    { subject_id: row.id, due_at: 1_795_000_000_000, state: 'queued' },
  ]);
  assert.deepEqual(await receiptsOf(store), [
    { event: 'given', version: 'v1', language: 'pt', at: 1_795_000_000_000 },
  ]);
  assert.equal(await counted(store), 'pending 1');
});

testOnEach('fifty posts of one address at once are one row, one receipt and one mail', async (_t, open) => {
  const stores = [await open(), await open()];
  const posts = Array.from({ length: 50 }, (_, i) => stores[i % 2]?.add(subscription('ana')));
  assert.ok((await Promise.all(posts)).every((outcome) => outcome === 'stored'));
  const [store] = stores as [TestStore];
  assert.equal((await outboxOf(store)).length, 1);
  assert.equal((await receiptsOf(store)).length, 1);
  assert.equal(await counted(store), 'pending 1');
});

testOnEach('two processes that store at once lose nothing and wait for nobody forever', async (_t, open) => {
  const stores = [await open(), await open()];
  const posts = Array.from({ length: 400 }, (_, i) => stores[i % 2]?.add(subscription(`${(i * 7) % 200}`)));
  assert.ok((await Promise.all(posts)).every((outcome) => outcome === 'stored'));
  // Each store merges its own write buffer before its next statement.
  for (const store of stores) await counted(store as TestStore);
  assert.equal(await counted(stores[0] as TestStore), 'pending 200');
  assert.equal((await outboxOf(stores[0] as TestStore)).length, 200);
});

testOnEach('one address gets at most one mail a day and three in thirty days', async (_t, open) => {
  let now = 1_795_000_000_000;
  const store = await open({ now: () => now });
  for (const days of [0, 0.5, 0.9, 1.1, 1.5, 2.2, 3.3, 4.4, 29]) {
    now = 1_795_000_000_000 + days * DAY;
    assert.equal(await store.add(subscription('ana')), 'stored');
    await store.write.updateTable('outbox').set({ state: 'sent', finished_at: now }).execute();
  }
  assert.equal((await outboxOf(store)).length, 3);
  now = 1_795_000_000_000 + 31.2 * DAY;
  await store.add(subscription('ana'));
  assert.equal((await outboxOf(store)).length, 4);
});

testOnEach(
  'what a clock that was ten years ahead has dated keeps no mail and no receipt back (D16; catches: it counts for ten years)',
  async (_t, open) => {
    let now = 1_795_000_000_000 + 3650 * DAY;
    const store = await open({ now: () => now });
    await store.add(subscription('ana'));
    const sent = { state: 'sent' as const, started_at: now, finished_at: now };
    await store.write.updateTable('outbox').set(sent).execute();
    for (const version of ['v2', 'v3']) await store.add(subscription('ana', { consent: version }));
    now = 1_795_000_000_000;
    await store.add(subscription('ana', { consent: 'v4' }));
    assert.equal((await outboxOf(store)).length, 2);
    assert.equal((await receiptsOf(store)).at(-1)?.version, 'v4');
    // The clock of another machine may still be slightly ahead.
    await store.write
      .updateTable('outbox')
      .set({ ...sent, started_at: now, created_at: now })
      .where('state', '=', 'queued')
      .execute();
    now -= HOUR;
    await store.add(subscription('ana'));
    assert.equal((await outboxOf(store)).length, 2);
  },
);

testOnEach(
  'a suspected bot is kept apart and gets no mail, until its owner comes as a person',
  async (_t, open) => {
    const store = await open();
    await store.add(subscription('bot', { suspect: 'honeypot' }));
    assert.equal((await outboxOf(store)).length, 0);
    assert.equal((await receiptsOf(store)).length, 0);
    assert.equal(await counted(store), 'suspect 1');
    await store.add(subscription('bot', { suspect: 'token' }));
    assert.equal((await rowOf(store, 'bot')).suspect, 'honeypot');
    await store.add(subscription('bot'));
    assert.equal((await rowOf(store, 'bot')).suspect, null);
    assert.equal((await outboxOf(store)).length, 1);
    assert.equal((await receiptsOf(store)).length, 1);
    assert.equal(await counted(store), 'pending 1');
  },
);

testOnEach('an unsubscribed person may come back, a suppressed one stays so', async (_t, open) => {
  let now = 1_795_000_000_000;
  const store = await open({ now: () => now });
  const verbs = verbsOf(store, () => now);
  for (const name of ['left', 'never']) await store.add(subscription(name));
  await verbs.confirm((await rowOf(store, 'left')).id);
  for (const name of ['left', 'never']) await verbs.leave((await rowOf(store, name)).id);
  await store.write.updateTable('outbox').set({ state: 'sent', finished_at: now }).execute();
  now += 2 * DAY;
  for (const name of ['left', 'never']) {
    assert.equal(await store.add(subscription(name, { language: 'pt', consent: 'v2' })), 'stored');
  }
  const back = await rowOf(store, 'left');
  assert.deepEqual([back.state, back.language, back.consent, back.left_at], ['pending', 'pt', 'v2', null]);
  assert.equal((await rowOf(store, 'never')).state, 'suppressed');
  assert.equal((await outboxOf(store)).length, 3);
  assert.equal(await counted(store), 'pending 1, suppressed 1');
});

testOnEach('without double opt-in an address counts at once, and forwards are queued', async (_t, open) => {
  const store = await open();
  const row = subscriptionRow(subscription('ana'), { doubleOptIn: false, forward: true }, 5);
  assert.equal(await store.database.add(row), 'stored');
  assert.deepEqual(
    [(await rowOf(store, 'ana')).state, (await rowOf(store, 'ana')).confirmed_at],
    ['confirmed', 5],
  );
  assert.equal((await outboxOf(store)).length, 0);
  assert.equal((await outboxOf(store, 'forward')).length, 1);
});

testOnEach('a row that cannot be stored does not take the others of its batch with it', async (_t, open) => {
  const store = await open();
  const broken = subscription('b', { address: null as unknown as string });
  const outcomes = await Promise.all(
    [subscription('a'), broken, subscription('c')].map((one) => store.add(one)),
  );
  assert.deepEqual(outcomes, ['stored', { why: 'refused' }, 'stored']);
  assert.equal((await outboxOf(store)).length, 2);
  assert.equal(await counted(store), 'pending 2');
});

testOnEach(
  'a transaction that fails leaves nothing behind, and batches wait for one that is open',
  async (_t, open) => {
    const store = await open();
    await store.add(subscription('ana'));
    const failed = store.write.transaction().execute(async (trx) => {
      await trx.updateTable('subscription').set({ state: 'confirmed' }).execute();
      throw new Error('half way');
    });
    const meanwhile = store.add(subscription('eva'));
    await assert.rejects(failed, /half way/);
    assert.equal(await meanwhile, 'stored');
    assert.equal(await counted(store), 'pending 2');
  },
);

testOnEach('an id is never given again, because links in mails carry it', async (_t, open) => {
  const store = await open();
  await store.add(subscription('ana'));
  const first = (await rowOf(store, 'ana')).id;
  await store.write.deleteFrom('subscription').execute();
  await store.add(subscription('eva'));
  assert.ok((await rowOf(store, 'eva')).id > first);
  assert.equal(await counted(store), 'pending 1');
});

testOnEach('opening again changes nothing and keeps each consent text once', async (_t, open) => {
  const text = { version: 'v1', language: 'en' as const, text: 'Words.' };
  await open({ consentTexts: [text], now: () => 1 });
  const store = await open({ consentTexts: [{ ...text }, { ...text, version: 'v2' }], now: () => 2 });
  const kept = await store.write
    .selectFrom('consent_text')
    .select(['version', 'first_seen'])
    .orderBy('version')
    .execute();
  assert.deepEqual(kept, [
    { version: 'v1', first_seen: 1 },
    { version: 'v2', first_seen: 2 },
  ]);
});
