import assert from 'node:assert/strict';
import { test } from 'node:test';
import { confirmationAllowance } from './breaker.ts';

for (const [sentLastHour, meanOfTrailingHours, allowed] of [
  [0, 0, 300],
  [299, 0, 1],
  [300, 0, 0],
  [50_000, 0, 0],
  [300, 30, 0],
  [300, 40, 100],
  [0, 40.55, 405],
] as const) {
  test(`after ${sentLastHour} mails in an hour, usually ${meanOfTrailingHours}, ${allowed} more may go (fault: no upper limit)`, () => {
    assert.equal(confirmationAllowance({ sentLastHour, meanOfTrailingHours }), allowed);
  });
}
