import assert from 'node:assert/strict';
import { testOnEach } from '#test/fixtures/each-database.ts';
import type { TestStore } from '#test/fixtures/store.ts';
import { NOW, perform, settingsOf } from '#test/fixtures/command.ts';
import { type Standing, standing, standingOf } from '#test/fixtures/outbox.ts';
import { mailsRelease, mailsRetry } from './again.ts';

const DAY = 24 * 3_600_000;
const LEFT_OUT = '1 skipped: the same person has a newer confirmation email.';

/** Adds confirmation mails for one person, oldest first, a day apart; returns their ids. */
async function keep({ write }: TestStore, subject: number, ...states: Standing[]): Promise<string[]> {
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
  return kept.map(({ id }) => String(id));
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
  'of a person’s confirmation mails the newest alone is released (fault: who was mailed meanwhile is mailed again)',
  async (_t, open) => {
    const store = await open();
    const settings = await settingsOf(store);
    await keep(store, 1, 'held', 'sent');
    assert.deepEqual(await perform(mailsRelease, [], settings), {
      code: 0,
      said: ['0 released.', LEFT_OUT],
      warned: [],
    });
    assert.deepEqual((await perform(mailsRelease, [], settings)).said, ['Nothing is on hold.']);
    await keep(store, 2, 'held', 'held');
    // The person had left when it was due, and came back.
    await keep(store, 3, 'held', 'skipped');
    const both = await perform(mailsRelease, [], settings);
    assert.deepEqual(both.said.slice(0, 2), ['2 released.', LEFT_OUT]);
    const states = [1, 2, 3].map((subject) => statesOf(store, subject));
    assert.deepEqual(await Promise.all(states), [
      ['skipped', 'sent'],
      ['skipped', 'queued'],
      ['queued', 'skipped'],
    ]);
  },
);

testOnEach(
  'of a person’s confirmation mails the newest alone is tried again (fault: all that failed are)',
  async (_t, open) => {
    const store = await open();
    const settings = await settingsOf(store);
    const ids = [...(await keep(store, 1, 'failed', 'sent')), ...(await keep(store, 2, 'unknown', 'failed'))];
    const [mailed = '', , first = '', second = ''] = ids;
    assert.deepEqual(await perform(mailsRetry, [mailed], settings), {
      code: 0,
      said: ['0 will be resent.', LEFT_OUT],
      warned: [],
    });
    const both = await perform(mailsRetry, [first, second], settings);
    assert.deepEqual(both.said, ['1 will be resent.', LEFT_OUT]);
    assert.deepEqual(await statesOf(store, 1), ['skipped', 'sent']);
    assert.deepEqual(await statesOf(store, 2), ['skipped', 'queued']);
  },
);

testOnEach(
  'a newer confirmation mail that failed keeps no older one back (fault: nobody is mailed)',
  async (_t, open) => {
    const store = await open();
    const settings = await settingsOf(store);
    const [failed = ''] = await keep(store, 1, 'failed', 'failed');
    assert.deepEqual((await perform(mailsRetry, [failed], settings)).said, ['1 will be resent.']);
    const [held = ''] = await keep(store, 2, 'held', 'failed');
    assert.equal((await perform(mailsRelease, [held], settings)).said[0], '1 released.');
    const states = [1, 2].map((subject) => statesOf(store, subject));
    assert.deepEqual(await Promise.all(states), [
      ['queued', 'failed'],
      ['queued', 'failed'],
    ]);
  },
);

testOnEach(
  'one that is still to go, or may have arrived, keeps an older one back (fault: the person is mailed twice)',
  async (_t, open) => {
    const store = await open();
    const settings = await settingsOf(store);
    const newer = ['queued', 'retry', 'claimed', 'started', 'unknown', 'held'] as const;
    for (const [i, state] of newer.entries()) {
      const [failed = ''] = await keep(store, i + 1, 'failed', state);
      const { said } = await perform(mailsRetry, [failed], settings);
      assert.deepEqual(said, ['0 will be resent.', LEFT_OUT], state);
      assert.deepEqual(await statesOf(store, i + 1), ['skipped', state]);
    }
  },
);
