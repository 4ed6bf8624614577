import assert from 'node:assert/strict';
import { DAY } from '#contract/time.ts';
import { testOnEach } from '#test/fixtures/each-database.ts';
import type { TestStore } from '#test/fixtures/store.ts';
import { KINDS } from '#server/kinds/kinds.ts';
import { type Standing, standing, standingOf, START as NOW } from '#test/fixtures/outbox.ts';
import { releaseMails, retry, type SentAgain } from './send-again.ts';

const HOW = { now: NOW, toOwner: true };
const counts = ({ sent, older }: SentAgain) => [sent.length, older.length];

/** Adds confirmation mails for one person, oldest first, a day apart; returns their ids. */
async function keep({ write }: TestStore, subject: number, ...states: Standing[]): Promise<number[]> {
  const rows = states.map((how, i) => {
    const time = NOW - (states.length - i) * DAY;
    return {
      kind: 'confirm' as const,
      subject_id: subject,
      ...standing(how, time),
      due_at: time,
      created_at: time,
    };
  });
  const kept = await write.insertInto('outbox').values(rows).returning('id').execute();
  return kept.map(({ id }) => id);
}

async function statesOf({ write }: TestStore, subject: number): Promise<string[]> {
  const rows = await write
    .selectFrom('outbox')
    .select(['state', 'held_at'])
    .where('subject_id', '=', subject)
    .orderBy('id')
    .execute();
  return rows.map(standingOf);
}

testOnEach(
  'of a person’s confirmation mails the newest alone is released (catches: who was mailed meanwhile is mailed again)',
  async (_t, open) => {
    const store = await open();
    const { write } = store;
    await keep(store, 1, 'held', 'sent');
    assert.deepEqual(counts(await releaseMails(write, KINDS, null, HOW)), [0, 1]);
    assert.deepEqual(counts(await releaseMails(write, KINDS, null, HOW)), [0, 0]);
    await keep(store, 2, 'held', 'held');
    // The person had left when it was due, and came back.
    await keep(store, 3, 'held', 'skipped');
    assert.deepEqual(counts(await releaseMails(write, KINDS, null, HOW)), [2, 1]);
    const states = [1, 2, 3].map((subject) => statesOf(store, subject));
    assert.deepEqual(await Promise.all(states), [
      ['skipped', 'sent'],
      ['skipped', 'queued'],
      ['queued', 'skipped'],
    ]);
  },
);

testOnEach(
  'of a person’s confirmation mails the newest alone is tried again (catches: all that failed are)',
  async (_t, open) => {
    const store = await open();
    const { write } = store;
    const ids = [...(await keep(store, 1, 'failed', 'sent')), ...(await keep(store, 2, 'unknown', 'failed'))];
    const [mailed = 0, , first = 0, second = 0] = ids;
    assert.deepEqual(counts(await retry(write, KINDS, [mailed], NOW)), [0, 1]);
    assert.deepEqual(counts(await retry(write, KINDS, [first, second], NOW)), [1, 1]);
    assert.deepEqual(await statesOf(store, 1), ['skipped', 'sent']);
    assert.deepEqual(await statesOf(store, 2), ['skipped', 'queued']);
  },
);

testOnEach(
  'a newer confirmation mail that failed keeps no older one back (catches: nobody is mailed)',
  async (_t, open) => {
    const store = await open();
    const { write } = store;
    const [failed = 0] = await keep(store, 1, 'failed', 'failed');
    assert.deepEqual(counts(await retry(write, KINDS, [failed], NOW)), [1, 0]);
    const [held = 0] = await keep(store, 2, 'held', 'failed');
    assert.deepEqual(counts(await releaseMails(write, KINDS, [held], HOW)), [1, 0]);
    const states = [1, 2].map((subject) => statesOf(store, subject));
    assert.deepEqual(await Promise.all(states), [
      ['queued', 'failed'],
      ['queued', 'failed'],
    ]);
  },
);

testOnEach(
  'one that is still to go, or may have arrived, keeps an older one back (catches: the person is mailed twice)',
  async (_t, open) => {
    const store = await open();
    const { write } = store;
    const newer = ['queued', 'retry', 'claimed', 'started', 'unknown', 'held'] as const;
    for (const [i, state] of newer.entries()) {
      const [failed = 0] = await keep(store, i + 1, 'failed', state);
      assert.deepEqual(counts(await retry(write, KINDS, [failed], NOW)), [0, 1], state);
      assert.deepEqual(await statesOf(store, i + 1), ['skipped', state]);
    }
  },
);
