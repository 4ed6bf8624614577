import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MINUTE } from '#contract/time.ts';
import { leave } from '#server/list/leave.ts';
import { testOnEach } from '#test/fixtures/each-database.ts';
import {
  addressed,
  ageLaunchLeases,
  launchOf,
  order,
  readyToLaunch,
  startClock,
  startSender,
  sumsOf,
  untilTrue,
  open,
} from '#test/fixtures/launch.ts';
import { keyIn, startSmtp } from '#test/fixtures/smtp.ts';
import type { TestStore } from '#test/fixtures/store.ts';
import { findStarted, updateRecipient } from './recipient-update.ts';
import { beginSending, pause } from './announcement.ts';
import { holdSender, commitBatch } from './ledger.ts';
import type { Ended } from './rows.ts';
import { enqueuePart } from './recipients.ts';
import { createRecovery, applyKey, relayOf, renewStarted } from './uncertain.ts';

const KEY = 'Resend-Idempotency-Key';
const RELAY = relayOf(KEY, { is: 'server', url: 'smtps://resend:secret@smtp.example.com' });
const NOBODY = { waiting: 0, started: 0, sent: 0, files: 0, failed: 0, unknown: 0, skipped: 0 };
/** Mail servers remember keys for at least 24 hours. */
const HALF_A_DAY = 12 * 60 * MINUTE;

testOnEach(
  'cut off after it was taken, a mail is tried again: the same, byte for byte (catches: another key, another boundary, never again)',
  async (t, openStore) => {
    const store = await openStore();
    await readyToLaunch(store, 6);
    const clock = startClock();
    const smtp = await startSmtp(t, {}, KEY);
    for (const n of [0, 1, 2]) smtp.afterMessage.set(`person${n}@example.org`, 'cut');
    const { stop } = await startSender(t, store, { ...clock, smtp, relay: RELAY });
    await open(store.write, 'launch', order());
    await untilTrue(async () => (await sumsOf(store)).sent === 3 && (await sumsOf(store)).waiting === 3);
    smtp.afterMessage.clear();
    // The outcome stays unknown: the first attempt may have got through.
    smtp.atRecipient.set('person2@example.org', 550);
    await untilTrue(async () => (await sumsOf(store)).sent === 5, clock, MINUTE / 4);
    // The last one is refused until its key may be forgotten.
    await untilTrue(async () => (await launchOf(store)).state === 'done', clock, HALF_A_DAY / 100);
    await stop();
    assert.deepEqual(await sumsOf(store), { ...NOBODY, all: 6, sent: 5, unknown: 1 });
    assert.equal(new Set(addressed(smtp)).size, smtp.received.length);
    const keys = smtp.received.map(({ raw }) => keyIn(raw, KEY));
    assert.ok(!keys.includes(null) && new Set(keys).size === 6);
    assert.equal(smtp.doubles.length, 2);
    for (const { to, raw } of smtp.doubles)
      assert.equal(raw, smtp.received.find((one) => one.to[0] === to[0])?.raw);
  },
);

test('it is tried a few times, within half a day of the first start, and never where no key was given', () => {
  const ended = (attempt: number): Ended => ({ id: 1, attempt, outcome: 'unknown', reply: 'cut' });
  const heeded = (attempt: number, since: number | null, relay = RELAY) =>
    applyKey(
      ended(attempt),
      { unknownSince: since, startedAt: 0 },
      { relay, now: 2 * MINUTE, random: () => 0.5 },
    ).outcome;
  assert.deepEqual([heeded(1, null), heeded(4, null), heeded(5, null)], ['retry', 'retry', 'unknown']);
  assert.deepEqual([heeded(1, 3 * MINUTE - HALF_A_DAY), heeded(1, null, null)], ['unknown', 'unknown']);
});

test('a refusal says nothing of an attempt before it whose end is unknown (catches: failed, and sent again by hand)', () => {
  const heeded = (unknownSince: number | null) =>
    applyKey(
      { id: 1, attempt: 5, outcome: 'failed', reply: '550 no' },
      { unknownSince, startedAt: 0 },
      { relay: RELAY, now: 0, random: () => 0.5 },
    ).outcome;
  assert.deepEqual([heeded(0), heeded(null)], ['unknown', 'failed']);
});

const SENDER = 'this process';

async function begun(store: TestStore, people: number, now: number): Promise<number> {
  await readyToLaunch(store, people);
  await open(store.write, 'launch', order({ now }));
  while (await enqueuePart(store, await launchOf(store)));
  const { id } = await launchOf(store);
  await beginSending(store.write, id, now);
  assert.ok(await holdSender(store.database, id, SENDER));
  return id;
}

async function statesOf({ write }: TestStore): Promise<string[]> {
  const rows = write.selectFrom('announcement_recipient').select('state').orderBy('subscription_id');
  return (await rows.execute()).map(({ state }) => state);
}

