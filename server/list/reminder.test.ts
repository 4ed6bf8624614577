import assert from 'node:assert/strict';
import { DAY, HOUR } from '#contract/time.ts';
import { testOnEach } from '#test/fixtures/each-database.ts';
import type { TestStore } from '#test/fixtures/store.ts';
import { type Standing, standing } from '#test/fixtures/outbox.ts';
import { rowOf, subscription, verbsOf } from '#test/fixtures/subscription.ts';
import { queueReminders, REMINDER } from './reminder.ts';
import { applyRetention } from './retain.ts';
import { IMPORTED } from './receipts.ts';

const START = Date.UTC(2026, 5, 1, 12);
const OLD = START + 3 * DAY;

/** Completes the queued mails, as the worker does. */
async function end({ write }: TestStore, how: Standing, at: number): Promise<void> {
  const time = how === 'held' ? null : at;
  await write
    .updateTable('outbox')
    .set({ ...standing(how, at), started_at: time, finished_at: time })
    .where('state', '=', 'queued')
    .where('held_at', 'is', null)
    .execute();
}

/** The recipients of reminders, and when those are due. */
async function reminders({ write }: TestStore) {
  return write
    .selectFrom('outbox')
    .innerJoin('subscription', 'subscription.id', 'outbox.subject_id')
    .select(['subscription.key', 'outbox.due_at'])
    .where('payload', '=', REMINDER)
    .orderBy('outbox.id')
    .execute();
}

testOnEach(
  'a person who has not confirmed after three days is reminded once, by two processes too; nobody else is',
  async (_t, open) => {
    const store = await open({ now: () => START });
    const verbs = verbsOf(store, () => START + DAY);
    for (const state of ['failed', 'unknown', 'held'] as const) {
      await store.add(subscription(state));
      await end(store, state, START);
    }
    // Somebody without a consent version.
    await store.add(subscription('ana', { consent: null }));
    for (const name of ['member', 'left', 'gone', 'list', 'odd']) await store.add(subscription(name));
    await end(store, 'sent', START);
    await store.add(subscription('robot', { suspect: 'honeypot' }));
    await verbs.confirm((await rowOf(store, 'member')).id);
    await verbs.leave((await rowOf(store, 'left')).id);
    await verbs.erase((await rowOf(store, 'gone')).id);
    const change = store.write.updateTable('subscription');
    await change.set({ consent: IMPORTED }).where('key', '=', 'list@example.com').execute();
    await change.set({ suspect: 'token' }).where('key', '=', 'odd@example.com').execute();

    assert.equal(await queueReminders(store.write, 3, OLD - HOUR - 1), 0, 'too early');
    const other = await open();
    const both = await Promise.all([store, other].map(({ write }) => queueReminders(write, 3, OLD - HOUR)));
    assert.deepEqual(both.toSorted(), [0, 1]);
    assert.deepEqual(await reminders(store), [{ key: 'ana@example.com', due_at: OLD }]);
    await end(store, 'sent', OLD);
    for (const days of [3, 6, 20]) {
      assert.equal(await queueReminders(store.write, 3, OLD + days * DAY), 0, 'no second one');
    }
  },
);

testOnEach(
  'a newer mail, which may still come, puts it off; a server that stood still reminds nobody of old',
  async (_t, open) => {
    const clock = { time: START };
    const store = await open({ now: () => clock.time });
    await store.add(subscription('ana'));
    await end(store, 'sent', START);
    clock.time += 2 * DAY;
    await store.add(subscription('ana'));
    assert.equal(await queueReminders(store.write, 3, OLD), 0);
    await end(store, 'sent', clock.time);
    assert.equal(await queueReminders(store.write, 3, OLD + 12 * DAY), 0);
    assert.equal(await queueReminders(store.write, 3, OLD + 2 * DAY), 1);
  },
);

testOnEach(
  'a person who does not answer the reminder either is deleted no later (catches: 30 days after the reminder)',
  async (_t, open) => {
    const store = await open({ now: () => START });
    await store.add(subscription('ana'));
    await end(store, 'sent', START);
    assert.equal(await queueReminders(store.write, 3, OLD), 1);
    await end(store, 'sent', OLD);
    assert.equal(await applyRetention(store.write, 30, START + 30 * DAY + 1), 1);
    assert.deepEqual(await store.write.selectFrom('outbox').select('id').execute(), []);
  },
);
