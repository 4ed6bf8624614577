import assert from 'node:assert/strict';
import { DAY, HOUR } from '#contract/time.ts';
import { testOnEach, type OpenStore } from '#test/fixtures/each-database.ts';
import { standingOf } from '#test/fixtures/outbox.ts';
import { type FollowUp, type NewSubscription, subscriptionRow } from './subscribe.ts';
import { outboxOf, receiptsOf, rowOf, subscription, verbsOf } from '#test/fixtures/subscription.ts';

const START = 1_795_000_000_000;

async function openWith(open: OpenStore, follow: Partial<FollowUp>) {
  const clock = { time: START };
  const store = await open({ now: () => clock.time });
  const settings = { doubleOptIn: true, forward: false, ...follow };
  const verbs = verbsOf(store, () => clock.time);
  const add = async (one: NewSubscription, other: Partial<FollowUp> = {}) => {
    const row = subscriptionRow(one, { ...settings, ...other }, clock.time);
    assert.equal(await store.database.add(row), 'stored');
  };
  const idOf = async (name: string) => (await rowOf(store, name)).id;
  return { store, clock, add, verbs, idOf };
}

testOnEach(
  'without double opt-in a person held at first counts from the second try (catches: only the suspicion goes)',
  async (_t, open) => {
    const { store, clock, add } = await openWith(open, { doubleOptIn: false });
    await add(subscription('ana', { suspect: 'too-fast', language: 'en', consent: null }));
    await add(subscription('ana', { suspect: 'token' }));
    assert.equal((await rowOf(store, 'ana')).state, 'pending');
    clock.time += DAY;
    await add(subscription('ana', { language: 'pt' }));
    const { state, suspect, confirmed_at, language, consent } = await rowOf(store, 'ana');
    assert.deepEqual(
      { state, suspect, confirmed_at, language, consent },
      { state: 'confirmed', suspect: null, confirmed_at: START + DAY, language: 'pt', consent: 'v1' },
    );
    assert.deepEqual(await outboxOf(store), []);
    assert.equal((await receiptsOf(store)).length, 1);
    clock.time += DAY;
    await add(subscription('ana', { language: 'en' }));
    assert.equal((await rowOf(store, 'ana')).confirmed_at, START + DAY, 'who counts already is left alone');
    assert.equal((await rowOf(store, 'ana')).language, 'pt');
  },
);

testOnEach(
  'a person who was pending when double opt-in went off counts with the next post (catches: pending stays)',
  async (_t, open) => {
    const { store, clock, add } = await openWith(open, {});
    await add(subscription('ana'));
    clock.time += 2 * DAY;
    await add(subscription('ana'), { doubleOptIn: false });
    const { state, confirmed_at } = await rowOf(store, 'ana');
    assert.deepEqual([state, confirmed_at], ['confirmed', START + 2 * DAY]);
    assert.equal((await outboxOf(store)).length, 1, 'no further mail');
  },
);

testOnEach(
  'no form, sent by whomever, undoes an unsubscription: a mail has to be followed (catches: confirmed at once)',
  async (_t, open) => {
    const { store, clock, add, verbs, idOf } = await openWith(open, { doubleOptIn: false });
    await add(subscription('ana'));
    await verbs.leave(await idOf('ana'));
    for (const days of [1, 2, 3]) {
      clock.time = START + days * DAY;
      await add(subscription('ana'));
      assert.equal((await rowOf(store, 'ana')).state, 'pending', `try ${days}`);
    }
    assert.deepEqual(
      (await outboxOf(store)).map(({ due_at }) => due_at),
      [START + DAY],
      'one mail, as long as it waits',
    );
    assert.equal(await verbs.confirm(await idOf('ana')), true);
    await add(subscription('ana'));
    const { state, confirmed_at } = await rowOf(store, 'ana');
    assert.deepEqual([state, confirmed_at], ['confirmed', START + 3 * DAY]);
  },
);

testOnEach(
  'held at first, or back after leaving, is passed on once for each such submission (catches: only new rows are)',
  async (_t, open) => {
    const { store, clock, add, verbs, idOf } = await openWith(open, { forward: true });
    await add(subscription('ana', { suspect: 'too-fast' }));
    assert.equal((await outboxOf(store, 'forward')).length, 0);
    await add(subscription('ana', { suspect: 'token' }));
    assert.equal((await outboxOf(store, 'forward')).length, 0, 'a suspect passes nothing on');
    for (let times = 0; times < 3; times++) await add(subscription('ana'));
    assert.equal((await outboxOf(store, 'forward')).length, 1);
    await verbs.confirm(await idOf('ana'));
    await verbs.leave(await idOf('ana'));
    clock.time += 60 * DAY;
    await add(subscription('ana', { suspect: 'token' }));
    assert.equal((await rowOf(store, 'ana')).state, 'unsubscribed', 'a suspect brings nobody back');
    for (let times = 0; times < 3; times++) await add(subscription('ana'));
    assert.deepEqual(
      (await outboxOf(store, 'forward')).map(({ due_at }) => due_at),
      [START, START + 60 * DAY],
    );
  },
);