testOnEach(
  'a mail that waits for that is not started by another mail server, nor after half a day; one who leaves meanwhile is not counted as untold (catches: each)',
  async (_t, openStore) => {
    const store = await openStore();
    const now = Date.now();
    const announcement = await begun(store, 5, now);
    const people = await store.write.selectFrom('subscription').select('id').orderBy('id').execute();
    const ids = people.map(({ id }) => id);
    const [first = 0, second = 0, third = 0] = ids;
    const turn = { announcement, sender: SENDER, ended: [], neverLeft: [], next: ids, relay: 'A', now };
    assert.equal((await commitBatch(store.database, turn)).length, 5);
    const cut = { attempt: 1, outcome: 'retry', reply: 'cut', due: now, afresh: false } as const;
    const ended = ids.map((id) => ({ ...cut, id, isUncertain: true as const }));
    const next = (which: number[], relay: string | null, time = now) =>
      commitBatch(store.database, { ...turn, ended, next: which, relay, now: time });
    assert.deepEqual(await next(ids, null), []);
    assert.deepEqual(await next(ids, 'B'), []);
    assert.deepEqual(await next(ids, 'A', now + HALF_A_DAY), []);
    assert.deepEqual(await next([first], 'A', now + HALF_A_DAY - 1), [first]);
    await leave(store.write, second, now);
    const told = await findStarted(store.write, { announcement, person: third });
    assert.equal(told?.isKnown, false);
    const delivered = { outcome: 'sent', reply: 'It was delivered.' } as const;
    assert.ok(await store.write.transaction().execute((trx) => updateRecipient(trx, told!, delivered, now)));
    const recover = createRecovery(store.database, () => now);
    await recover(announcement, SENDER, 'A');
    assert.deepEqual(await statesOf(store), ['started', 'unknown', 'sent', 'retry', 'retry']);
    // Stopped, or the setting was removed.
    await recover(announcement, SENDER, null);
    assert.deepEqual(await statesOf(store), ['started', 'unknown', 'sent', 'unknown', 'unknown']);
  },
);

testOnEach(
  'a mail that a killed process had given a key is tried again, one without is unknown (catches: all of it is)',
  async (_t, openStore) => {
    const store = await openStore();
    const now = Date.now();
    const announcement = await begun(store, 2, now);
    const people = await store.write.selectFrom('subscription').select('id').orderBy('id').execute();
    const turn = { announcement, sender: SENDER, ended: [], neverLeft: [], now };
    for (const [n, relay] of [null, 'A'].entries())
      await commitBatch(store.database, { ...turn, next: [people[n]?.id ?? 0], relay });
    await ageLaunchLeases(store);
    await createRecovery(store.database, () => now)(announcement, 'another', 'A');
    assert.deepEqual(await statesOf(store), ['unknown', 'retry']);
  },
);

testOnEach(
  'a mail started when its process died is known within a minute, at the time of its start; where keys are remembered it is tried again once it has surely ended (catches: each)',
  async (_t, openStore) => {
    const store = await openStore();
    const now = Date.now();
    const announcement = await begun(store, 3, now);
    const people = await store.write.selectFrom('subscription').select('id').orderBy('id').execute();
    const [first = 0, second = 0, third = 0] = people.map(({ id }) => id);
    const turn = { announcement, sender: SENDER, ended: [], neverLeft: [], now };
    await commitBatch(store.database, { ...turn, next: [first, third], relay: null });
    await commitBatch(store.database, { ...turn, next: [second], relay: 'A' });
    const later = now + 60 * MINUTE;
    let ahead = 0;
    const recover = createRecovery(
      store.database,
      () => later,
      () => ahead,
    );
    for (; ahead <= MINUTE; ahead += 5_000) {
      await recover(announcement, 'another', 'A');
      // The process of the third mail is alive.
      await renewStarted(store.database, { announcement, person: third, sender: SENDER });
      if (ahead === MINUTE / 2) assert.deepEqual(await statesOf(store), ['started', 'started', 'started']);
    }
    assert.deepEqual(await statesOf(store), ['unknown', 'retry', 'started']);
    const rows = store.write.selectFrom('announcement_recipient').select(['due_at', 'finished_at']);
    const [lost, again] = await rows.orderBy('subscription_id').execute();
    assert.equal(Number(lost?.finished_at), now);
    assert.ok(Number(again?.due_at) >= later + 19 * MINUTE);
    // The process was alive after all.
    await commitBatch(store.database, {
      ...turn,
      next: [],
      relay: null,
      ended: [{ id: first, attempt: 1, outcome: 'sent', reply: '250' }],
    });
    assert.deepEqual(await statesOf(store), ['sent', 'retry', 'started']);
  },
);

testOnEach(
  'a sender is not taken for dead while a mail hangs, it is paused and asked to stop (catches: the lease is not renewed)',
  async (t, openStore) => {
    t.mock.timers.enable({ apis: ['setInterval'] });
    const [store, other] = [await openStore(), await openStore()];
    await readyToLaunch(store, 1);
    const smtp = await startSmtp(t);
    smtp.afterMessage.set('person0@example.org', 'hang');
    const { sender, stop } = await startSender(t, store, { smtp });
    await open(store.write, 'launch', order());
    await smtp.hanging();
    await pause(store.write, 'launch', { why: 'owner' }, Date.now());
    const stopping = sender.stop(MINUTE);
    const { id } = await launchOf(store);
    let ahead = 0;
    const recover = createRecovery(other.database, Date.now, () => ahead);
    const lease = async () =>
      (await store.write.selectFrom('announcement_recipient').select('lease_until').executeTakeFirstOrThrow())
        .lease_until;
    for (; ahead <= 3 * MINUTE; ahead += 10_000) {
      const before = await lease();
      // A renewal within the millisecond of the one before says the same: the next one does not.
      await untilTrue(async () => {
        t.mock.timers.tick(10_000);
        return (await lease()) !== before;
      });
      await recover(id, 'another', null);
    }
    assert.deepEqual(await statesOf(store), ['started']);
    await stop();
    await stopping;
    assert.deepEqual(await statesOf(store), ['unknown']);
  },
);
