import assert from 'node:assert/strict';
import { KINDS } from '#server/kinds/kinds.ts';
import { readdirSync } from 'node:fs';
import { DAY } from '#contract/time.ts';
import { readAlarmFigures } from '#server/alarms/figures.ts';
import { testOnEach } from '#test/fixtures/each-database.ts';
import type { TestStore } from '#test/fixtures/store.ts';
import { createMailFiles, mailFolder } from '#server/deliver/file.ts';
import { testMail } from '#test/fixtures/smtp.ts';
import { sweepMailFiles } from '#server/deliver/file.ts';
import { type Standing, standing, START } from '#test/fixtures/outbox.ts';
import { rowOf, subscription } from '#test/fixtures/subscription.ts';
import { applyRetention } from '#server/list/retain.ts';

async function put({ write }: TestStore, how: Standing, subject = 1): Promise<number> {
  const ended = how === 'held' ? null : START;
  const times = { due_at: START, created_at: START, finished_at: ended, started_at: START };
  const row = {
    kind: 'book' as const,
    subject_id: subject,
    payload: 'seo',
    ...standing(how),
    reply: '550 no',
    ...times,
  };
  const { id } = await write.insertInto('outbox').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
}

testOnEach(
  'books that could not be delivered are reported to the owner (catches: confirmations alone)',
  async (_t, open) => {
    const store = await open();
    for (const state of ['held', 'failed'] as const) await put(store, state);
    const { undelivered } = await readAlarmFigures(store.write, KINDS, START + 1, null);
    assert.deepEqual(undelivered, { count: 1, reply: '550 no' });
    // The mail server accepts some mails: it is up.
    await put(store, 'sent');
    const taken = await readAlarmFigures(store.write, KINDS, START + 1, null);
    assert.equal(taken.undelivered.count, 0);
  },
);

testOnEach(
  'a book written as a file goes when its row goes (catches: it stays forever)',
  async (_t, open) => {
    const store = await open();
    const id = await put(store, 'sent');
    await createMailFiles(mailFolder(store.dataDir)).send(testMail({ kind: 'book', id: String(id) }));
    assert.equal(await sweepMailFiles(store.dataDir, store.write), 0);
    await store.write.deleteFrom('outbox').execute();
    assert.equal(await sweepMailFiles(store.dataDir, store.write), 2);
    assert.deepEqual(readdirSync(mailFolder(store.dataDir)), []);
  },
);

testOnEach(
  'an address nobody has confirmed is forgotten with what was queued for it (catches: books stay)',
  async (_t, open) => {
    const store = await open({ now: () => START });
    await store.add(subscription('ana'));
    const { id } = await rowOf(store, 'ana');
    await put(store, 'held', id);
    assert.equal(
      await applyRetention(store.write, 1, START + 60 * DAY),
      0,
      'its confirmation mail still waits',
    );
    await store.write.updateTable('outbox').set({ state: 'sent' }).where('kind', '=', 'confirm').execute();
    assert.equal(await applyRetention(store.write, 1, START + 60 * DAY), 1);
    assert.deepEqual(await store.write.selectFrom('outbox').select('kind').execute(), []);
  },
);