testOnEach(
  'mail and evidence speak of the words seen last before confirming (catches: the first post fixes them)',
  async (_t, open) => {
    const { store, clock, add, verbs, idOf } = await openWith(open, {});
    const source = { ...subscription('').source, utmSource: 'first' };
    await add(subscription('ana', { suspect: 'too-fast', source, consent: null }));
    clock.time += 1;
    await add(subscription('ana', { language: 'en', consent: 'v1' }));
    clock.time += 1;
    await add(subscription('ana', { language: 'pt', consent: 'v2' }));
    await add(subscription('ana', { language: 'en', consent: 'v9', suspect: 'token' }));
    clock.time += 1;
    await verbs.confirm(await idOf('ana'));
    await add(subscription('ana', { language: 'en', consent: 'v3' }));
    const { language, consent, utm_source } = await rowOf(store, 'ana');
    assert.deepEqual([language, consent, utm_source], ['pt', 'v2', 'first']);
    assert.deepEqual(
      (await receiptsOf(store)).map(({ event, version, language: shown }) => [event, version, shown]),
      [
        ['given', 'v1', 'en'],
        ['given', 'v2', 'pt'],
        ['confirmed', 'v2', 'pt'],
        ['given', 'v3', 'en'],
      ],
    );
  },
);

testOnEach(
  'one address cannot fill the disk with receipts (catches: one for each version)',
  async (_t, open) => {
    const { store, add } = await openWith(open, {});
    for (let i = 0; i < 10; i++) await add(subscription('ana', { consent: `version${i}` }));
    for (let i = 0; i < 10; i++) await add(subscription('ana', { consent: null }));
    assert.equal((await receiptsOf(store)).length, 3);
  },
);

testOnEach(
  'a mail sent late counts from then, and one that still waits is not joined by a second (catches: only its making counts)',
  async (_t, open) => {
    const { store, clock, add } = await openWith(open, {});
    await add(subscription('ana'));
    clock.time += 2 * DAY;
    await add(subscription('ana'));
    assert.equal((await outboxOf(store)).length, 1, 'the first still waits');
    await store.write
      .updateTable('outbox')
      .set({ state: 'sent', started_at: clock.time, finished_at: clock.time })
      .execute();
    clock.time += DAY / 2;
    await add(subscription('ana'));
    assert.equal((await outboxOf(store)).length, 1, 'the first went out half a day ago');
    clock.time += DAY;
    await add(subscription('ana'));
    assert.equal((await outboxOf(store)).length, 2);
  },
);

testOnEach(
  'a person who confirms, leaves and comes back on one day gets a receipt and a mail, three a month at most (catches: the same words were agreed to today; today has had its mail)',
  async (_t, open) => {
    const { store, clock, add, verbs, idOf } = await openWith(open, {});
    const counts: string[] = [];
    for (let round = 0; round < 4; round++) {
      await add(subscription('ana'));
      const mails = await outboxOf(store);
      const given = (await receiptsOf(store)).filter(({ event }) => event === 'given');
      counts.push(`${mails.length} ${given.length}`);
      await store.write
        .updateTable('outbox')
        .set({ state: 'sent', started_at: clock.time, finished_at: clock.time })
        .execute();
      clock.time += HOUR;
      await verbs.confirm(await idOf('ana'));
      clock.time += HOUR;
      await verbs.leave(await idOf('ana'));
      clock.time += HOUR;
    }
    assert.deepEqual(counts, ['1 1', '2 2', '3 3', '3 3']);
  },
);

testOnEach(
  'a person who signs up again while a restored mail is held is sent another (catches: the held one counts as today’s)',
  async (_t, open) => {
    const { store, add } = await openWith(open, {});
    await add(subscription('ana'));
    await store.write.updateTable('outbox').set({ held_at: START }).execute();
    await add(subscription('ana', { mailWait: 'first' }));
    await add(subscription('ana'));
    const rows = await store.write.selectFrom('outbox').selectAll().orderBy('id').execute();
    assert.deepEqual(
      rows.map((row) => [standingOf(row), row.due_at]),
      [
        ['held', START],
        ['queued', 0],
      ],
    );
  },
);
