import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Contact } from '#contract/contact.ts';
import { contactOf } from '#test/fixtures/contact.ts';
import { testOnEach } from '#test/fixtures/each-database.ts';
import { openTestStore, type TestStore } from '#test/fixtures/store.ts';
import { createMessageStore, identifyMessage, type MessageStore, MOST_UNDER_WAY } from './message.ts';

const NOON = Date.UTC(2026, 4, 1, 12);
const WRITTEN = contactOf({
  website: 'https://example.com/',
  message: "Good morning,\n'); DROP TABLE message; --",
  language: 'pt',
  key: 'aaaa-bbbb-1',
});

function storeOn({ write }: TestStore): MessageStore {
  return createMessageStore({ write: write }, () => NOON);
}

const written = (suspect: string | null, changed: Partial<Contact> = {}) =>
  identifyMessage({ ...WRITTEN, ...changed }, suspect, NOON);

function messages({ write }: TestStore) {
  return write.selectFrom('message').selectAll().orderBy('id').execute();
}

function mails({ write }: TestStore) {
  return write
    .selectFrom('outbox')
    .select(['kind', 'subject_id', 'state', 'due_at'])
    .where('kind', '=', 'message')
    .orderBy('id')
    .execute();
}

testOnEach('a message is stored with every field, and its mail to the owner with it', async (_t, open) => {
  const store = await open();
  const { bodyHash } = written(null);
  assert.equal(await storeOn(store).add(written(null)), 'stored');
  const [row, ...more] = await messages(store);
  assert.deepEqual(more, []);
  assert.deepEqual(row, {
    id: row?.id,
    body_hash: bodyHash,
    ...WRITTEN,
    suspect: null,
    read_at: null,
    answered_at: null,
    created_at: NOON,
  });
  assert.deepEqual(await mails(store), [
    { kind: 'message', subject_id: row?.id, state: 'queued', due_at: NOON },
  ]);
});

testOnEach('what was left empty is stored as nothing (catches: refused by its column)', async (_t, open) => {
  const store = await open();
  const empty = { company: null, phone: null, website: null };
  assert.equal(await storeOn(store).add(written(null, empty)), 'stored');
  const [row] = await messages(store);
  assert.deepEqual([row?.company, row?.phone, row?.website], [null, null, null]);
});

testOnEach(
  'the same message at once from two processes is one row and one mail; other words are a conflict',
  async (_t, open) => {
    const store = await open();
    const stores = [storeOn(store), storeOn(await open())];
    const again = stores.flatMap((one) => [one.add(written(null)), one.add(written(null))]);
    assert.deepEqual(await Promise.all(again), ['stored', 'stored', 'stored', 'stored']);
    assert.equal(await storeOn(store).add(written(null, { message: 'Other words' })), 'conflict');
    assert.deepEqual(
      (await messages(store)).map(({ message }) => message),
      [WRITTEN.message],
    );
    assert.equal((await mails(store)).length, 1);
  },
);

testOnEach(
  'held as a robot’s, then sent again as a person does: it reaches the owner, once (catches: it stayed held forever)',
  async (_t, open) => {
    const store = await open();
    const stores = [storeOn(store), storeOn(await open())];
    assert.equal(await storeOn(store).add(written('too-fast')), 'stored');
    assert.equal(await storeOn(store).add(written('token')), 'stored');
    assert.deepEqual(await mails(store), []);
    const again = stores.flatMap((one) => [one.add(written(null)), one.add(written(null))]);
    assert.deepEqual(await Promise.all(again), ['stored', 'stored', 'stored', 'stored']);
    const [row] = await messages(store);
    assert.equal(row?.suspect, null);
    assert.deepEqual(
      (await mails(store)).map(({ subject_id }) => subject_id),
      [row?.id],
    );
  },
);

testOnEach(
  'a robot that sends a person’s message again takes nothing back, and other words clear no suspicion',
  async (_t, open) => {
    const store = await open();
    await storeOn(store).add(written(null));
    assert.equal(await storeOn(store).add(written('honeypot')), 'stored');
    const held = { key: 'cccc-dddd-2' };
    await storeOn(store).add(written('honeypot', held));
    assert.equal(await storeOn(store).add(written(null, { ...held, message: 'Other words' })), 'conflict');
    assert.deepEqual(
      (await messages(store)).map(({ suspect }) => suspect),
      [null, 'honeypot'],
    );
    assert.equal((await mails(store)).length, 1);
  },
);

testOnEach(
  'a mail that cannot be queued takes its message with it: what is answered 503 is not kept by halves',
  async (_t, open) => {
    const store = await open();
    await store.write.schema.alterTable('outbox').renameTo('elsewhere').execute();
    const add = () => storeOn(store).add(written(null));
    const outcome = await add();
    assert.ok(typeof outcome === 'object');
    assert.deepEqual(await messages(store), []);
    await store.write.schema.alterTable('elsewhere').renameTo('outbox').execute();
    assert.equal(await add(), 'stored');
    assert.equal((await mails(store)).length, 1);
    assert.doesNotMatch(String(outcome.error), /Anna|Good morning/);
  },
);

test('while the store hangs only so many messages wait for it (catches: all that ever come)', async (t) => {
  const store = await openTestStore(t);
  const hanging = Promise.withResolvers<void>();
  const first = store.write.transaction().execute(() => hanging.promise);
  const messageStore = storeOn(store);
  const write = (n: number) => messageStore.add(written(null, { key: `key-${n}-12345678` }));
  const waiting = Array.from({ length: MOST_UNDER_WAY }, (_, n) => write(n));
  assert.deepEqual(await write(MOST_UNDER_WAY), { why: 'overloaded' });
  hanging.resolve();
  await first;
  assert.deepEqual(new Set(await Promise.all(waiting)), new Set(['stored']));
  assert.equal(await write(MOST_UNDER_WAY), 'stored');
});
