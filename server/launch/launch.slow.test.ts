import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { HOUR } from '#contract/time.ts';
import { countByKind } from '#server/list/count.ts';
import { confirm } from '#server/list/confirm.ts';
import { erase } from '#server/list/erase.ts';
import { leave } from '#server/list/leave.ts';
import { readStage } from '#server/stage/stage.ts';
import { testOnEach } from '#test/fixtures/each-database.ts';
import {
  LAUNCH_WORDS,
  addressed,
  ageLaunchLeases,
  launchOf,
  order,
  readyToLaunch,
  startClock,
  startSender,
  sumsOf,
  untilLaunchIs,
  untilTrue,
  open,
  schedule,
} from '#test/fixtures/launch.ts';
import type { TestStore } from '#test/fixtures/store.ts';
import { pause, resume, stop, undo } from './announcement.ts';
import { writeWords } from '#test/fixtures/written-words.ts';
import { findWaiting, holdSender, commitBatch } from './ledger.ts';
import { enqueuePart } from './recipients.ts';

const PATIENCE = 5_000;
const NOBODY = { waiting: 0, started: 0, sent: 0, files: 0, failed: 0, unknown: 0, skipped: 0 };

async function idOf({ write }: TestStore, n: number): Promise<number> {
  const key = `person${n}@example.org`;
  return (
    await write.selectFrom('subscription').select('id').where('key', '=', key).executeTakeFirstOrThrow()
  ).id;
}

testOnEach('one switch opens the site and emails everybody once', async (t, openStore) => {
  const store = await openStore();
  await readyToLaunch(store, 120);
  const { smtp, sender } = await startSender(t, store);
  assert.ok((await open(store.write, 'launch', order())).ok);
  assert.equal(await readStage(store.write), 'live');
  await untilLaunchIs(store, 'done');
  await sender.stop(PATIENCE);
  assert.equal(smtp.received.length, 120);
  assert.equal(new Set(addressed(smtp)).size, 120);
  assert.deepEqual(await sumsOf(store), { ...NOBODY, all: 120, sent: 120 });
  assert.deepEqual(await open(store.write, 'launch', order()), { ok: false, state: 'done' });
});

testOnEach(
  'recipients are queued without a rest between the parts (catches: a part each half second)',
  async (t, openStore) => {
    const store = await openStore();
    await readyToLaunch(store, 4_100);
    await open(store.write, 'launch', order({ undoMs: HOUR }));
    // With a clock that stands still there is no second look.
    const sending = await startSender(t, store, { steadyNow: () => 0 });
    while ((await sumsOf(store)).all < 4_100) await wait(20);
    await sending.stop();
  },
);

testOnEach('a launch taken back in time closes the site and emails nobody', async (t, openStore) => {
  const store = await openStore();
  await readyToLaunch(store, 3);
  const { smtp, sender } = await startSender(t, store);
  await open(store.write, 'launch', order({ undoMs: HOUR }));
  assert.deepEqual(await writeWords(store.write, 'launch', LAUNCH_WORDS, { by: 'a test', now: 0 }), {
    ok: false,
    state: 'undo',
  });
  assert.ok((await undo(store.write, 'launch', Date.now())).ok);
  assert.equal(await readStage(store.write), null);
  assert.deepEqual([(await launchOf(store)).state, smtp.received.length], ['draft', 0]);
  // And opened again, without those who have left meanwhile.
  await leave(store.write, await idOf(store, 1), Date.now());
  await open(store.write, 'launch', order());
  await untilLaunchIs(store, 'done');
  await sender.stop(PATIENCE);
  assert.deepEqual(addressed(smtp).toSorted(), ['person0@example.org', 'person2@example.org']);
  assert.deepEqual(await sumsOf(store), { ...NOBODY, all: 2, sent: 2 });
});

