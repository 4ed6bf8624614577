import assert from 'node:assert/strict';
import { DAY } from '#contract/time.ts';
import { testOnEach } from '#test/fixtures/each-database.ts';
import { someoneWaits, type TestStore } from '#test/fixtures/store.ts';
import { sql } from '#kysely';
import { erase, erasedOf } from './erase.ts';
import { outboxOf, receiptsOf, rowOf, subscription, verbsOf } from '#test/fixtures/subscription.ts';
import { KINDS } from '#server/kinds/kinds.ts';
import { forgetEnded } from '#server/outbox/subject-mails.ts';
import { applyRetention } from './retain.ts';

const START = 1_795_000_000_000;

async function put(
  { write }: TestStore,
  name: string,
  state: 'pending' | 'confirmed',
  at: number,
): Promise<number> {
  const key = `${name}@example.com`;
  const { id } = await write
    .insertInto('subscription')
    .values({ key, address: key, language: 'en', state, created_at: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  await write
    .insertInto('consent_receipt')
    .values({ subscription_id: id, event: 'given', language: 'en', page: '/soon', at })
    .execute();
  await write
    .insertInto('outbox')
    .values({ kind: 'confirm', subject_id: id, due_at: at, created_at: at, state: 'sent', finished_at: at })
    .execute();
  return id;
}

async function names({ write }: TestStore): Promise<string> {
  const rows = await write.selectFrom('subscription').select('key').orderBy('id').execute();
  return rows.map(({ key }) => key.split('@')[0]).join();
}

testOnEach(
  'what nobody confirms is deleted after its time, with all that belongs to it',
  async (_t, open) => {
    const store = await open();
    await put(store, 'old', 'pending', START);
    await put(store, 'member', 'confirmed', START);
    await put(store, 'new', 'pending', START + 5 * DAY);
    assert.equal(await applyRetention(store.write, 30, START + 31 * DAY), 1);
    assert.equal(await names(store), 'member,new');
    const receipts = await store.write.selectFrom('consent_receipt').select('id').execute();
    const mails = await store.write.selectFrom('outbox').select('id').execute();
    assert.deepEqual([receipts.length, mails.length], [2, 2]);
    assert.equal(await applyRetention(store.write, 30, START - DAY), 0, 'a clock put back deletes nothing');
  },
);

/** Marks all queued mails as sent. */
async function deliver({ write }: TestStore, at: number): Promise<void> {
  await write
    .updateTable('outbox')
    .set({ state: 'sent', started_at: at, finished_at: at })
    .where('state', '=', 'queued')
    .execute();
}

testOnEach(
  'a person who comes again on the last day stays as long as anybody new (catches: the first post alone counts)',
  async (_t, open) => {
    let now = START;
    const store = await open({ now: () => now });
    await store.add(subscription('pending'));
    await store.add(subscription('suspect', { suspect: 'too-fast' }));
    await store.add(subscription('bot', { suspect: 'token' }));
    await deliver(store, now);
    now = START + 29.99 * DAY;
    await store.add(subscription('pending'));
    await store.add(subscription('suspect'));
    await store.add(subscription('bot', { suspect: 'token' }));
    await deliver(store, now);
    assert.equal(await applyRetention(store.write, 30, START + 59.9 * DAY), 1);
    assert.equal(await names(store), 'pending,suspect');
    assert.equal(await applyRetention(store.write, 30, START + 60 * DAY), 2);
    assert.equal(await names(store), '');
  },
);

testOnEach(
  'a person who had left and comes back loses nothing by not confirming (catches: deleted with all evidence)',
  async (_t, open) => {
    let now = START;
    const store = await open({ now: () => now });
    const verbs = verbsOf(store, () => now);
    await store.add(subscription('ana'));
    const { id } = await rowOf(store, 'ana');
    now = START + DAY;
    await verbs.confirm(id);
    now = START + 2 * DAY;
    await verbs.leave(id);
    await deliver(store, now);
    now = START + 60 * DAY;
    await store.add(subscription('ana'));
    await deliver(store, now);
    assert.equal(await applyRetention(store.write, 30, START + 89 * DAY), 0);
    assert.equal((await rowOf(store, 'ana')).state, 'pending');
    assert.equal(await applyRetention(store.write, 30, START + 91 * DAY), 0);
    const { id: same, state, left_at } = await rowOf(store, 'ana');
    assert.deepEqual([same, state, left_at], [id, 'unsubscribed', START + 2 * DAY]);
    assert.deepEqual(
      (await receiptsOf(store)).map(({ event }) => event),
      ['given', 'confirmed', 'withdrawn', 'given'],
    );
  },
);

for (const unconfirmedDays of [1, 7, 30]) {
  testOnEach(
    `one mail a day and three in thirty at most, also to a person deleted after ${unconfirmedDays} days in between (catches: the mails are forgotten)`,
    async (_t, open) => {
      let now = START;
      const store = await open({ now: () => now });
      const sent: number[] = [];
      let deleted = 0;
      for (let half = 0; half < 240; half++) {
        const day = half / 2;
        now = START + day * DAY;
        // A few days of posts, then none until the address may be deleted; once none for longer.
        const quiet = day > 50 && day < 100;
        if (!quiet && day % (unconfirmedDays + 5) < 3) await store.add(subscription('ana'));
        sent.push(...(await outboxOf(store)).filter(({ state }) => state === 'queued').map(() => now));
        await deliver(store, now);
        deleted += await applyRetention(store.write, unconfirmedDays, now);
        await forgetEnded(store.write, KINDS, now);
      }
      assert.ok(deleted > 0 && sent.length > 6, `${deleted} deleted, ${sent.length} sent`);
      for (const [i, at] of sent.entries()) {
        assert.ok((sent[i + 1] ?? Infinity) - at >= DAY, 'two in a day');
        assert.ok((sent[i + 3] ?? Infinity) - at >= 30 * DAY, 'four in thirty days');
      }
    },
  );
}

testOnEach(
  'an address whose mail still waits is not deleted under it (catches: an import in the queue expires)',
  async (_t, open) => {
    const store = await open({ now: () => START });
    await store.add(subscription('ana'));
    await applyRetention(store.write, 30, START + 90 * DAY);
    assert.equal(await names(store), 'ana');
  },
);

testOnEach(
  'a person who posts while the address is being deleted is stored again (catches: taken for known, then gone)',
  async (_t, open) => {
    const [store, other] = [await open(), await open()];
    await store.add(subscription('ana', { suspect: 'token' }));
    const again = await other.write.transaction().execute(async (trx) => {
      if (store.kind === 'postgres') await sql`SELECT 1 FROM subscription FOR UPDATE`.execute(trx);
      const added = store.add(subscription('ana'));
      // SQLite's writer waits invisibly: the whole file is locked.
      if (store.kind === 'postgres') await someoneWaits(store);
      await trx.deleteFrom('subscription').execute();
      return { added };
    });
    assert.equal(await again.added, 'stored');
    const { suspect, state } = await rowOf(store, 'ana');
    assert.deepEqual([suspect, state], [null, 'pending']);
    assert.deepEqual([(await receiptsOf(store)).length, (await outboxOf(store)).length], [1, 1]);
  },
);

testOnEach('finished work is forgotten after five weeks, work that waits is not', async (_t, open) => {
  const store = await open();
  await put(store, 'member', 'confirmed', START);
  await put(store, 'second', 'confirmed', START);
  await store.write
    .updateTable('outbox')
    .set({ state: 'queued', finished_at: null })
    .where('id', '=', 2)
    .execute();
  await forgetEnded(store.write, KINDS, START + 34 * DAY);
  assert.equal((await store.write.selectFrom('outbox').select('id').execute()).length, 2);
  await forgetEnded(store.write, KINDS, START + 36 * DAY);
  assert.equal((await store.write.selectFrom('outbox').select('id').execute()).length, 1);
});

testOnEach('erasing leaves a keyed hash and nothing else of an address', async (_t, open) => {
  const store = await open();
  await put(store, 'ana', 'confirmed', START);
  await put(store, 'eva', 'confirmed', START);
  await store.write
    .insertInto('message')
    .values({
      key: 'k1',
      body_hash: 'h',
      name: 'Ana',
      company: '',
      email: 'Ana@example.com',
      phone: '',
      message: 'Hi',
      language: 'en',
      created_at: START,
    })
    .execute();
  assert.equal((await erase(store, 'ana@example.com', START)).kept, true);
  assert.equal((await erase(store, 'ana@example.com', START)).kept, false);
  assert.equal(await names(store), 'eva');
  for (const table of ['consent_receipt', 'outbox'] as const) {
    assert.equal((await store.write.selectFrom(table).select('id').execute()).length, 1, table);
  }
  assert.equal((await store.write.selectFrom('message').select('id').execute()).length, 0);
  const hashes = await store.write.selectFrom('erasure').selectAll().execute();
  assert.equal(hashes.length, 1);
  assert.deepEqual(
    [...(await erasedOf(store.write, ['ana@example.com', 'eva@example.com']))],
    [['ana@example.com', { at: START, isLeft: false }]],
  );
  assert.match(hashes[0]?.hash ?? '', /^[0-9a-f]{64}$/);
});
