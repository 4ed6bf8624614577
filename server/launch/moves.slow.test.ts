import assert from 'node:assert/strict';
import { HOUR } from '#contract/time.ts';
import { confirm } from '#server/list/confirm.ts';
import { readStage, writeStage } from '#server/stage/stage.ts';
import { testOnEach } from '#test/fixtures/each-database.ts';
import {
  NO_LIMITS,
  addressed,
  launchOf,
  order,
  readyToLaunch,
  startSender,
  sumsOf,
  untilLaunchIs,
  open,
  schedule,
} from '#test/fixtures/launch.ts';
import { someoneWaits } from '#test/fixtures/store.ts';
import { beginSending, openScheduled, pause, resume, sendAgain, stop, undo } from './announcement.ts';
import { enqueuePart } from './recipients.ts';

const PATIENCE = 5_000;
const SAID = { wallTime: '2026-12-01 09:00', zone: 'Europe/Lisbon' };
const OWNER = { why: 'owner' } as const;

testOnEach(
  'a launch whose mail server is gone pauses, and nobody counts as told (catches: files; failures)',
  async (t, openStore) => {
    const store = await openStore();
    await readyToLaunch(store, 3);
    const settings = () => ({
      siteUrl: 'https://example.com',
      mailFrom: 'hello@example.com',
      mailRoute: { is: 'none', why: 'unset' } as const,
      limits: NO_LIMITS,
      relay: null,
    });
    const { stop: end } = await startSender(t, store, { settings });
    await open(store.write, 'launch', order());
    await untilLaunchIs(store, 'paused');
    await end();
    assert.equal((await launchOf(store)).reason?.why, 'mail-server');
    const told = await store.write.selectFrom('announcement_recipient').select('attempt').execute();
    assert.ok(told.every(({ attempt }) => attempt === 0));
    const none = order({ mailRoute: settings().mailRoute });
    assert.deepEqual(await resume(store.write, 'launch', none), {
      ok: false,
      state: 'paused',
      why: 'mail-server',
    });
  },
);

testOnEach(
  'paused before its hour it waits for its hour again (catches: it opens at once)',
  async (_t, openStore) => {
    const store = await openStore();
    const { write } = store;
    await readyToLaunch(store, 1);
    await schedule(write, 'launch', { opensAt: Date.now() + HOUR, ...SAID }, order());
    await pause(write, 'launch', OWNER, Date.now());
    assert.ok((await resume(write, 'launch', order())).ok);
    assert.deepEqual([(await launchOf(store)).state, await readStage(write)], ['scheduled', null]);
    // Its time comes while it is paused.
    await pause(write, 'launch', OWNER, Date.now());
    assert.ok((await resume(write, 'launch', order({ now: Date.now() + 2 * HOUR }))).ok);
    assert.deepEqual([(await launchOf(store)).state, await readStage(write)], ['undo', 'live']);
  },
);

testOnEach(
  'taken back and set again it opens before anybody is mailed (catches: sent while closed)',
  async (_t, openStore) => {
    const store = await openStore();
    const { write } = store;
    await readyToLaunch(store, 1);
    await open(write, 'launch', order({ undoMs: HOUR }));
    await undo(write, 'launch', Date.now());
    await schedule(write, 'launch', { opensAt: Date.now() - 7 * HOUR, ...SAID }, order());
    await pause(write, 'launch', { why: 'late' }, Date.now());
    assert.ok((await resume(write, 'launch', order())).ok);
    assert.deepEqual([(await launchOf(store)).state, await readStage(write)], ['undo', 'live']);
  },
);

testOnEach(
  'taken back it is as before: open where it was opened by hand, closed where it was closed (catches: it closes)',
  async (_t, openStore) => {
    const store = await openStore();
    const { write } = store;
    await readyToLaunch(store, 1);
    for (const before of ['live', 'soon'] as const) {
      await writeStage(write, before);
      await open(write, 'launch', order({ undoMs: HOUR }));
      assert.equal(await readStage(write), 'live');
      assert.ok((await undo(write, 'launch', Date.now())).ok);
      assert.equal(await readStage(write), before);
    }
  },
);

