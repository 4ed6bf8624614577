import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MINUTE } from '#contract/time.ts';
import { createBucket, halfOf, LOOK_MS, roomFor, type Standing } from './warm-up.ts';
import { createProviders } from './providers.ts';

const QUARTER = 15 * MINUTE;

test('a first wave, ten minutes of looking, then 60 a minute, doubled each quarter of an hour', () => {
  const at = (now: number, rest: Partial<Standing> = {}) =>
    roomFor({ wave: 50, maxPerMinute: 600, waveEnded: 0, paceFrom: null, pace: 0, now, ...rest });
  assert.equal(at(0, { waveEnded: null }).aMinute, 600);
  assert.deepEqual(at(LOOK_MS - 1), { aMinute: 0, until: LOOK_MS });
  const after = (quarters: number) => at(LOOK_MS + quarters * QUARTER).aMinute;
  assert.deepEqual([0, 0.9, 1, 2, 3, 4, 100].map(after), [60, 60, 120, 240, 480, 600, 600]);
  // The mail server asked to slow down after an hour.
  const slowed = { pace: 30, paceFrom: 4 * QUARTER };
  assert.deepEqual(
    [0, 1, 2].map((quarters) => at((4 + quarters) * QUARTER, slowed).aMinute),
    [30, 60, 120],
  );
  assert.equal(at(0, { wave: 0, waveEnded: null }).aMinute, 600);
});

test('asked to slow down it halves what it does, or would do after looking (catches: one a minute from a wave on)', () => {
  const standing = { wave: 50, maxPerMinute: 600, waveEnded: 0, paceFrom: null, pace: 0, now: 0 };
  assert.equal(halfOf({ ...standing, waveEnded: null }), 30);
  assert.equal(halfOf({ ...standing, now: LOOK_MS - 1 }), 30);
  assert.equal(halfOf({ ...standing, now: LOOK_MS + 2 * QUARTER }), 120);
  assert.equal(halfOf({ ...standing, pace: 1, paceFrom: 0 }), 1);
  const noWave = { ...standing, wave: 0, waveEnded: null };
  assert.equal(halfOf(noWave), 300);
  assert.equal(roomFor({ ...noWave, pace: 300, paceFrom: 0 }).aMinute, 300);
  assert.equal(roomFor({ ...standing, waveEnded: null, pace: 30, paceFrom: 0 }).aMinute, 30);
});

test('no minute has more than a sixtieth too many, whenever it begins (M7; catches: a full bucket at the start)', () => {
  const clock = { time: 0 };
  const bucket = createBucket(() => clock.time);
  const started: number[] = [];
  for (; clock.time < 10 * MINUTE; clock.time += 20)
    for (let n = bucket.take(60, 6); n > 0; n -= 1) started.push(clock.time);
  const inMinute = (from: number) => started.filter((at) => at >= from && at < from + MINUTE).length;
  const most = Math.max(...started.map(inMinute));
  assert.ok(most <= 61, `${most} in a minute`);
  assert.ok(started.length >= 590, `${started.length} in ten minutes`);
});

test('a provider is known by its mail hosts, and gets half the pace when it asks for it', async () => {
  const clock = { time: 0 };
  const hosts: Record<string, { exchange: string; priority: number }[]> = {
    'gmail.com': [{ exchange: 'gmail-smtp-in.l.google.com', priority: 5 }],
    'hosted.example': [
      { exchange: 'backup.example.net', priority: 20 },
      { exchange: 'ASPMX.L.GOOGLE.COM.', priority: 1 },
    ],
    'shop.example': [{ exchange: 'mx1.mail.example.co.uk', priority: 1 }],
  };
  const resolve = (domain: string) =>
    Promise.resolve(hosts[domain] ?? Promise.reject(new Error('ENOTFOUND')));
  const { of, slow, mayTake } = createProviders(resolve, () => clock.time);
  assert.deepEqual(
    await Promise.all(['a@gmail.com', 'b@HOSTED.example', 'c@shop.example', 'd@none.example'].map(of)),
    ['google.com', 'google.com', 'example.co.uk', 'none.example'],
  );
  // Several concurrent mails report it at once.
  for (let n = 0; n < 6; n += 1) slow('google.com');
  const takenInAMinute = (provider: string) => {
    let taken = 0;
    for (const end = clock.time + MINUTE; clock.time < end; clock.time += 100)
      if (mayTake(provider, 60)) taken += 1;
    return taken;
  };
  assert.equal(takenInAMinute('example.co.uk'), 600);
  const slowed = takenInAMinute('google.com');
  assert.ok(slowed >= 29 && slowed <= 31, `${slowed}`);
  clock.time += QUARTER;
  assert.equal(takenInAMinute('google.com'), 600);
});
