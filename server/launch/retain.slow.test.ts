import assert from 'node:assert/strict';
import { testOnEach } from '#test/fixtures/each-database.ts';
import { readyToLaunch } from '#test/fixtures/launch.ts';
import type { TestStore } from '#test/fixtures/store.ts';
import { readAnnouncement } from './announcement.ts';
import { makeLetter } from './letters.ts';
import { countRecipients } from './recipients.ts';
import { forgetRecipients } from './retain.ts';
import type { Purpose } from '#contract/owner/launch.ts';

const STATES = ['sent', 'sent', 'failed', 'unknown', 'skipped'] as const;
const BEFORE = 1_000;

/** An announcement that ended at `endedAt`, with a recipient for each of `people`. */
async function ended({ write }: TestStore, purpose: Purpose, endedAt: number, people: readonly number[]) {
  const state = { state: 'done', ended_at: endedAt } as const;
  await write.updateTable('announcement').set(state).where('purpose', '=', purpose).execute();
  const { id } = (await readAnnouncement(write, purpose)) ?? assert.fail();
  const rows = people.map((subscription_id, n) => ({
    announcement_id: id,
    subscription_id,
    state: STATES[n % STATES.length] ?? 'sent',
    due_at: 0,
    language: 'en' as const,
    added_at: 0,
  }));
  for (let from = 0; from < rows.length; from += 500)
    await write
      .insertInto('announcement_recipient')
      .values(rows.slice(from, from + 500))
      .execute();
  return id;
}

testOnEach(
  'a person who got an old newsletter is forgotten in parts, and how many stays; newer ones and the launch keep theirs (catches: a part is counted twice, or not; the launch is forgotten)',
  async (_t, openStore) => {
    const store = await openStore();
    const { write } = store;
    await readyToLaunch(store, 3);
    for (const _ of [1, 2]) await makeLetter(write, null, 0);
    const many = Array.from({ length: 1_203 }, (_, n) => n + 1);
    const old = await ended(store, 'letter:1', BEFORE - 1, many);
    const others = [
      await ended(store, 'letter:2', BEFORE, [1, 2, 3]),
      await ended(store, 'launch', 1, [1, 2, 3]),
    ];
    const sums = await countRecipients(write, old);
    assert.equal(sums.sent, 482);
    assert.equal(await forgetRecipients(write, BEFORE), 1_203);
    assert.deepEqual(await countRecipients(write, old), sums);
    assert.equal(await forgetRecipients(write, BEFORE), 0);
    assert.deepEqual(await countRecipients(write, old), sums);
    const left = await write.selectFrom('announcement_recipient').select('announcement_id').execute();
    assert.deepEqual(
      left.map((row) => row.announcement_id).toSorted((a, b) => a - b),
      others.flatMap((id) => [id, id, id]).toSorted((a, b) => a - b),
    );
  },
);
