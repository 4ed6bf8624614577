import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AccountMeans } from '#contract/owner/delivery.ts';
import { DAY, HOUR } from '#contract/time.ts';
import { findAlarms, findCopyWarnings, findFailingCopies } from './decide.ts';
import { type AlarmFigures } from './figures.ts';

const NOW = Date.parse('2026-11-21T12:30:00Z');
const MB = 1_000_000;
const QUIET: AlarmFigures = {
  newest: [],
  signUps: { recent: 0, before: { count: 0, overMs: 7 * DAY } },
  messages: 0,
  rejected: { count: 0, reply: null },
  refused: null,
  undelivered: { count: 0, reply: null },
  paused: [],
  space: { free: 5000 * MB, total: 10_000 * MB },
};

function alarmsOf(figures: Partial<AlarmFigures>, now = NOW) {
  return findAlarms({ ...QUIET, ...figures }, now);
}

/** Sign-ups, newest first, `gap` apart, the last one `silence` ago. */
function signUps(count: number, gap: number, silence: number): AlarmFigures['newest'] {
  return Array.from({ length: count }, (_, i) => ({ id: 1000 - i, at: NOW - silence - i * gap }));
}

test('as usual there is no alarm', () => {
  assert.deepEqual(alarmsOf({}), []);
  assert.deepEqual(alarmsOf({ space: null }), []);
});

test('silence is a day and five times the usual gap, each of them passed, and known only from 20 sign-ups', () => {
  const silent = (count: number, gap: number, silence: number) =>
    alarmsOf({ newest: signUps(count, gap, silence) }).length;
  assert.equal(silent(51, HOUR, DAY), 0);
  assert.equal(silent(51, HOUR, DAY + 1), 1);
  assert.equal(silent(51, 10 * HOUR, 50 * HOUR), 0);
  assert.equal(silent(51, 10 * HOUR, 50 * HOUR + 1), 1);
  assert.equal(silent(19, HOUR, 9 * DAY), 0);
  assert.equal(silent(20, HOUR, 9 * DAY), 1);
});

test('a silence is reported once, and again after each further week', () => {
  const once = (silence: number) => alarmsOf({ newest: signUps(51, HOUR, silence) })[0]?.dedupKey;
  assert.equal(once(2 * DAY), 'alarm-silence:1000:0');
  assert.equal(once(8 * DAY - 1), 'alarm-silence:1000:0');
  assert.equal(once(8 * DAY), 'alarm-silence:1000:1');
  assert.deepEqual(alarmsOf({ newest: signUps(51, 90 * 60_000, 2.5 * DAY) })[0], {
    mail: 'alarm-silence',
    values: { hours: '60', usual: '1.5' },
    dedupKey: 'alarm-silence:1000:0',
  });
});

test('a burst is more than 30 in ten minutes and more than ten times the usual', () => {
  const burst = (recent: number, count: number, overMs: number) =>
    alarmsOf({ signUps: { recent, before: { count, overMs } } }).length;
  assert.equal(burst(30, 0, 7 * DAY), 0);
  assert.equal(burst(31, 0, 7 * DAY), 1);
  // Five in ten minutes are usual.
  assert.equal(burst(50, 30, HOUR), 0);
  assert.equal(burst(51, 30, HOUR), 1);
  // A sample that is entirely from the last ten minutes.
  assert.equal(burst(10_000, 0, 0), 1);
});

test('messages count for a rush like sign-ups', () => {
  assert.deepEqual(alarmsOf({ messages: 30 }), []);
  assert.deepEqual(alarmsOf({ messages: 31 })[0], {
    mail: 'alarm-burst',
    values: { count: '31', minutes: '10' },
    dedupKey: 'alarm-burst:2026-11-21T12',
    unlessSaid: { dedupKey: 'alarm-burst:2026-11-21T11', withinMs: HOUR },
  });
});

