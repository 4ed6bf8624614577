import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { databaseFile } from '#server/store/open.ts';
import { testOnEach } from '#test/fixtures/each-database.ts';
import { openTestStore, type TestStore } from '#test/fixtures/store.ts';
import { erase, eraseAgain, keepHash } from './erase.ts';
import { subscription } from '#test/fixtures/subscription.ts';

const CAME = Date.UTC(2026, 6, 1);
const ERASED = CAME + 60_000;

async function addresses({ write }: TestStore): Promise<string[]> {
  const rows = await write.selectFrom('subscription').select('address').orderBy('id').execute();
  return rows.map(({ address }) => address);
}

testOnEach(
  'erased people that a backup brings back are erased again, not those who came back since (catches: time is not asked)',
  async (_t, open) => {
    let time = CAME;
    const store = await open({ now: () => time });
    const { write } = store;
    assert.equal(await eraseAgain(write), 0);
    // As in a restored store: rows from before, erasures from after.
    for (const name of ['ana', 'eva']) await store.add(subscription(name));
    const message = { name: 'Rui', company: 'A', phone: '1', message: 'Hello', language: 'en' as const };
    const written = { ...message, key: 'k', body_hash: 'h', email: 'Rui@example.com', created_at: CAME };
    await write.insertInto('message').values(written).execute();
    for (const name of ['ana', 'rui', 'back']) {
      await write.transaction().execute((trx) => keepHash(trx, `${name}@example.com`, ERASED));
    }
    time = ERASED + 1;
    await store.add(subscription('back'));

    assert.equal(await eraseAgain(write), 2);
    assert.deepEqual(await addresses(store), ['eva@example.com', 'back@example.com']);
    assert.deepEqual(await write.selectFrom('message').selectAll().execute(), []);
    assert.equal(await eraseAgain(write), 0);
  },
);

testOnEach('an erasure counts from its last time (catches: only the first is noted)', async (_t, open) => {
  const store = await open({ now: () => ERASED + 1 });
  const { write } = store;
  for (const at of [ERASED, ERASED + 2]) {
    await store.add(subscription('ana'));
    await erase(store, 'ana@example.com', at);
  }
  await store.add(subscription('ana'));
  assert.equal(await eraseAgain(write), 1);
  assert.deepEqual(await addresses(store), []);
});

testOnEach('a long list is gone through whole', async (_t, open) => {
  const before = await open({ now: () => CAME });
  await Promise.all(Array.from({ length: 1100 }, (_, n) => before.add(subscription(String(n)))));
  await before.close();
  const store = await open();
  for (const n of [0, 499, 500, 1000, 1099]) {
    await store.write.transaction().execute((trx) => keepHash(trx, `${n}@example.com`, ERASED));
  }
  assert.equal(await eraseAgain(store.write), 5);
  assert.equal((await addresses(store)).length, 1095);
});

testOnEach(
  'a person who is erased while they post leaves nothing behind in the outbox (catches: what is to go is looked up before the row is locked)',
  async (_t, open) => {
    const [posting, erasing] = [await open({ now: () => CAME }), await open({ now: () => CAME })];
    for (let round = 0; round < 60; round += 1) {
      const name = `p${round}`;
      // A suspect at first: the next post then takes a transaction of several statements.
      await posting.add(subscription(name, { suspect: 'token' }));
      const post = posting.add(subscription(name));
      await Promise.all([post, erase(erasing, `${name}@example.com`, ERASED)]);
      assert.equal(await post, 'stored');
    }
    const { write } = erasing;
    const people = write.selectFrom('subscription').select('id');
    const left = write.selectFrom('outbox').select('id').where('subject_id', 'not in', people);
    assert.deepEqual(await left.execute(), []);
  },
);

/** All bytes of the store's files, including the write-ahead log. */
function filesOf({ dataDir }: TestStore): string {
  const names = readdirSync(dataDir).filter((name) => name.startsWith('embreve.sqlite'));
  return names.map((name) => readFileSync(join(dataDir, name), 'latin1')).join();
}

test('a person who is erased is in no file any more, also while the server runs (catches: the log is left as it is)', async (t) => {
  const store = await openTestStore(t);
  const crowd = Array.from({ length: 50 }, (_, n) => store.add(subscription(`p${n}`)));
  await Promise.all([...crowd, store.add(subscription('ana'))]);
  assert.match(filesOf(store), /ana@example/);
  const erased = await erase(store, 'ana@example.com', ERASED);
  assert.deepEqual(erased, { kept: true, overwritten: true });
  assert.doesNotMatch(filesOf(store), /ana@example/);
  assert.match(filesOf(store), /p49@example/);
});

test('while somebody reads the log stays, and nobody waits for that (catches: five seconds)', async (t) => {
  const store = await openTestStore(t);
  await store.add(subscription('ana'));
  const reader = new DatabaseSync(databaseFile(store.dataDir), { readOnly: true });
  reader.exec('BEGIN; SELECT count(*) FROM subscription');
  const begun = performance.now();
  const { overwritten } = await erase(store, 'ana@example.com', ERASED);
  assert.ok(performance.now() - begun < 2_500);
  assert.equal(overwritten, false);
  assert.equal(await store.add(subscription('eva')), 'stored');
  reader.close();
  assert.equal(await store.emptyLog(), true);
  assert.doesNotMatch(filesOf(store), /ana@example/);
});

test('a person’s quarantined rows are erased too (catches: they come back with the next start)', async (t) => {
  const store = await openTestStore(t);
  const db = new DatabaseSync(databaseFile(store.dataDir));
  t.after(() => db.close());
  const insert = db.prepare(`INSERT INTO write_buffer (rows, size, fault) VALUES (?, 1, 'odd')`);
  for (const name of ['ana', 'eva']) {
    insert.run(JSON.stringify([{ key: `${name}@example.com` }]));
  }
  const { kept } = await erase(store, 'ana@example.com', ERASED);
  assert.equal(kept, true);
  const left = db.prepare('SELECT rows FROM write_buffer').all();
  assert.deepEqual(
    left.map(({ rows }) => String(rows).includes('eva@')),
    [true],
  );
  assert.equal((await erase(store, 'ana@example.com', ERASED)).kept, false);
});
