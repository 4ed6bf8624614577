import assert from 'node:assert/strict';
import { testOnEach } from '#server/each-database.ts';
import type { TestStore } from '#server/fixture.ts';
import { IMPORTED } from '#server/subscribe/subscription.ts';
import { HELD } from '#server/outbox/held.ts';
import { HOUR, readAlarmFigures } from './figures.ts';

const NOW = Date.parse('2026-11-21T12:30:00Z');
const MINUTE = 60_000;

let people = 0;

async function signUp(
  { query }: TestStore,
  count: number,
  created_at: number,
  consent: string | null = null,
) {
  const rows = Array.from({ length: count }, () => {
    const key = `p${++people}@example.com`;
    const person = { key, address: key, language: 'en' as const, state: 'pending' as const };
    return { ...person, consent, created_at };
  });
  // Fewer than the values PostgreSQL and SQLite take in one statement.
  for (let i = 0; i < rows.length; i += 1000)
    await query
      .insertInto('subscription')
      .values(rows.slice(i, i + 1000))
      .execute();
}

testOnEach(
  'a silence is known behind an imported list (fault: only a thousand rows are looked at)',
  async (_t, open) => {
    const store = await open();
    for (let n = 60; n > 0; n--) await signUp(store, 1, NOW - n * HOUR);
    await signUp(store, 5_000, NOW, IMPORTED);
    const { newest, signUps } = await readAlarmFigures(store.query, NOW, null);
    assert.deepEqual([newest.length, newest[0]?.at], [51, NOW - HOUR]);
    assert.deepEqual([signUps.recent, signUps.before.count], [0, 60]);
  },
);

testOnEach(
  'behind a longer one the usual is that of the time since (fault: few rows are taken for those of a week)',
  async (_t, open) => {
    const store = await open();
    await signUp(store, 100, NOW - HOUR);
    await signUp(store, 10_000, NOW - 40 * MINUTE, IMPORTED);
    await signUp(store, 60, NOW - 20 * MINUTE);
    await signUp(store, 40, NOW - MINUTE);
    const { signUps } = await readAlarmFigures(store.query, NOW, null);
    assert.deepEqual(signUps, { recent: 40, before: { count: 60, overMs: 30 * MINUTE } });
  },
);

testOnEach(
  'a rush is what a limit holds (fault: a restore, and a message without an owner’s address, count too)',
  async (_t, open) => {
    const store = await open();
    const hold = (reply: string | null, finished_at: number, kind: 'confirm' | 'message' = 'confirm') =>
      store.query
        .insertInto('outbox')
        .values({ kind, state: 'held', due_at: 0, created_at: 0, finished_at, reply })
        .execute();
    const held = async () => (await readAlarmFigures(store.query, NOW, null)).held;
    await hold(HELD.restored, NOW);
    await hold(HELD.noOwner, NOW, 'message');
    assert.deepEqual(await held(), { count: 0, fresh: false });
    await hold(null, NOW - HOUR);
    assert.deepEqual(await held(), { count: 1, fresh: false });
    await hold('More than 100 messages came within an hour.', NOW - MINUTE, 'message');
    assert.deepEqual(await held(), { count: 2, fresh: true });
  },
);
