import assert from 'node:assert/strict';
import { DAY, HOUR } from '#contract/time.ts';
import { KINDS } from '#server/kinds/kinds.ts';
import { testOnEach } from '#test/fixtures/each-database.ts';
import { type Standing, standing, standingOf, START as NOW } from '#test/fixtures/outbox.ts';
import type { TestStore } from '#test/fixtures/store.ts';
import { releaseMails, retry } from './send-again.ts';

const OLD = NOW - 30 * DAY;

let subjects = 0;

/** Each about another person. */
async function keep(
  { write }: TestStore,
  how: Standing,
  n = 1,
  kind: 'confirm' | 'message' | 'book' = 'confirm',
): Promise<number[]> {
  const rows = Array.from({ length: n }, () => ({
    kind,
    subject_id: ++subjects,
    payload: kind === 'book' ? 'seo' : null,
    ...standing(how, OLD),
    subject_type: kind === 'message' ? ('message' as const) : ('subscription' as const),
    attempt: 7,
    due_at: OLD,
    created_at: OLD,
    finished_at: how === 'held' ? null : OLD,
    reply: '550 no such user',
  }));
  const kept = await write.insertInto('outbox').values(rows).returning('id').execute();
  return kept.map(({ id }) => id);
}

function rowsOf({ write }: TestStore) {
  return write.selectFrom('outbox').selectAll().orderBy('due_at').orderBy('id').execute();
}

for (const kind of ['confirm', 'book'] as const)
  testOnEach(
    `held mails of the kind ${kind} go out again, at most 200 an hour, with links that are not too old (catches: all at once)`,
    async (_t, open) => {
      const store = await open();
      await keep(store, 'held', 350, kind);
      await keep(store, 'held', 3, 'message');
      await keep(store, 'failed');
      const how = { now: NOW, toOwner: true };
      assert.equal((await releaseMails(store.write, KINDS, null, how)).sent.length, 353);
      // Behind those already waiting.
      await keep(store, 'held', 1, kind);
      assert.equal((await releaseMails(store.write, KINDS, null, how)).sent.length, 1);
      const rows = await rowsOf(store);
      const paced = rows.filter((row) => row.kind === kind && row.state === 'queued');
      assert.equal(paced.length, 351);
      for (const [place, { due_at, created_at, finished_at, attempt }] of paced.entries()) {
        const later = paced[place + 200];
        if (later) assert.ok(later.due_at - due_at >= HOUR);
        assert.deepEqual([created_at, finished_at, attempt], [due_at, null, 0]);
      }
      const messages = rows.filter((row) => row.kind === 'message');
      assert.deepEqual(
        messages.map(({ state, due_at, created_at }) => [state, due_at, created_at]),
        Array.from({ length: 3 }, () => ['queued', NOW, OLD]),
      );
      assert.equal(rows.filter(({ state }) => state === 'failed').length, 1);
    },
  );

testOnEach(
  'where nobody gets messages theirs stay held (catches: they are called released)',
  async (_t, open) => {
    const store = await open();
    await keep(store, 'held', 2, 'message');
    await keep(store, 'held');
    const done = await releaseMails(store.write, KINDS, null, { now: NOW, toOwner: false });
    assert.deepEqual([done.sent.length, done.kept.length], [1, 2]);
    assert.deepEqual(
      (await rowsOf(store)).map((row) => `${row.kind} ${standingOf(row)}`),
      ['message held', 'message held', 'confirm queued'],
    );
  },
);

testOnEach('a mail that failed or may have failed is tried again, and nothing else', async (_t, open) => {
  const store = await open();
  const ids: number[] = [];
  for (const state of ['failed', 'unknown', 'sent', 'held'] as const) ids.push(...(await keep(store, state)));
  const [failed, unknown] = ids;
  assert.deepEqual((await retry(store.write, KINDS, ids, NOW)).sent, [failed, unknown]);
  assert.deepEqual((await retry(store.write, KINDS, ids, NOW)).sent, []);
  const rows = await store.write.selectFrom('outbox').selectAll().orderBy('id').execute();
  assert.deepEqual(
    rows.map((row) => [standingOf(row), row.attempt, row.due_at, row.created_at]),
    [
      ['queued', 0, NOW, NOW],
      ['queued', 0, NOW, NOW],
      ['sent', 7, OLD, OLD],
      ['held', 7, OLD, OLD],
    ],
  );
});
