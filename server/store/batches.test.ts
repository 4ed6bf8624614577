import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { test } from 'node:test';
import { createBatches, drain, enqueue, giveUp, isProven, probe, settle } from './batches.ts';
import { person } from '#test/fixtures/writer.ts';

function recorded({ waiting = 200, rows = 150 } = {}) {
  const sent: string[][] = [];
  const clock = { now: 1_000 };
  const batches = createBatches(
    (sending) => sent.push(sending.map(({ key }) => key)),
    { waiting, rows },
    () => clock.now,
  );
  return { sent, batches, clock };
}

test('rows of one turn share a batch, and the next batch collects while one is in flight', async () => {
  const { sent, batches } = recorded();
  const first = [enqueue(batches, person('a')), enqueue(batches, person('b'))];
  assert.deepEqual(sent, []);
  await nextTurn();
  assert.deepEqual(sent, [['a', 'b']]);
  const second = [enqueue(batches, person('c')), enqueue(batches, person('d'))];
  await nextTurn();
  assert.equal(sent.length, 1);
  settle(batches, []);
  assert.deepEqual(await Promise.all(first), ['stored', 'stored']);
  // Not at once: whoever comes in the same turn goes along.
  second.push(enqueue(batches, person('e')));
  await nextTurn();
  assert.deepEqual(sent[1], ['c', 'd', 'e']);
  settle(batches, [1]);
  assert.deepEqual(await Promise.all(second), ['stored', { why: 'refused' }, 'stored']);
});

test('of a burst half goes ahead, and few are not parted (fault: all in one batch)', async () => {
  const { sent, batches } = recorded();
  const burst = Array.from({ length: 60 }, (_, i) => enqueue(batches, person(`${i}`)));
  await nextTurn();
  for (let i = 0; i < 3; i++) {
    settle(batches, []);
    await nextTurn();
  }
  assert.deepEqual(
    sent.map(({ length }) => length),
    [30, 24, 6],
  );
  assert.deepEqual(sent.flat(), [...burst.keys()].map(String));
  assert.deepEqual(new Set(await Promise.all(burst)), new Set(['stored']));
});

/** Sizes of the batches in which 60 rows leave. */
async function burstOf60({ sent, batches }: ReturnType<typeof recorded>): Promise<number[]> {
  const before = sent.length;
  const burst = Array.from({ length: 60 }, (_, i) => enqueue(batches, person(`${i}`)));
  await nextTurn();
  while (batches.inFlight) {
    settle(batches, []);
    await nextTurn();
  }
  await Promise.all(burst);
  return sent.slice(before).map(({ length }) => length);
}

/** The same after single rows that took the store so many milliseconds each. */
async function burstAfter(times: readonly number[]): Promise<number[]> {
  const recorder = recorded();
  const { batches, clock } = recorder;
  for (const ms of times) {
    const one = enqueue(batches, person('0'));
    await nextTurn();
    clock.now += ms;
    settle(batches, []);
    await one;
    await nextTurn();
  }
  return burstOf60(recorder);
}

test('where the store is slow a burst is not parted (fault: half of it waits for several slow batches)', async () => {
  assert.deepEqual(await burstAfter([16, 16, 16]), [60]);
  assert.deepEqual(await burstAfter([16, 16]), [30, 24, 6]);
  assert.deepEqual(await burstAfter([16, 16, 15, 16]), [30, 24, 6]);
});

test('a slow store gets its next batch before those of the last are answered (fault: it waits for them)', async () => {
  const { sent, batches, clock } = recorded();
  const all = [enqueue(batches, person('a'))];
  await nextTurn();
  for (const [i, name] of ['b', 'c', 'd'].entries()) {
    all.push(enqueue(batches, person(name)));
    clock.now += 16;
    settle(batches, []);
    assert.equal(sent.length, i < 2 ? i + 1 : 4);
    await nextTurn();
  }
  settle(batches, []);
  assert.deepEqual(sent, [['a'], ['b'], ['c'], ['d']]);
  assert.deepEqual(new Set(await Promise.all(all)), new Set(['stored']));
});

test('a batch has a limit of its own', async () => {
  assert.deepEqual(await burstOf60(recorded({ rows: 25 })), [25, 24, 11]);
});

test('a failed batch is answered with why, and the next one has its own answer', async () => {
  const { batches } = recorded();
  const first = enqueue(batches, person('a'));
  await nextTurn();
  const second = enqueue(batches, person('b'));
  settle(batches, { why: 'io' });
  await nextTurn();
  settle(batches, []);
  assert.deepEqual(await Promise.all([first, second]), [{ why: 'io' }, 'stored']);
});

test('beyond the limit nothing waits', async () => {
  const { batches } = recorded({ waiting: 2 });
  const accepted = [enqueue(batches, person('a')), enqueue(batches, person('b'))];
  assert.deepEqual(await enqueue(batches, person('c')), { why: 'overloaded' });
  await nextTurn();
  settle(batches, []);
  assert.deepEqual(await Promise.all(accepted), ['stored', 'stored']);
});

test('draining stores what was accepted and takes no more', async () => {
  const { sent, batches } = recorded();
  const accepted = enqueue(batches, person('a'));
  let drained = false;
  const done = drain(batches).then(() => (drained = true));
  assert.deepEqual(await enqueue(batches, person('b')), { why: 'closed' });
  await nextTurn();
  assert.deepEqual(sent, [['a']]);
  assert.equal(drained, false);
  settle(batches, []);
  assert.equal(await accepted, 'stored');
  await done;
});

test('giving up answers everything, in flight and waiting', async () => {
  const { batches } = recorded();
  const first = enqueue(batches, person('a'));
  await nextTurn();
  const second = enqueue(batches, person('b'));
  giveUp(batches, 'gone');
  const third = enqueue(batches, person('c'));
  assert.deepEqual(await Promise.all([first, second, third]), [
    { why: 'gone' },
    { why: 'gone' },
    { why: 'gone' },
  ]);
});

test('while a batch hangs nobody waits for its end to know, and those who ask share one row', async () => {
  const { sent, batches, clock } = recorded();
  const asked = [probe(batches), probe(batches)];
  await nextTurn();
  assert.deepEqual(sent, [[]]);
  clock.now += 1_000;
  assert.ok(isProven(batches));
  clock.now += 1;
  assert.ok(!isProven(batches));
  assert.deepEqual(await probe(batches), { why: 'hanging' });
  settle(batches, []);
  assert.deepEqual(await Promise.all(asked), ['stored', 'stored']);
  assert.ok(isProven(batches));
  clock.now += 9_000;
  assert.ok(!isProven(batches));
});
