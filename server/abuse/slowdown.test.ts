import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSlowdown } from './slowdown.ts';

test('from the sixth wrong try in a quarter of an hour on the answer comes late, for that account alone', () => {
  let now = 0;
  const slowdown = createSlowdown(() => now);
  const waits = Array.from({ length: 11 }, () => slowdown('ana'));
  assert.deepEqual(waits, [0, 0, 0, 0, 0, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000]);
  assert.equal(slowdown('eva'), 0);
  now = 15 * 60_000;
  assert.equal(slowdown('ana'), 0);
});