testOnEach(
  'a person who unsubscribes or is erased before the mail is started gets none, one who confirms late does (M9)',
  async (t, openStore) => {
    const store = await openStore();
    await readyToLaunch(store, 4);
    await store.write
      .updateTable('subscription')
      .set({ state: 'pending' })
      .where('id', '=', await idOf(store, 3))
      .execute();
    const late = await idOf(store, 3);
    await open(store.write, 'launch', order());
    assert.equal(await enqueuePart(store, await launchOf(store)), true);
    await leave(store.write, await idOf(store, 0), Date.now());
    await erase(store.database, 'person1@example.org', Date.now());
    const { smtp, sender } = await startSender(t, store);
    await untilLaunchIs(store, 'done');
    assert.deepEqual(addressed(smtp), ['person2@example.org']);
    await confirm(store.write, late, Date.now());
    while (smtp.received.length < 2) await wait(20);
    await sender.stop(PATIENCE);
    assert.deepEqual(addressed(smtp), ['person2@example.org', 'person3@example.org']);
    assert.deepEqual(await sumsOf(store), { ...NOBODY, all: 4, sent: 2, skipped: 2 });
  },
);

testOnEach('nothing is started while it is paused, and nobody is left out after it', async (t, openStore) => {
  const store = await openStore();
  await readyToLaunch(store, 300);
  const { smtp, sender } = await startSender(t, store, { limits: { mailConnections: 2 } });
  await open(store.write, 'launch', order());
  while (smtp.received.length < 10) await wait(5);
  assert.ok((await pause(store.write, 'launch', { why: 'owner' }, Date.now())).ok);
  const { started, sent } = await sumsOf(store);
  assert.ok(started <= 2, `${started} were started`);
  while ((await sumsOf(store)).started > 0) await wait(20);
  const after = await sumsOf(store);
  // A batch that was under way at the pause may end a moment later.
  assert.ok(after.sent + after.unknown <= sent + started + 2);
  assert.ok((await resume(store.write, 'launch', order())).ok);
  await untilLaunchIs(store, 'done');
  await sender.stop(PATIENCE);
  assert.equal(new Set(addressed(smtp)).size, 300);
  assert.equal(smtp.received.length, 300);
});

testOnEach('two processes send each mail once (M5)', async (t, openStore) => {
  const [store, other] = [await openStore(), await openStore()];
  await readyToLaunch(store, 100);
  const { smtp, sender } = await startSender(t, store);
  const second = await startSender(t, other, { smtp });
  await open(store.write, 'launch', order());
  await untilLaunchIs(store, 'done');
  await Promise.all([sender.stop(PATIENCE), second.sender.stop(PATIENCE)]);
  assert.equal(smtp.received.length, 100);
  assert.equal(new Set(addressed(smtp)).size, 100);
});

testOnEach(
  'a mail that a killed process had started is unknown, and not sent again',
  async (t, openStore) => {
    const store = await openStore();
    await readyToLaunch(store, 5);
    await open(store.write, 'launch', order());
    const { id } = await launchOf(store);
    while (await enqueuePart(store, await launchOf(store)));
    await store.write.updateTable('announcement').set({ state: 'sending', sending_at: Date.now() }).execute();
    assert.ok(await holdSender(store.database, id, 'killed'));
    const people = (await findWaiting(store.write, id, Date.now(), 2)).map((person) => person.id);
    const turn = {
      announcement: id,
      sender: 'killed',
      ended: [],
      neverLeft: [],
      next: people,
      relay: null,
      now: Date.now(),
    };
    assert.deepEqual(await commitBatch(store.database, turn), people);
    await ageLaunchLeases(store);
    const { smtp, sender } = await startSender(t, store);
    await untilLaunchIs(store, 'done');
    await sender.stop(PATIENCE);
    assert.equal(smtp.received.length, 3);
    assert.deepEqual(await sumsOf(store), { ...NOBODY, all: 5, sent: 3, unknown: 2 });
  },
);

