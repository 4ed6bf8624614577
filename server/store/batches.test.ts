import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { test } from 'node:test';
import { createBatches } from './batches.ts';
import type { NotStored } from './database.ts';
import { person } from '#test/fixtures/writer.ts';

function recorded({ waiting = 200, rows = 150, apartMs = 0 } = {}) {
  const sent: string[][] = [];
  const clock = { now: 1_000 };
  let underWay: PromiseWithResolvers<readonly number[] | NotStored> | null = null;
  const batches = createBatches(
    (sending) => {
      sent.push(sending.map(({ key }) => key));
      underWay = Promise.withResolvers();
      return underWay.promise;
    },
    { waiting, rows, apartMs },
    () => clock.now,
  );
  /** Ends the batch in flight. Returns false if there is none. */
  async function settle(failed: readonly number[] | NotStored = []): Promise<boolean> {
    if (!underWay) return false;
    const ended = underWay;
    underWay = null;
    ended.resolve(failed);
    await ended.promise;
    return true;
  }
  return { sent, batches, clock, settle };
}

test('rows of one turn share a batch, and the next batch collects while one is in flight', async () => {
  const { sent, batches, settle } = recorded();
  const first = [batches.add(person('a')), batches.add(person('b'))];
  assert.deepEqual(sent, []);
  await nextTurn();
  assert.deepEqual(sent, [['a', 'b']]);
  const second = [batches.add(person('c')), batches.add(person('d'))];
  await nextTurn();
  assert.equal(sent.length, 1);
  await settle();
  assert.deepEqual(await Promise.all(first), ['stored', 'stored']);
  // Not at once: rows added in the same turn join the batch.
  second.push(batches.add(person('e')));
  await nextTurn();
  assert.deepEqual(sent[1], ['c', 'd', 'e']);
  await settle([1]);
  assert.deepEqual(await Promise.all(second), ['stored', { why: 'refused' }, 'stored']);
});

test('of a burst half goes ahead, and few are not parted (catches: all in one batch)', async () => {
  const { sent, batches, settle } = recorded();
  const burst = Array.from({ length: 60 }, (_, i) => batches.add(person(`${i}`)));
  await nextTurn();
  for (let i = 0; i < 3; i++) {
    await settle();
    await nextTurn();
  }
  assert.deepEqual(
    sent.map(({ length }) => length),
    [30, 24, 6],
  );
  assert.deepEqual(sent.flat(), [...burst.keys()].map(String));
  assert.deepEqual(new Set(await Promise.all(burst)), new Set(['stored']));
});

test('where a batch costs much the next one waits for more rows, the first row for nothing (catches: few rows each time; a row alone waits)', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { sent, batches, clock, settle } = recorded({ apartMs: 4 });
  void batches.add(person('a'));
  await nextTurn();
  assert.deepEqual(sent, [['a']]);
  void batches.add(person('b'));
  clock.now += 1;
  await settle();
  await nextTurn();
  void batches.add(person('c'));
  await nextTurn();
  assert.equal(sent.length, 1);
  t.mock.timers.tick(3);
  assert.deepEqual(sent[1], ['b', 'c']);
  clock.now += 4;
  await settle();
  void batches.add(person('d'));
  await nextTurn();
  assert.deepEqual(sent[2], ['d']);
});

/** Returns the sizes of the batches for 60 rows. */
async function burstOf60({ sent, batches, settle }: ReturnType<typeof recorded>): Promise<number[]> {
  const before = sent.length;
  const burst = Array.from({ length: 60 }, (_, i) => batches.add(person(`${i}`)));
  await nextTurn();
  while (await settle()) await nextTurn();
  await Promise.all(burst);
  return sent.slice(before).map(({ length }) => length);
}

/** The same after single rows that took the store so many milliseconds each. */
async function burstAfter(times: readonly number[]): Promise<number[]> {
  const recorder = recorded();
  const { batches, clock, settle } = recorder;
  for (const ms of times) {
    const one = batches.add(person('0'));
    await nextTurn();
    clock.now += ms;
    await settle();
    await one;
    await nextTurn();
  }
  return burstOf60(recorder);
}

test('where the store is slow a burst is not parted (catches: half of it waits for several slow batches)', async () => {
  assert.deepEqual(await burstAfter([16, 16, 16]), [60]);
  assert.deepEqual(await burstAfter([16, 16]), [30, 24, 6]);
  assert.deepEqual(await burstAfter([16, 16, 15, 16]), [30, 24, 6]);
});

test('a slow store gets its next batch before those of the last are answered (catches: it waits for them)', async () => {
  const { sent, batches, clock, settle } = recorded();
  const all = [batches.add(person('a'))];
  await nextTurn();
  for (const [i, name] of ['b', 'c', 'd'].entries()) {
    all.push(batches.add(person(name)));
    clock.now += 16;
    await settle();
    assert.equal(sent.length, i < 2 ? i + 1 : 4);
    await nextTurn();
  }
  await settle();
  assert.deepEqual(sent, [['a'], ['b'], ['c'], ['d']]);
  assert.deepEqual(new Set(await Promise.all(all)), new Set(['stored']));
});

test('a batch has a limit of its own', async () => {
  assert.deepEqual(await burstOf60(recorded({ rows: 25 })), [25, 24, 11]);
});

test('a failed batch is answered with why, and the next one has its own answer', async () => {
  const { batches, settle } = recorded();
  const first = batches.add(person('a'));
  await nextTurn();
  const second = batches.add(person('b'));
  await settle({ why: 'io' });
  await nextTurn();
  await settle();
  assert.deepEqual(await Promise.all([first, second]), [{ why: 'io' }, 'stored']);
});

test('beyond the limit nothing waits', async () => {
  const { batches, settle } = recorded({ waiting: 2 });
  const accepted = [batches.add(person('a')), batches.add(person('b'))];
  assert.deepEqual(await batches.add(person('c')), { why: 'overloaded' });
  await nextTurn();
  await settle();
  assert.deepEqual(await Promise.all(accepted), ['stored', 'stored']);
});

test('draining stores what was accepted and takes no more', async () => {
  const { sent, batches, settle } = recorded();
  const accepted = batches.add(person('a'));
  let drained = false;
  const done = batches.drain().then(() => (drained = true));
  assert.deepEqual(await batches.add(person('b')), { why: 'closed' });
  await nextTurn();
  assert.deepEqual(sent, [['a']]);
  assert.equal(drained, false);
  await settle();
  assert.equal(await accepted, 'stored');
  await done;
});

test('giving up answers everything, in flight and waiting', async () => {
  const { batches } = recorded();
  const first = batches.add(person('a'));
  await nextTurn();
  const second = batches.add(person('b'));
  batches.giveUp('gone');
  const third = batches.add(person('c'));
  assert.deepEqual(await Promise.all([first, second, third]), [
    { why: 'gone' },
    { why: 'gone' },
    { why: 'gone' },
  ]);
});

test('while a batch hangs nobody waits for its end to know, and those who ask share one row', async () => {
  const { sent, batches, clock, settle } = recorded();
  const asked = [batches.probe(), batches.probe()];
  await nextTurn();
  assert.deepEqual(sent, [[]]);
  clock.now += 1_000;
  assert.ok(batches.isProven());
  clock.now += 1;
  assert.ok(!batches.isProven());
  assert.deepEqual(await batches.probe(), { why: 'hanging' });
  await settle();
  assert.deepEqual(await Promise.all(asked), ['stored', 'stored']);
  assert.ok(batches.isProven());
  clock.now += 9_000;
  assert.ok(!batches.isProven());
});
