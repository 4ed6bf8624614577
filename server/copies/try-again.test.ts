import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TargetError } from './target.ts';
import { patient, tryAgain } from './try-again.ts';

/** Fails so often, and what happened then. */
function failing(times: number, error: unknown = new TargetError('failed', 'busy')) {
  const waits: number[] = [];
  let left = times;
  const work = async () => {
    if (left-- > 0) throw error;
    return 'done';
  };
  return { work, waits, wait: async (ms: number) => void waits.push(ms) };
}

test('pauses grow from a second to a minute (catches: they stay at a second)', async () => {
  const { work, waits, wait } = failing(8);
  assert.equal(await tryAgain(work, { wait, onFail: () => {} }), 'done');
  assert.deepEqual(waits, [1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]);
});

test('a storage is asked again for some minutes, and only where that may help (C5; catches: forever; also where it refuses)', async () => {
  const long = failing(20);
  const { wait, waits } = long;
  const patience = (given: { wait: typeof wait }) => patient({ ...given, onFail: () => {} }, 240_000);
  await assert.rejects(patience({ wait })(long.work), { code: 'failed' });
  assert.equal(waits.length, 9);
  for (const error of [new TargetError('not-taken', 'denied'), new TypeError()]) {
    const refused = failing(1, error);
    await assert.rejects(patience(refused)(refused.work), error);
    assert.deepEqual(refused.waits, []);
  }
});