test('an account that refuses is reported once per refusal, one that is away after an hour (catches: with each look)', () => {
  const refused = (means: AccountMeans, since: number, tries = 0) => {
    const [alarm] = alarmsOf({ refused: { account: '', means, words: '', since, nextAt: 0, tries } });
    return alarm?.dedupKey;
  };
  assert.equal(refused('limit', 7), 'alarm-account:7');
  assert.equal(refused('other', 7), undefined);
  assert.equal(refused('other', 7, 1), 'alarm-account:7');
  assert.equal(refused('away', NOW - 1_000, 9), undefined);
  assert.equal(refused('away', NOW - HOUR), `alarm-account:${NOW - HOUR}`);
});

test('refused submissions and mails that do not get out are reported with the last answer, once a day', () => {
  const [forward] = alarmsOf({ rejected: { count: 3, reply: '403 form disabled' } });
  assert.deepEqual(forward, {
    mail: 'alarm-forward',
    values: { count: '3', reply: '403' },
    dedupKey: 'alarm-forward:2026-11-21',
    unlessSaid: { dedupKey: 'alarm-forward:2026-11-20', withinMs: DAY },
  });
  // The mail server's words may name the rejected person; they are neither logged nor stored.
  for (const [reply, told] of [
    ['550 5.1.1 jd: no such user at smith.example', '550 5.1.1'],
    ['550-5.7.26 jd is not accepted', '550-5.7.26'],
    ['the mail server refuses our credentials (535 jd)', 'the mail server refuses our credentials'],
  ] as const) {
    const [alarm] = alarmsOf({ undelivered: { count: 1, reply } });
    assert.deepEqual(alarm?.values, { count: '1', reply: told });
  }
  const [mail] = alarmsOf({ undelivered: { count: 1, reply: null } });
  assert.deepEqual([mail?.mail, mail?.values], ['alarm-mail', { count: '1', reply: '–' }]);
});

test('a disk is reported below 500 MB or 5 %, with what is left', () => {
  const told = (freeMb: number, totalMb: number) =>
    alarmsOf({ space: { free: freeMb * MB, total: totalMb * MB } })[0]?.values;
  assert.equal(told(500, 9_000), undefined);
  assert.deepEqual(told(499, 9_000), { free: '499 MB' });
  assert.equal(told(1_000, 20_000), undefined);
  assert.deepEqual(told(1_270, 30_000), { free: '1.2 GB' });
});

test('a fault of copies that arrive is reported once each time (catches: each minute)', () => {
  const warnings = [{ code: 'shared', said: 'another list', since: 5 }] as const;
  const status = { to: 'there', until: 9, failing: null, checked: null, warnings: [...warnings] };
  const [told, ...more] = findCopyWarnings(status);
  assert.deepEqual(more, []);
  assert.deepEqual(told?.values, { reply: 'another list' });
  assert.equal(findCopyWarnings(status)[0]?.dedupKey, told?.dedupKey);
});

test('copies elsewhere that fail for ten minutes are reported, also if nobody says why; a server that has just started is given time (catches: at once; never)', () => {
  const status = { to: 'there', until: 0, failing: null, checked: null, warnings: [] };
  const failing = (minutes: number) => ({ since: minutes * 60_000, code: 'full', said: 'no space' }) as const;
  const told = (given: object, now: number, startedAt = 0) =>
    findFailingCopies({ ...status, ...given }, now * 60_000, startedAt * 60_000)?.values;
  assert.equal(told({ failing: failing(100) }, 109), undefined);
  assert.deepEqual(told({ failing: failing(100) }, 110), { minutes: '10', reply: 'no space' });
  assert.equal(told({ until: 100 * 60_000 }, 109), undefined);
  assert.deepEqual(told({ until: 100 * 60_000 }, 111), { minutes: '11', reply: '–' });
  assert.equal(told({ until: 100 * 60_000 }, 5000, 4991), undefined);
  assert.ok(told({ until: null }, 5001, 4991));
  assert.ok(told({ until: 9000 * 60_000 }, 5001, 4991), 'a clock was ahead');
});
