import assert from 'node:assert/strict';
import { verbsOf } from '#test/fixtures/subscription.ts';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { testOnEach } from '#test/fixtures/each-database.ts';
import type { TestStore } from '#test/fixtures/store.ts';
import { eraseCommand } from '../person.ts';
import { NOW, perform, person, settingsOf } from '#test/fixtures/command.ts';
import { importCommand } from './import.ts';

const CONFIRMED = '--confirmed';
const BEFORE = NOW - 1000;

async function imported(store: TestStore, names: string[], ...options: string[]): Promise<string[]> {
  const file = join(store.dataDir, 'list.csv');
  writeFileSync(file, `email\n${names.map((name) => `${name}@example.com\n`).join('')}`);
  const { code, said, warned } = await perform(importCommand, [file, ...options], await settingsOf(store));
  assert.deepEqual([code, warned], [0, []]);
  return said;
}

function rowsOf({ write }: TestStore) {
  return write
    .selectFrom('subscription')
    .select(['key', 'state', 'suspect', 'confirmed_at'])
    .orderBy('key')
    .execute();
}

function mailsOf({ write }: TestStore) {
  return write.selectFrom('outbox').select(['kind', 'payload', 'state']).orderBy('id').execute();
}

async function receiptsOf({ write }: TestStore): Promise<string[]> {
  const rows = await write
    .selectFrom('consent_receipt as r')
    .innerJoin('subscription as s', 's.id', 'r.subscription_id')
    .select(['s.key', 'r.event', 'r.version', 'r.page', 'r.at'])
    .orderBy('s.key')
    .orderBy('r.id')
    .execute();
  return rows.map((row) => Object.values(row).join(' '));
}

testOnEach(
  'a person who is pending, or held as a robot, counts once the owner says so (catches: "on the list already", and deleted unconfirmed)',
  async (_t, open) => {
    const store = await open({ now: () => BEFORE });
    await store.add(person('ana@example.com'));
    await store.add(person('bot@example.com', { suspect: 'token' }));
    const mails = await mailsOf(store);
    const names = ['ana', 'bot', 'ana', 'rui'];
    const dry = await imported(store, names, CONFIRMED, '--dry-run');
    assert.deepEqual(dry.slice(0, 3), [
      '1 would be added',
      '2 pending would be confirmed',
      '1 already on the list',
    ]);
    assert.equal((await rowsOf(store))[0]?.state, 'pending');
    const wet = await imported(store, names, CONFIRMED);
    assert.deepEqual(wet.slice(0, 3), ['1 added', '2 pending confirmed now', '1 already on the list']);
    assert.deepEqual(
      await rowsOf(store),
      ['ana', 'bot', 'rui'].map((name) => {
        return { key: `${name}@example.com`, state: 'confirmed', suspect: null, confirmed_at: NOW };
      }),
    );
    const receipts = [
      `ana@example.com given v1 /soon ${BEFORE}`,
      ...['ana', 'bot', 'rui'].map((name) => `${name}@example.com given import import ${NOW}`),
    ];
    assert.deepEqual(await receiptsOf(store), receipts);
    assert.deepEqual(await mailsOf(store), mails);
    const counters = await store.write.selectFrom('counter').selectAll().where('n', '<>', 0).execute();
    assert.deepEqual(counters, [{ name: 'confirmed', n: 3 }]);

    const again = await imported(store, names, CONFIRMED);
    assert.deepEqual(again.slice(0, 2), ['0 added', '4 already on the list']);
    assert.deepEqual(await receiptsOf(store), receipts);
  },
);

testOnEach(
  'a file counts with --confirmed also after it was imported without (catches: nobody is confirmed)',
  async (_t, open) => {
    const store = await open();
    // More than fit into one transaction.
    const names = Array.from({ length: 1200 }, (_, n) => `p${n}`);
    await imported(store, names);
    assert.deepEqual((await imported(store, names)).slice(0, 2), ['0 added', '1200 already on the list']);
    const twice = [...names, 'p0'];
    const dry = await imported(store, twice, CONFIRMED, '--dry-run');
    assert.equal(dry[1], '1200 pending would be confirmed');
    const said = await imported(store, twice, CONFIRMED);
    assert.deepEqual(said.slice(0, 3), ['0 added', '1200 pending confirmed now', '1 already on the list']);
    assert.deepEqual(dry.slice(2), said.slice(2, -1));
    const counters = await store.write.selectFrom('counter').selectAll().where('n', '<>', 0).execute();
    assert.deepEqual(counters, [{ name: 'confirmed', n: 1200 }]);
  },
);

testOnEach(
  'an import confirms nobody who had left or was erased, and whose address was posted again (catches: a stranger and an old list bring them back)',
  async (_t, open) => {
    const store = await open({ now: () => BEFORE });
    await store.add(person('ana@example.com'));
    await store.add(person('eva@example.com'));
    const verbs = verbsOf(store, () => BEFORE);
    const { id } = (await verbs.findByKey('ana@example.com')) ?? { id: 0 };
    await verbs.confirm(id);
    await verbs.leave(id);
    await perform(eraseCommand, ['eva@example.com'], await settingsOf(store));
    await store.add(person('ana@example.com'));
    await store.add(person('eva@example.com'));
    const before = [await rowsOf(store), await receiptsOf(store)];
    for (const options of [[CONFIRMED, '--dry-run'], [CONFIRMED]]) {
      const said = await imported(store, ['ana', 'eva'], ...options);
      assert.equal(said[1], '2 already on the list');
      assert.deepEqual([await rowsOf(store), await receiptsOf(store)], before);
    }
  },
);

testOnEach(
  'a person who asked for a book and is confirmed by an import gets it (catches: their link finds nothing to confirm, and no book comes)',
  async (_t, open) => {
    const store = await open({ now: () => BEFORE });
    await store.add(person('ana@example.com', { interest: 'seo' }));
    await imported(store, ['ana'], CONFIRMED);
    assert.deepEqual(await mailsOf(store), [
      { kind: 'confirm', payload: null, state: 'queued' },
      { kind: 'book', payload: 'seo', state: 'queued' },
    ]);
  },
);
