import assert from 'node:assert/strict';
import { test } from 'node:test';
import { movedBy, positionIn } from './crops.ts';

const WIDE = { width: 3000, height: 2000 };
const TALL = { width: 1080, height: 1920 };

test('a crop has its point in the middle, or as near to it as the edges allow (catches: the point as the position)', () => {
  // 2000 high is 1920, so 3000 wide is 2880, of which 1080 are shown: from 612 around 40%.
  assert.equal(positionIn(WIDE, TALL, { x: 0.4, y: 0.9 }), '34% 50%');
  assert.equal(positionIn(WIDE, TALL, { x: 0.1, y: 0 }), '0% 50%');
  assert.equal(positionIn(WIDE, TALL, { x: 1, y: 0 }), '100% 50%');
  assert.equal(positionIn(TALL, { width: 3, height: 2 }, { x: 0, y: 0.5 }), '50% 50%');
});

test('arrow keys move the ring by 1%, with Shift by 10%, and never out of the picture', () => {
  const press = (key: string, shiftKey = false) => movedBy({ key, shiftKey }, { x: 0.5, y: 0.05 });
  assert.deepEqual(press('ArrowRight'), { x: 0.51, y: 0.05 });
  assert.deepEqual(press('ArrowUp', true), { x: 0.5, y: 0 });
  assert.equal(press('Tab'), null);
});
