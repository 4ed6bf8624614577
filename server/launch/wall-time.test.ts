import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readWallTime, sayTime } from './wall-time.ts';

const ZONE = 'Europe/Lisbon';

test('an hour of the owner’s zone is the same moment in winter and summer', () => {
  assert.deepEqual(readWallTime({ at: '2026-12-01 09:00', zone: ZONE }), {
    ok: true,
    time: Date.UTC(2026, 11, 1, 9),
  });
  assert.deepEqual(readWallTime({ at: '2026-07-01T09:00', zone: ZONE }), {
    ok: true,
    time: Date.UTC(2026, 6, 1, 8),
  });
});

test('an hour that summer time skips is refused, one that comes twice is asked (catches: guessed)', () => {
  assert.deepEqual(readWallTime({ at: '2027-03-28 01:30', zone: ZONE }), {
    ok: false,
    why: 'skipped',
    from: '01:00',
    to: '02:00',
  });
  const doubled = { at: '2026-10-25 01:30', zone: ZONE };
  const [first, second] = [Date.UTC(2026, 9, 25, 0, 30), Date.UTC(2026, 9, 25, 1, 30)];
  assert.deepEqual(readWallTime(doubled), { ok: false, why: 'doubled', choices: [first, second] });
  assert.deepEqual(readWallTime(doubled, 'first'), { ok: true, time: first });
  assert.deepEqual(readWallTime(doubled, 'second'), { ok: true, time: second });
  assert.match(sayTime(first, ZONE), /Sunday,? 25 October 2026 at 01:30 (GMT\+1|WEST)/);
  assert.match(sayTime(second, ZONE), /01:30 (GMT|WET)$/);
});

test('text that is not a time or not a zone is called so', () => {
  for (const at of ['', 'tomorrow', '2026-02-30 09:00', '2026-12-01 25:00', '2026-12-01'])
    assert.deepEqual(readWallTime({ at, zone: ZONE }), { ok: false, why: 'unreadable' }, at);
  assert.deepEqual(readWallTime({ at: '2026-12-01 09:00', zone: 'Mars/Olympus' }), {
    ok: false,
    why: 'zone',
  });
});