testOnEach('paused before the first mail it can be taken back, not after it', async (_t, openStore) => {
  const store = await openStore();
  const { write } = store;
  await readyToLaunch(store, 1);
  await open(write, 'launch', order({ undoMs: HOUR }));
  await pause(write, 'launch', OWNER, Date.now());
  await resume(write, 'launch', order());
  assert.equal((await launchOf(store)).state, 'undo', 'the time for taking it back goes on');
  await pause(write, 'launch', OWNER, Date.now());
  assert.ok((await undo(write, 'launch', Date.now())).ok);
  const { state, reason } = await launchOf(store);
  assert.deepEqual([state, reason, await readStage(write)], ['draft', null, null]);
  await open(write, 'launch', order());
  await beginSending(write, (await launchOf(store)).id, Date.now());
  await pause(write, 'launch', OWNER, Date.now());
  assert.deepEqual(await undo(write, 'launch', Date.now()), { ok: false, state: 'paused' });
});

testOnEach('to take back an hour closes no site that was open before', async (_t, openStore) => {
  const store = await openStore();
  await readyToLaunch(store, 1);
  await writeStage(store.write, 'live');
  await schedule(store.write, 'launch', { opensAt: Date.now() + HOUR, ...SAID }, order());
  assert.ok((await undo(store.write, 'launch', Date.now())).ok);
  assert.equal(await readStage(store.write), 'live');
});

testOnEach('"again" emails nobody who was kept back by stop or pause', async (_t, openStore) => {
  const store = await openStore();
  const { write } = store;
  await readyToLaunch(store, 1);
  await open(write, 'launch', order());
  await pause(write, 'launch', OWNER, Date.now());
  assert.deepEqual(await sendAgain(write, 'launch', 'failed', order()), { ok: false, state: 'paused' });
  await stop(write, 'launch', Date.now());
  assert.deepEqual(await sendAgain(write, 'launch', 'failed', order()), { ok: false, state: 'stopped' });
});

testOnEach(
  'a launch taken back as its hour comes does not open (catches: it opens)',
  async (_t, openStore) => {
    const store = await openStore();
    const other = await openStore();
    if (store.kind === 'sqlite') return;
    await readyToLaunch(store, 1);
    await schedule(store.write, 'launch', { opensAt: Date.now(), ...SAID }, order());
    const due = await launchOf(store);
    const opening = await other.write.transaction().execute(async (trx) => {
      await trx.updateTable('announcement').set({ state: 'draft', opens_at: null }).execute();
      const begun = openScheduled(store.write, due, Date.now());
      await someoneWaits(other);
      return { begun };
    });
    await opening.begun;
    assert.deepEqual([(await launchOf(store)).state, await readStage(store.write)], ['draft', null]);
  },
);

testOnEach('a person who confirms as it opens is emailed (catches: forgotten)', async (_t, openStore) => {
  const store = await openStore();
  const other = await openStore();
  if (store.kind === 'sqlite') return;
  const { write } = store;
  await readyToLaunch(store, 2);
  const { id } = await write.selectFrom('subscription').select('id').orderBy('id').executeTakeFirstOrThrow();
  await write.updateTable('subscription').set({ state: 'pending' }).where('id', '=', id).execute();
  // As `confirm` does, after it has looked for an announcement and found none.
  const gathering = await other.write.transaction().execute(async (trx) => {
    await trx.updateTable('subscription').set({ state: 'confirmed' }).where('id', '=', id).execute();
    await open(write, 'launch', order());
    const begun = enqueuePart(store, await launchOf(store));
    await Promise.race([begun, someoneWaits(other)]);
    return { begun };
  });
  await gathering.begun;
  assert.equal((await sumsOf(store)).all, 2);
  assert.equal(await confirm(write, id, Date.now()), true, 'and not twice');
  assert.equal((await sumsOf(store)).all, 2);
});

testOnEach('a copy of a list that was emailed emails nobody who confirms late', async (t, openStore) => {
  const store = await openStore();
  const { write } = store;
  await readyToLaunch(store, 2);
  const late = await write.selectFrom('subscription').select('id').orderBy('id').executeTakeFirstOrThrow();
  await write.updateTable('subscription').set({ state: 'pending' }).where('id', '=', late.id).execute();
  await open(write, 'launch', order());
  const first = await startSender(t, store);
  await untilLaunchIs(store, 'done');
  await first.sender.stop(PATIENCE);
  await confirm(write, late.id, Date.now());
  const copy = await startSender(t, store, { storeId: 'elsewhere' });
  await untilLaunchIs(store, 'paused');
  assert.equal((await launchOf(store)).reason?.why, 'moved');
  // The owner confirms the move.
  await resume(write, 'launch', order({ storeId: 'elsewhere' }));
  await untilLaunchIs(store, 'done');
  await copy.sender.stop(PATIENCE);
  assert.deepEqual(addressed(copy.smtp), ['person0@example.org']);
});
