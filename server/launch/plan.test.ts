import assert from 'node:assert/strict';
import { test } from 'node:test';
import { planOf } from './plan.ts';

const NINE = Date.UTC(2026, 11, 1, 9);
const USUAL = { opensAt: NINE, undoMs: 600_000, wave: 50, limits: { mailsAMinute: 600, mailsADay: 5_000 } };

function said(people: number, rest: Partial<typeof USUAL> = {}): string[] {
  return planOf({ ...USUAL, ...rest, people }).map((step) => {
    const { is, at, ...values } = step;
    const until = 'until' in values ? { until: new Date(values.until).toISOString().slice(8, 16) } : {};
    return [is, new Date(at).toISOString().slice(8, 16), ...Object.values({ ...values, ...until })].join(' ');
  });
}

test('the plan says what happens in one day', () => {
  assert.deepEqual(said(4_236), [
    'open 01T09:00',
    'wave 01T09:10 50',
    'pace 01T09:20 60',
    'pace 01T09:35 120',
    'pace 01T09:50 240',
    'done 01T09:56',
  ]);
});

test('a few are emailed at once', () => {
  assert.deepEqual(said(30), ['open 01T09:00', 'pace 01T09:10 600', 'done 01T09:10']);
});

test('more than a day’s share goes on the days after, and the last day says until when', () => {
  const plan = said(12_000);
  assert.match(plan[5] ?? '', /^enough 01T\d\d:\d\d 5000$/);
  assert.deepEqual(plan.slice(6, 7), ['next 02T09:10 5000 1']);
  assert.match(plan[7] ?? '', /^rest 03T09:10 2000 03T\d\d:\d\d$/);
  assert.equal(plan.length, 8);
  const told = said(1_000_000, { limits: { ...USUAL.limits, mailsADay: 20_000 } });
  assert.ok(told.length < 16, 'many days are one line');
});