testOnEach('a refused address fails for good, a busy server is asked again', async (t, openStore) => {
  const store = await openStore();
  await readyToLaunch(store, 3);
  const { smtp, sender } = await startSender(t, store);
  const gone = { code: 550, text: '5.1.1 No such user' };
  smtp.atRecipient.set('person0@example.org', gone).set('person1@example.org', 450);
  await open(store.write, 'launch', order());
  while ((await sumsOf(store)).sent + (await sumsOf(store)).failed < 2) await wait(20);
  await sender.stop(PATIENCE);
  assert.deepEqual(await sumsOf(store), { ...NOBODY, all: 3, sent: 1, failed: 1, waiting: 1 });
});

testOnEach(
  'a person with a permanently refused address is undeliverable, one with a full mailbox is not (catches: any 5xx)',
  async (t, openStore) => {
    const store = await openStore();
    await readyToLaunch(store, 6);
    const clock = startClock();
    // Every second one is taken: more in a row would be the account's.
    const { smtp, sender } = await startSender(t, store, { ...clock, limits: { mailConnections: 2 } });
    smtp.atRecipient
      .set('person0@example.org', { code: 550, text: '5.1.1 No such user' })
      .set('person2@example.org', { code: 550, text: 'This account is temporarily locked' })
      .set('person4@example.org', { code: 552, text: '5.1.1 Recipient overquota' });
    await open(store.write, 'launch', order());
    await untilTrue(async () => (await launchOf(store)).state === 'done', clock, 5_000);
    await sender.stop(PATIENCE);
    assert.deepEqual(await sumsOf(store), { ...NOBODY, all: 6, sent: 3, failed: 3 });
    const { confirmed, undeliverable } = await countByKind(store.write);
    assert.deepEqual({ confirmed, undeliverable }, { confirmed: 5, undeliverable: 1 });
    const { undeliverable_at } = await store.write
      .selectFrom('subscription')
      .select('undeliverable_at')
      .where('id', '=', await idOf(store, 0))
      .executeTakeFirstOrThrow();
    assert.ok(undeliverable_at);
  },
);

testOnEach('at its hour the site opens by itself, not six hours late (M11)', async (t, openStore) => {
  const store = await openStore();
  await readyToLaunch(store, 1);
  const hour = { wallTime: '2026-12-01 09:00', zone: 'Europe/Lisbon' };
  const clock = { time: Date.now() };
  await schedule(store.write, 'launch', { opensAt: clock.time + 1000, ...hour }, order());
  assert.equal(await readStage(store.write), null);
  const { smtp, sender } = await startSender(t, store, { now: () => clock.time });
  clock.time += 1000;
  await untilLaunchIs(store, 'done');
  assert.deepEqual([await readStage(store.write), smtp.received.length], ['live', 1]);
  await sender.stop(PATIENCE);
});

testOnEach('an hour long past, and a store that was copied, wait for the owner', async (t, openStore) => {
  const store = await openStore();
  await readyToLaunch(store, 1);
  const hour = { wallTime: '2026-12-01 09:00', zone: 'Europe/Lisbon' };
  await schedule(store.write, 'launch', { opensAt: Date.now() - 7 * HOUR, ...hour }, order());
  const { smtp, sender } = await startSender(t, store);
  await untilLaunchIs(store, 'paused');
  assert.equal((await launchOf(store)).reason?.why, 'late');
  assert.equal(await readStage(store.write), null);
  // It opens when the owner says so; with another store id it would have been `moved`.
  assert.ok((await resume(store.write, 'launch', order({ storeId: 'elsewhere' }))).ok);
  await untilLaunchIs(store, 'paused');
  assert.equal((await launchOf(store)).reason?.why, 'moved');
  assert.ok((await stop(store.write, 'launch', Date.now())).ok);
  await sender.stop(PATIENCE);
  assert.equal(smtp.received.length, 0);
});
