import assert from 'node:assert/strict';
import { HOUR, MINUTE } from '#contract/time.ts';
import { KINDS } from '#server/kinds/kinds.ts';
import { testOnEach } from '#test/fixtures/each-database.ts';
import type { TestStore } from '#test/fixtures/store.ts';
import { IMPORTED } from '#server/list/receipts.ts';
import { readAlarmFigures } from './figures.ts';

const NOW = Date.parse('2026-11-21T12:30:00Z');

let people = 0;

async function signUp(
  { write }: TestStore,
  count: number,
  created_at: number,
  consent: string | null = null,
) {
  const rows = Array.from({ length: count }, () => {
    const key = `p${++people}@example.com`;
    const person = { key, address: key, language: 'en' as const, state: 'pending' as const };
    return { ...person, consent, created_at };
  });
  // Below the bind-parameter limits of PostgreSQL and SQLite.
  for (let i = 0; i < rows.length; i += 1000)
    await write
      .insertInto('subscription')
      .values(rows.slice(i, i + 1000))
      .execute();
}

testOnEach(
  'a silence is known behind an imported list (catches: only a thousand rows are read)',
  async (_t, open) => {
    const store = await open();
    for (let n = 60; n > 0; n--) await signUp(store, 1, NOW - n * HOUR);
    await signUp(store, 5_000, NOW, IMPORTED);
    const { newest, signUps } = await readAlarmFigures(store.write, KINDS, NOW, null);
    assert.deepEqual([newest.length, newest[0]?.at], [51, NOW - HOUR]);
    assert.deepEqual([signUps.recent, signUps.before.count], [0, 60]);
  },
);

testOnEach(
  'behind a longer one the usual is that of the time since (catches: few rows are taken for those of a week)',
  async (_t, open) => {
    const store = await open();
    await signUp(store, 100, NOW - HOUR);
    await signUp(store, 10_000, NOW - 40 * MINUTE, IMPORTED);
    await signUp(store, 60, NOW - 20 * MINUTE);
    await signUp(store, 40, NOW - MINUTE);
    const { signUps } = await readAlarmFigures(store.write, KINDS, NOW, null);
    assert.deepEqual(signUps, { recent: 40, before: { count: 60, overMs: 30 * MINUTE } });
  },
);

testOnEach('contact messages of the last ten minutes count, robots’ too', async (_t, open) => {
  const store = await open();
  const rest = { body_hash: '', name: '', company: '', email: '', phone: '', message: '' };
  for (const [place, ago] of [0, MINUTE, HOUR].entries())
    await store.write
      .insertInto('message')
      .values({
        ...rest,
        key: `${place}`,
        language: 'en',
        suspect: ago ? 'token' : null,
        created_at: NOW - ago,
      })
      .execute();
  assert.equal((await readAlarmFigures(store.write, KINDS, NOW, null)).messages, 2);
});
