import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCounter } from './counter.ts';

test('each key has its own count', () => {
  const counter = createCounter(10);
  assert.deepEqual([counter.add('a'), counter.add('a'), counter.add('b'), counter.add('a')], [1, 2, 1, 3]);
  counter.clear();
  assert.equal(counter.add('a'), 1);
});

test('a key counted lately outlives half of the limit in new keys, and none outlives the whole', () => {
  const counter = createCounter(10);
  counter.add('a');
  for (let other = 0; other < 5; other += 1) counter.add(`first ${other}`);
  assert.equal(counter.add('a'), 2);
  for (let other = 0; other < 10; other += 1) counter.add(`second ${other}`);
  assert.equal(counter.add('a'), 1, 'what is never forgotten grows without end');
});
