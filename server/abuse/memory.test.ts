import assert from 'node:assert/strict';
import { test } from 'node:test';
import { count, createMemory } from './memory.ts';

test('each key has its own count', () => {
  const counts = createMemory<number>(10);
  assert.deepEqual(
    ['a', 'a', 'b', 'a'].map((key) => count(counts, key)),
    [1, 2, 1, 3],
  );
});

test('a key counted lately outlives half of the limit in new keys, and none outlives the whole', () => {
  const counts = createMemory<number>(10);
  count(counts, 'a');
  for (let other = 0; other < 5; other += 1) count(counts, `first ${other}`);
  assert.equal(count(counts, 'a'), 2);
  for (let other = 0; other < 10; other += 1) count(counts, `second ${other}`);
  assert.equal(count(counts, 'a'), 1, 'what is never forgotten grows without end');
});
