import assert from 'node:assert/strict';
import { DAY } from '#contract/time.ts';
import { launchOf, order, readyToLaunch, sumsOf, open } from '#test/fixtures/launch.ts';
import { testOnEach } from '#test/fixtures/each-database.ts';
import { clock } from '#test/fixtures/outbox.ts';
import { NOW } from '#test/fixtures/command.ts';
import type { TestStore } from '#test/fixtures/store.ts';
import { outboxOf, receiptsOf, rowOf, subscription, verbsOf } from '#test/fixtures/subscription.ts';
import { enqueuePart } from '#server/launch/recipients.ts';
import type { DataTable } from '#server/base/table.ts';
import { beginImport } from './import/runs.ts';
import { moveKnown } from './import/store.ts';
import { countByKind } from './count.ts';
import { exportInterests, exportPeople } from './export.ts';
import { applyRetention } from './retain.ts';
import { markUndeliverable, stateOf } from './undeliverable.ts';

async function mark({ write }: TestStore, id: number, now: number): Promise<number[]> {
  return write.transaction().execute((trx) => markUndeliverable(trx, [id], now));
}

async function stateIn(store: TestStore, name: string) {
  return stateOf(await rowOf(store, name));
}

async function rowsIn(table: DataTable): Promise<Record<string, unknown>[]> {
  const rows: Record<string, unknown>[] = [];
  for await (const chunk of table.chunks) rows.push(...chunk);
  return rows;
}

async function exported({ write }: TestStore, all: boolean) {
  return (await rowsIn(exportPeople(write, { state: null, all }))).map(({ state }) => state);
}

testOnEach(
  'an undeliverable address is counted by itself and in no list to write to',
  async (_t, openStore) => {
    const time = clock();
    const store = await openStore({ now: time.now });
    const verbs = verbsOf(store, time.now);
    for (const name of ['ana', 'eva']) {
      await store.add(subscription(name, { interest: 'seo' }));
      await verbs.confirm((await rowOf(store, name)).id);
    }
    const { id } = await rowOf(store, 'ana');
    assert.deepEqual(await mark(store, id, time.time), [id]);
    const { confirmed, unsubscribed, undeliverable } = await countByKind(store.write);
    assert.deepEqual([confirmed, unsubscribed, undeliverable], [1, 0, 1]);
    assert.deepEqual(await exported(store, false), ['confirmed']);
    assert.deepEqual((await exported(store, true)).toSorted(), ['confirmed', 'undeliverable']);
    assert.equal((await rowsIn(exportInterests(store.write, 'seo'))).length, 1);
    assert.deepEqual(await mark(store, id, time.time + 1), [], 'again without harm');
    // Nobody has withdrawn consent.
    assert.ok(!(await receiptsOf(store)).some(({ event }) => event === 'withdrawn'));
  },
);

testOnEach(
  'an imported list does not bring an undeliverable address back, though a form was posted (catches: it is mailed again)',
  async (_t, openStore) => {
    const store = await openStore();
    await store.add(subscription('ana'));
    const { id, key } = await rowOf(store, 'ana');
    await mark(store, id, NOW);
    await store.add(subscription('ana'));
    const people = [{ address: key, key, language: 'en' as const, agreedAt: null }];
    const run = await beginImport(store.write, NOW);
    const { confirmed } = await moveKnown(store, people, { now: NOW, run, getNews: true });
    const { state, undeliverable_at } = await rowOf(store, 'ana');
    assert.deepEqual([confirmed, state, Number(undeliverable_at)], [[], 'pending', NOW]);
  },
);

testOnEach(
  'what waits for an undeliverable address does not go, of any announcement',
  async (_t, openStore) => {
    const store = await openStore();
    await readyToLaunch(store, 2);
    const { id } = await store.write
      .selectFrom('subscription')
      .select('id')
      .where('key', '=', 'person0@example.org')
      .executeTakeFirstOrThrow();
    await open(store.write, 'launch', order());
    assert.ok(await enqueuePart(store, await launchOf(store)));
    const now = Date.now();
    const mail = { kind: 'book', subject_id: id, payload: 'seo', due_at: now, created_at: now };
    await store.write.insertInto('outbox').values(mail).execute();
    await mark(store, id, now);
    const { waiting, skipped } = await sumsOf(store);
    assert.deepEqual([waiting, skipped], [1, 1]);
    assert.deepEqual(
      (await outboxOf(store, 'book')).map(({ state }) => state),
      ['skipped'],
    );
  },
);

for (const doubleOptIn of [true, false])
  testOnEach(
    `a confirmed sign-up brings it back, a form alone does not (double opt-in ${doubleOptIn ? 'on' : 'off'})`,
    async (_t, openStore) => {
      const time = clock();
      const store = await openStore({ now: time.now, doubleOptIn });
      const verbs = verbsOf(store, time.now);
      await store.add(subscription('ana'));
      const { id } = await rowOf(store, 'ana');
      await verbs.confirm(id);
      await mark(store, id, time.time);
      time.time += 2 * DAY;
      await store.add(subscription('ana'));
      assert.equal(await stateIn(store, 'ana'), 'pending');
      assert.equal((await outboxOf(store)).at(-1)?.state, 'queued', 'a mail that asks to confirm');
      assert.deepEqual(await exported(store, false), [], 'a form alone puts nobody on a list');
      // Nobody confirms: the state is as before.
      time.time += 60 * DAY;
      await store.write.updateTable('outbox').set({ state: 'failed', finished_at: time.time }).execute();
      assert.equal(await applyRetention(store.write, 30, time.time), 0);
      assert.equal(await stateIn(store, 'ana'), 'undeliverable');
      await store.add(subscription('ana'));
      await verbs.confirm(id);
      const { state, undeliverable_at } = await rowOf(store, 'ana');
      assert.deepEqual([state, undeliverable_at], ['confirmed', null]);
      const { confirmed, undeliverable } = await countByKind(store.write);
      assert.deepEqual([confirmed, undeliverable], [1, 0]);
    },
  );

testOnEach('a person who is undeliverable can still leave, with a receipt', async (_t, openStore) => {
  const time = clock();
  const store = await openStore({ now: time.now });
  const verbs = verbsOf(store, time.now);
  await store.add(subscription('ana'));
  const { id } = await rowOf(store, 'ana');
  await verbs.confirm(id);
  await mark(store, id, time.time);
  await verbs.leave(id);
  assert.equal(await stateIn(store, 'ana'), 'unsubscribed');
  assert.equal((await receiptsOf(store)).at(-1)?.event, 'withdrawn');
});
