import assert from 'node:assert/strict';
import type { OutboxState } from '#server/db/schema.ts';
import { testOnEach } from '#server/each-database.ts';
import type { TestStore } from '#server/fixture.ts';
import { NOW, perform, settingsOf } from '../fixture.ts';
import { mailsList } from './list.ts';
import { mailsRelease } from './release.ts';
import { mailsRetry } from './retry.ts';

const HOUR = 3_600_000;
const OLD = NOW - 30 * 24 * HOUR;

async function keep(store: TestStore, state: OutboxState, n = 1, kind: 'confirm' | 'message' = 'confirm') {
  const rows = Array.from({ length: n }, (_, subject) => ({
    kind,
    subject,
    state,
    attempt: 7,
    due_at: OLD,
    created_at: OLD,
    finished_at: OLD,
    reply: '550 no such user',
  }));
  return store.query.insertInto('outbox').values(rows).returning('id').execute();
}

testOnEach('the list counts and shows what is in trouble, and only that', async (_t, open) => {
  const store = await open();
  await keep(store, 'held', 2);
  await keep(store, 'unknown', 1, 'message');
  await keep(store, 'sent', 3);
  const { code, said } = await perform(mailsList, [], await settingsOf(store));
  assert.equal(code, 0);
  assert.equal(said[0], '2 held, 0 failed, 1 unknown');
  assert.equal(said.length, 5);
  assert.match(said[2] ?? '', /^\d+ +message +unknown +2026-06-01 12:00 +7 +550 no such user$/);
});

testOnEach(
  'held mails go out again, at most 200 an hour, with links that are not too old',
  async (_t, open) => {
    const store = await open();
    await keep(store, 'held', 700);
    await keep(store, 'held', 3, 'message');
    await keep(store, 'failed');
    const { code, said } = await perform(mailsRelease, [], await settingsOf(store));
    assert.deepEqual([code, said[0]], [0, '703 released.']);
    const rows = await store.query.selectFrom('outbox').selectAll().orderBy('due_at').orderBy('id').execute();
    const confirms = rows.filter(({ kind, state }) => kind === 'confirm' && state === 'queued');
    assert.equal(confirms.length, 700);
    for (const [place, { due_at, created_at, finished_at, attempt }] of confirms.entries()) {
      const later = confirms[place + 200];
      if (later) assert.ok(later.due_at - due_at >= HOUR);
      assert.deepEqual([created_at, finished_at, attempt], [due_at, null, 0]);
    }
    const messages = rows.filter(({ kind }) => kind === 'message');
    assert.deepEqual(
      messages.map(({ state, due_at, created_at }) => [state, due_at, created_at]),
      Array.from({ length: 3 }, () => ['queued', NOW, OLD]),
    );
    assert.equal(rows.filter(({ state }) => state === 'failed').length, 1);
    assert.deepEqual((await perform(mailsRelease, [], await settingsOf(store))).said[0], 'Nothing is held.');
  },
);

testOnEach('what failed or may have failed is tried again, and nothing else', async (_t, open) => {
  const store = await open();
  const ids = [];
  for (const state of ['failed', 'unknown', 'sent', 'held'] as const) ids.push(...(await keep(store, state)));
  const [failed, unknown, sent, held] = ids.map(({ id }) => String(id));
  const settings = await settingsOf(store);
  assert.ok(failed && unknown && sent && held);
  const some = await perform(mailsRetry, [failed, unknown], settings);
  assert.deepEqual(some, { code: 0, said: ['2 will be tried again.'], warned: [] });
  const others = await perform(mailsRetry, [sent, held, failed], settings);
  assert.deepEqual(others, {
    code: 1,
    said: ['0 will be tried again.'],
    warned: [`Not in the list of what failed: ${sent}, ${held}, ${failed}.`],
  });
  const rows = await store.query.selectFrom('outbox').selectAll().orderBy('id').execute();
  assert.deepEqual(
    rows.map(({ state, attempt, due_at, created_at }) => [state, attempt, due_at, created_at]),
    [
      ['queued', 0, NOW, NOW],
      ['queued', 0, NOW, NOW],
      ['sent', 7, OLD, OLD],
      ['held', 7, OLD, OLD],
    ],
  );
  assert.equal((await perform(mailsRetry, ['x'], settings)).code, 2);
});
