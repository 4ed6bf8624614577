import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOUR } from '#contract/time.ts';
import { firstHourIn, dayIn, daysUpTo } from './days.ts';

const LISBON = 'Europe/Lisbon';

/** Returns the number of hours in each of these days. */
function hoursOf(day: string, zone: string): number {
  const [, next = ''] = daysUpTo(day, 1).concat(
    daysUpTo(new Date(Date.parse(day) + 36 * HOUR).toISOString().slice(0, 10), 1),
  );
  return firstHourIn(next, zone) - firstHourIn(day, zone);
}

test('a day has 23 hours in spring and 25 in autumn, each hour in one day (catches: days of 24 hours)', () => {
  assert.equal(hoursOf('2026-03-29', LISBON), 23);
  assert.equal(hoursOf('2026-10-25', LISBON), 25);
  assert.equal(hoursOf('2026-11-20', LISBON), 24);
  const dayOf = dayIn(LISBON);
  assert.equal(dayOf(Date.UTC(2026, 6, 1, 22)), '2026-07-01');
  assert.equal(dayOf(Date.UTC(2026, 6, 1, 23)), '2026-07-02', 'summer time');
  assert.equal(dayOf(Date.UTC(2026, 0, 1, 23)), '2026-01-01', 'winter time');
  assert.equal(dayIn('America/Sao_Paulo')(Date.UTC(2026, 0, 1, 2)), '2025-12-31');
});

test('the days before one are those of the calendar, across months, leap days and summer time', () => {
  assert.deepEqual(daysUpTo('2028-03-01', 3), ['2028-02-28', '2028-02-29', '2028-03-01']);
  assert.deepEqual(daysUpTo('2026-03-30', 3), ['2026-03-28', '2026-03-29', '2026-03-30']);
});
