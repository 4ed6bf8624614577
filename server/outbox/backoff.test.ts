import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MINUTE } from '#contract/time.ts';
import { nextAttempt } from './backoff.ts';

const middle = () => 0.5;

test('waits 1, 5, 30 minutes, 2, 8, 13, 24 and 24 hours, then gives up after three days', () => {
  const waits = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((attempt) => nextAttempt(attempt, 0, middle));
  assert.deepEqual(
    waits.map((wait) => wait && wait / MINUTE),
    [1, 5, 30, 120, 480, 780, 1440, 1440, null],
  );
  const days = waits.reduce((sum: number, wait) => sum + (wait ?? 0), 0) / (24 * 60 * MINUTE);
  assert.equal(Math.round(days * 10) / 10, 3);
});

test('spreads what failed together by a fifth to each side', () => {
  assert.equal(
    nextAttempt(2, 1000, () => 0),
    1000 + 4 * MINUTE,
  );
  assert.ok((nextAttempt(2, 1000, () => 0.999_999) ?? 0) <= 1000 + 6 * MINUTE);
  assert.notEqual(
    nextAttempt(2, 0, () => 0.2),
    nextAttempt(2, 0, () => 0.8),
  );
});

test('waits as long as the other side asked, never shorter than its own delay', () => {
  assert.equal(nextAttempt(1, 0, middle, 10 * MINUTE), 10 * MINUTE);
  assert.equal(nextAttempt(3, 0, middle, 10 * MINUTE), 30 * MINUTE);
});

test('ends even for a count of attempts beyond all reason', () => {
  assert.equal(nextAttempt(1_000_000, 0, middle), null);
});
