import assert from 'node:assert/strict';
import { testOnEach } from '#test/fixtures/each-database.ts';
import type { TestStore } from '#test/fixtures/store.ts';
import { NOW, perform, person, settingsOf } from '#test/fixtures/command.ts';
import { standing } from '#test/fixtures/outbox.ts';
import { subscribersRelease } from '../subscribers.ts';
import { mailsList } from './list.ts';
import { mailsRelease, mailsRetry } from './again.ts';

const HOUR = 3_600_000;
const OLD = NOW - 30 * 24 * HOUR;

/** A book mail for Ana on hold, and a failed one. */
async function withBooks(store: TestStore): Promise<void> {
  await store.add(person('ana@example.com'));
  await store.write.deleteFrom('outbox').execute();
  const { id } = await store.write.selectFrom('subscription').select('id').executeTakeFirstOrThrow();
  for (const [payload, state] of [
    ['seo', 'held'],
    ['ads', 'failed'],
  ] as const) {
    const row = {
      kind: 'book' as const,
      subject_id: id,
      payload,
      ...standing(state, OLD),
      due_at: OLD,
      created_at: OLD,
    };
    await store.write.insertInto('outbox').values(row).execute();
  }
}

function rowsOf({ write }: TestStore) {
  return write
    .selectFrom('outbox')
    .select(['kind', 'payload', 'state', 'due_at', 'created_at'])
    .orderBy('id')
    .execute();
}

testOnEach(
  'books that are held or failed are listed, and go out again with a link that is not too old (fault: it has ended)',
  async (_t, open) => {
    const store = await open();
    await withBooks(store);
    const settings = await settingsOf(store);
    const { said } = await perform(mailsList, [], settings);
    assert.deepEqual(
      said.slice(2).map((line) => line.split(/ {2,}/).slice(1, 4).join(' ')),
      ['book ana@example.com failed', 'book ana@example.com held'],
    );
    assert.deepEqual((await perform(mailsRelease, ['ana@example.com'], settings)).said[0], '1 released.');
    assert.deepEqual((await perform(mailsRetry, ['ana@example.com'], settings)).said[0], '1 will be resent.');
    const now = { kind: 'book', state: 'queued', due_at: NOW, created_at: NOW };
    assert.deepEqual(await rowsOf(store), [
      { ...now, payload: 'seo' },
      { ...now, payload: 'ads' },
    ]);
  },
);

/** Adds confirmed people, each with a book mail in this state. */
async function askingFor({ write }: TestStore, count: number, state: 'held' | 'queued', at: number) {
  const people = await write
    .insertInto('subscription')
    .values(
      Array.from({ length: count }, (_, n) => {
        const key = `${state}${at}${n}@example.com`;
        return { key, address: key, language: 'en' as const, state: 'confirmed' as const, created_at: at };
      }),
    )
    .returning('id')
    .execute();
  const times = { due_at: at, created_at: at };
  const rows = people.map(({ id }) => ({
    kind: 'book' as const,
    subject_id: id,
    payload: 'seo',
    ...standing(state, at),
    ...times,
  }));
  await write.insertInto('outbox').values(rows).execute();
}

testOnEach('released books go out at 200 an hour (fault: all at once)', async (_t, open) => {
  const store = await open();
  const settings = await settingsOf(store);
  await askingFor(store, 350, 'held', OLD);
  assert.equal((await perform(mailsRelease, [], settings)).said[0], '350 released.');
  // Behind those already waiting.
  await askingFor(store, 1, 'held', OLD + 1);
  await perform(mailsRelease, [], settings);
  const due = (await rowsOf(store)).map(({ due_at, created_at }) => {
    assert.equal(created_at, due_at);
    return due_at;
  });
  assert.equal(due.length, 351);
  for (const [place, at] of due.entries()) assert.ok((due[place + 200] ?? Infinity) - at >= HOUR);
});

testOnEach(
  'somebody let in without double opt-in is sent the book that was asked for (fault: only the address is kept)',
  async (_t, open) => {
    const store = await open({ now: () => OLD, books: ['seo'] });
    await store.add(person('ana@example.com', { suspect: 'token', interest: 'seo' }));
    await perform(subscribersRelease, ['ana@example.com'], await settingsOf(store, { DOUBLE_OPT_IN: 'off' }));
    assert.deepEqual(await rowsOf(store), [
      { kind: 'book', payload: 'seo', state: 'queued', due_at: NOW, created_at: NOW },
    ]);
    await store.add(person('eva@example.com', { suspect: 'token', interest: 'seo' }));
    await perform(subscribersRelease, ['eva@example.com'], await settingsOf(store));
    assert.deepEqual(
      (await rowsOf(store)).map(({ kind }) => kind),
      ['book', 'confirm'],
    );
  },
);
