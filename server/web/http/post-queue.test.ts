import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPostQueue } from './post-queue.ts';

test('posts are done in the order they came; few at once, many one each turn, so that others get in between (catches: all in one turn)', async () => {
  const soon = createPostQueue();
  for (const [count, most] of [
    [64, 1],
    [300, 237],
  ] as const) {
    const done: number[] = [];
    for (let i = 0; i < count; i++) soon(() => done.push(i));
    assert.deepEqual(done, []);
    let turns = 0;
    for (; done.length < count; turns++) await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(
      done,
      done.toSorted((a, b) => a - b),
    );
    assert.ok(turns >= most && turns <= most + 1, `${count} in ${turns} turns`);
  }
});
