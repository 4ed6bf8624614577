import assert from 'node:assert/strict';
import { BOOK_IDS } from '#test/fixtures/books.ts';
import { DAY } from '#contract/time.ts';
import { testOnEach } from '#test/fixtures/each-database.ts';
import type { TestStore } from '#test/fixtures/store.ts';
import { outboxOf, receiptsOf, rowOf, subscription, verbsOf } from '#test/fixtures/subscription.ts';
import {
  clock,
  sending,
  type Standing,
  standing,
  standingOf,
  START,
  workerOf,
} from '#test/fixtures/outbox.ts';

async function put({ write }: TestStore, kind: string, subject: number, how: Standing) {
  const about = kind === 'message' ? ('message' as const) : ('subscription' as const);
  const times = { due_at: START, created_at: START };
  await write
    .insertInto('outbox')
    .values({ kind, subject_type: about, subject_id: subject, ...standing(how), ...times })
    .execute();
}

async function statesOf({ write }: TestStore, subject: number): Promise<string[]> {
  const rows = write
    .selectFrom('outbox')
    .select(['state', 'held_at'])
    .where('subject_id', '=', subject)
    .orderBy('id');
  return (await rows.execute()).map(standingOf);
}

testOnEach(
  'a person who came back and leaves again has left, and may come back (catches: suppressed, as if it never had been them)',
  async (_t, open) => {
    const time = clock();
    const store = await open({ now: time.now });
    const verbs = verbsOf(store, time.now);
    await store.add(subscription('ana'));
    const { id } = await rowOf(store, 'ana');
    await verbs.confirm(id);
    for (const days of [2, 4, 6]) {
      await verbs.leave(id);
      const { state, left_at } = await rowOf(store, 'ana');
      assert.deepEqual([state, left_at], ['unsubscribed', time.time]);
      time.time = START + days * DAY;
      await store.add(subscription('ana'));
      assert.equal((await rowOf(store, 'ana')).state, 'pending');
    }
    assert.equal(await verbs.confirm(id), true);
    const events = (await receiptsOf(store)).map(({ event }) => event[0]).join('');
    assert.equal(events, 'gcwgwgwgc', 'each leaving has its receipt');
  },
);

testOnEach(
  'a person who leaves while a mail is prepared gets none, nor does a form service (catches: only the preparing looks)',
  async (_t, open) => {
    const time = clock();
    const store = await open({ now: time.now });
    const verbs = verbsOf(store, time.now);
    for (const name of ['ana', 'eva']) await store.add(subscription(name));
    const [ana, eva] = [(await rowOf(store, 'ana')).id, (await rowOf(store, 'eva')).id];
    for (const kind of ['book', 'forward'] as const) {
      await put(store, kind, ana, 'queued');
      await put(store, kind, eva, 'queued');
    }
    await put(store, 'message', ana, 'queued');
    const { sent, handler } = sending({ outcome: 'sent', reply: '' });
    const leaving: typeof handler = async (job) => {
      const prepared = await handler(job);
      if (job.kind !== 'message' && job.subjectId === ana) await verbs.leave(ana);
      return prepared;
    };
    const handlers = { confirm: leaving, book: leaving, forward: leaving, message: leaving };
    const { worker, lines } = workerOf(store, time.now, handlers);
    await worker.runOnce();
    assert.deepEqual(lines, []);
    assert.equal(sent.length, 4);
    assert.deepEqual(await statesOf(store, eva), ['sent', 'sent', 'sent']);
    assert.deepEqual(await statesOf(store, ana), ['skipped', 'skipped', 'skipped', 'sent']);
    const stopped = store.write.selectFrom('outbox').selectAll().where('state', '=', 'skipped');
    for (const { lease, lease_until, finished_at, started_at, reply } of await stopped.execute()) {
      assert.deepEqual([lease, lease_until, finished_at, started_at], [null, null, START, null]);
      assert.equal(reply, 'The person has left.');
    }
  },
);

testOnEach(
  'leaving stops what is still to go, not what has begun or has ended (catches: the end of a mail is overwritten)',
  async (_t, open) => {
    const store = await open({ now: () => START });
    const verbs = verbsOf(store, () => START + DAY);
    await store.add(subscription('ana'));
    const { id } = await rowOf(store, 'ana');
    await store.write.deleteFrom('outbox').execute();
    const states = ['queued', 'retry', 'claimed', 'started', 'held', 'sent', 'failed', 'unknown'] as const;
    for (const state of states) await put(store, 'confirm', id, state);
    await verbs.leave(id);
    const stopped = states.map((state, place) => (place < 3 ? 'skipped' : state));
    assert.deepEqual(await statesOf(store, id), stopped);
  },
);

testOnEach(
  'a person who left before a mail went out and comes back is sent one (catches: the mail that was stopped counts)',
  async (_t, open) => {
    const time = clock();
    const store = await open({ now: time.now, books: BOOK_IDS });
    const verbs = verbsOf(store, time.now, BOOK_IDS);
    await store.add(subscription('ana', { interest: 'seo' }));
    const { id } = await rowOf(store, 'ana');
    await store.write.updateTable('outbox').set({ state: 'sent' }).execute();
    await verbs.confirm(id);
    await verbs.leave(id);
    time.time += 1;
    await put(store, 'confirm', id, 'skipped');
    await store.write.deleteFrom('outbox').where('state', '=', 'sent').execute();
    await store.add(subscription('ana', { interest: 'seo', consent: 'v2' }));
    await verbs.confirm(id);
    for (const kind of ['confirm', 'book'] as const) {
      const states = (await outboxOf(store, kind)).map(({ state }) => state);
      assert.deepEqual(states, ['skipped', 'queued'], kind);
    }
  },
);
