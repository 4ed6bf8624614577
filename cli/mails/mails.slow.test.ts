import assert from 'node:assert/strict';
import { testOnEach } from '#test/fixtures/each-database.ts';
import type { TestStore } from '#test/fixtures/store.ts';
import { NOW, perform, person, settingsOf } from '#test/fixtures/command.ts';
import { type Standing, standing, standingOf } from '#test/fixtures/outbox.ts';
import { mailsList } from './list.ts';
import { mailsRelease, mailsRetry } from './again.ts';

const HOUR = 3_600_000;
const OLD = NOW - 30 * 24 * HOUR;

let subjects = 0;

/** Each about another person. */
async function keep(store: TestStore, how: Standing, n = 1, kind: 'confirm' | 'message' = 'confirm') {
  const rows = Array.from({ length: n }, () => ({
    kind,
    subject_id: ++subjects,
    ...standing(how, OLD),
    subject_type: kind === 'message' ? ('message' as const) : ('subscription' as const),
    attempt: 7,
    due_at: OLD,
    created_at: OLD,
    finished_at: how === 'held' ? null : OLD,
    reply: '550 no such user',
  }));
  return store.write.insertInto('outbox').values(rows).returning('id').execute();
}

/** Ana's two mails and Eva's forward are on hold, Eva's confirmation failed; returns their ids. */
async function withPeople(store: TestStore): Promise<number[]> {
  for (const name of ['ana', 'eva']) await store.add(person(`${name}@example.com`));
  await store.write.deleteFrom('outbox').execute();
  const people = await store.write.selectFrom('subscription').select('id').orderBy('key').execute();
  const [ana, eva] = people.map(({ id }) => id);
  const words = { name: 'Ana', company: 'A', phone: '1', message: 'Hello', language: 'en' as const };
  const written = { ...words, key: 'k', body_hash: 'h', email: 'ANA@example.com', created_at: OLD };
  const message = await store.write.insertInto('message').values(written).returning('id').executeTakeFirst();
  const rows = [
    { kind: 'confirm', subject_id: ana, state: 'held' },
    { kind: 'message', subject_id: message?.id, state: 'held' },
    { kind: 'forward', subject_id: eva, state: 'held' },
    { kind: 'confirm', subject_id: eva, state: 'failed' },
  ] as const;
  const ids: number[] = [];
  for (const { kind, subject_id: subject = null, state } of rows) {
    const about = kind === 'message' ? ('message' as const) : ('subscription' as const);
    const row = {
      kind,
      subject_type: about,
      subject_id: subject,
      ...standing(state, OLD),
      due_at: OLD,
      created_at: OLD,
    };
    const { id } = await store.write
      .insertInto('outbox')
      .values(row)
      .returning('id')
      .executeTakeFirstOrThrow();
    ids.push(id);
  }
  return ids;
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
  assert.match(said[2] ?? '', /^\d+ +message +- +unknown +2026-06-01 12:00 +7 +550 no such user$/);
});

testOnEach(
  'the list can be of one state, and says whom it is about (fault: only numbers)',
  async (_t, open) => {
    const store = await open();
    await withPeople(store);
    const settings = await settingsOf(store);
    const { said } = await perform(mailsList, ['--state', 'held'], settings);
    assert.deepEqual(
      said.slice(2).map((line) => line.split(/ {2,}/).slice(1, 4).join(' ')),
      ['forward eva@example.com held', 'message ANA@example.com held', 'confirm ana@example.com held'],
    );
    const failed = await perform(mailsList, ['--state', 'failed'], settings);
    assert.deepEqual([failed.said.length, failed.said[0]], [3, '3 held, 1 failed, 0 unknown']);
    assert.equal((await perform(mailsList, ['--state', 'sent'], settings)).code, 2);
  },
);

testOnEach('what is named by ID or address goes out again, and nothing else', async (_t, open) => {
  const store = await open();
  const ids = await withPeople(store);
  const settings = await settingsOf(store, { OWNER_EMAIL: 'owner@example.com' });
  const one = await perform(mailsRelease, ['Ana@example.com'], settings);
  assert.deepEqual([one.code, one.said[0]], [0, '2 released.']);
  const states = async () => {
    const rows = await store.write.selectFrom('outbox').select(['state', 'held_at']).orderBy('id').execute();
    return rows.map(standingOf);
  };
  assert.deepEqual(await states(), ['queued', 'queued', 'held', 'failed']);
  const again = await perform(mailsRelease, ['ana@example.com', String(ids[2])], settings);
  assert.deepEqual(again.said, ['1 released.']);
  assert.deepEqual(again.warned, ['Not among emails on hold: ana@example.com.']);
  const tried = await perform(mailsRetry, ['eva@example.com'], settings);
  assert.deepEqual(tried, { code: 0, said: ['1 will be resent.'], warned: [] });
  assert.deepEqual(await states(), ['queued', 'queued', 'queued', 'queued']);
  const none = await perform(mailsRetry, ['nobody@example.com'], settings);
  assert.deepEqual(none.warned, ['Not among emails not delivered: nobody@example.com.']);
  assert.equal(none.code, 1);
});

testOnEach(
  'held mails go out again, at most 200 an hour, with links that are not too old',
  async (_t, open) => {
    const store = await open();
    await keep(store, 'held', 700);
    await keep(store, 'held', 3, 'message');
    await keep(store, 'failed');
    const settings = await settingsOf(store, { OWNER_EMAIL: 'owner@example.com' });
    const { code, said } = await perform(mailsRelease, [], settings);
    assert.deepEqual([code, said[0]], [0, '703 released.']);
    const rows = await store.write.selectFrom('outbox').selectAll().orderBy('due_at').orderBy('id').execute();
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
    assert.deepEqual(
      (await perform(mailsRelease, [], await settingsOf(store))).said[0],
      'Nothing is on hold.',
    );
  },
);

testOnEach(
  'where nobody gets messages theirs stay held, and the command says so (fault: they are called released)',
  async (_t, open) => {
    const store = await open();
    await keep(store, 'held', 2, 'message');
    const settings = await settingsOf(store);
    const alone = await perform(mailsRelease, [], settings);
    const warned = ['Contact messages on hold until OWNER_EMAIL is set: 2.'];
    assert.deepEqual(alone, { code: 1, said: ['0 released.'], warned });
    await keep(store, 'held');
    assert.deepEqual(await perform(mailsRelease, [], settings), { code: 0, said: ['1 released.'], warned });
    const rows = await store.write
      .selectFrom('outbox')
      .select(['kind', 'state', 'held_at'])
      .orderBy('id')
      .execute();
    assert.deepEqual(
      rows.map((row) => `${row.kind} ${standingOf(row)}`),
      ['message held', 'message held', 'confirm queued'],
    );
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
  assert.deepEqual(some, { code: 0, said: ['2 will be resent.'], warned: [] });
  const others = await perform(mailsRetry, [sent, held, failed], settings);
  assert.deepEqual(others, {
    code: 1,
    said: ['0 will be resent.'],
    warned: [`Not among emails not delivered: ${sent}, ${held}, ${failed}.`],
  });
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
  assert.equal((await perform(mailsRetry, ['x'], settings)).code, 2);
});
