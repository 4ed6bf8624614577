import assert from 'node:assert/strict';
import { statfs } from 'node:fs/promises';
import { test } from 'node:test';
import { folderOf } from '#test/fixtures/folder.ts';
import { createDiskGuard, diskStateOf } from './free-space.ts';

const MB = 1_000_000;

/** A disk of 1 GB and a clock, both set by the test. */
function disk() {
  const state = { freeMb: 900, time: 0, asked: 0, broken: false };
  const guard = createDiskGuard(
    '/data',
    () => {
      state.asked++;
      if (state.broken) return Promise.reject(new Error('planted'));
      return Promise.resolve({ bavail: state.freeMb * 1000, blocks: MB, bsize: 1000 });
    },
    () => state.time,
  );
  return { guard, state };
}

test('a disk is low under 100 MB or 5 %, full under 20 MB, each to the byte', () => {
  const of = (free: number, total: number) => diskStateOf({ free, total });
  assert.equal(of(100 * MB, 1000 * MB), 'fine');
  assert.equal(of(100 * MB - 1, 1000 * MB), 'low');
  assert.equal(of(500 * MB, 10_000 * MB), 'fine');
  assert.equal(of(500 * MB - 1, 10_000 * MB), 'low');
  assert.equal(of(20 * MB, 1000 * MB), 'low');
  assert.equal(of(20 * MB - 1, 1000 * MB), 'full');
  assert.equal(diskStateOf(null), 'fine');
});

test('it is asked once in a second, however many posts come, and then again', async () => {
  const { guard, state } = disk();
  assert.deepEqual(await Promise.all([guard.state(), guard.state(), guard.state()]), [
    'fine',
    'fine',
    'fine',
  ]);
  state.freeMb = 10;
  state.time = 999;
  assert.equal(await guard.state(), 'fine');
  assert.equal(state.asked, 1);
  state.time = 1_000;
  assert.equal(await guard.state(), 'full');
  assert.equal(state.asked, 2);
});

test('a disk that says nothing refuses nobody', async () => {
  const { guard, state } = disk();
  state.freeMb = 10;
  assert.equal(await guard.state(), 'full');
  state.broken = true;
  state.time = 1_000;
  assert.deepEqual([await guard.state(), await guard.space()], ['fine', null]);
});

test('a disk that hangs keeps the first ones waiting for a second, and is not asked twice', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'] });
  let asked = 0;
  const never = new Promise<never>(() => {});
  const guard = createDiskGuard('/data', () => (asked++, never), Date.now);
  const states = [guard.state(), guard.state()];
  t.mock.timers.tick(1_000);
  assert.deepEqual(await Promise.all(states), ['fine', 'fine']);
  // The clock stands still, so this call would never end if it waited.
  assert.equal(await guard.state(), 'fine');
  assert.equal(asked, 1);
});

test('a disk that does not say its size is not full (catches: 0 blocks are a full disk)', async () => {
  const guard = createDiskGuard(
    '/data',
    async () => ({ bavail: 0, blocks: 0, bsize: 4096 }),
    () => 0,
  );
  assert.deepEqual([await guard.state(), await guard.space()], ['fine', null]);
});

test('a real disk has a size', async (t) => {
  const space = await createDiskGuard(folderOf(t), statfs, () => 0).space();
  assert.ok(space !== null && space.free > 0 && space.free <= space.total);
});
