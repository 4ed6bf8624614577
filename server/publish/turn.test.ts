import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inTurn, lookInTurn } from './turn.ts';

test('publishing waits for no check of a file, and each check is done in the end (catches: first come, first served; a check that was ended is lost)', async () => {
  const order: string[] = [];
  let tries = 0;
  /** A file that takes all its time, until somebody ends it. */
  const hostile = () =>
    lookInTurn(async (signal) => {
      if (tries++ === 0) await new Promise((resolve) => signal.addEventListener('abort', resolve));
      order.push('hostile');
    });
  const looks = [hostile(), lookInTurn(async () => void order.push('look'))];
  await inTurn(async () => void order.push('published'));
  assert.deepEqual(order, ['hostile', 'published']);
  await Promise.all(looks);
  assert.deepEqual(order, ['hostile', 'published', 'look', 'hostile']);
});

test('two are never at work, and one that fails ends nothing', async () => {
  let atWork = 0;
  const work = async () => {
    assert.equal(++atWork, 1);
    await Promise.resolve();
    atWork--;
    throw new Error('failed');
  };
  const all = [inTurn(work), lookInTurn(work), inTurn(work), lookInTurn(work)];
  for (const { status } of await Promise.allSettled(all)) assert.equal(status, 'rejected');
  assert.equal(await inTurn(async () => 1), 1);
});

test('of looks a limited number wait', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const looks = Array.from({ length: 34 }, () => lookInTurn(() => promise));
  assert.equal(await looks.at(-1), null);
  resolve();
  assert.equal((await Promise.all(looks)).filter((look) => look === null).length, 1);
});
