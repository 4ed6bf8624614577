import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Purpose } from '#contract/owner/launch.ts';
import { testOnEach } from '#test/fixtures/each-database.ts';
import type { TestStore } from '#test/fixtures/store.ts';
import { rowOf, subscription } from '#test/fixtures/subscription.ts';
import { createMailFiles, mailFolder, sweepMailFiles } from './file.ts';
import { testMail } from '#test/fixtures/smtp.ts';

/** A sent row of the outbox and its mail as a file. */
async function mailed(store: TestStore, kind: 'confirm' | 'message' | 'alarm', to: string): Promise<number> {
  const row = { kind, subject_id: 1, state: 'sent' as const, due_at: 0, created_at: 0 };
  const { id } = await store.write.insertInto('outbox').values(row).returning('id').executeTakeFirstOrThrow();
  await createMailFiles(mailFolder(store.dataDir)).send(testMail({ kind, id: String(id), to }));
  return id;
}

testOnEach(
  'files of mails whose row is gone are deleted, and no other (catches: mails of erased people stay)',
  async (_t, open) => {
    const store = await open();
    const folder = mailFolder(store.dataDir);
    assert.equal(await sweepMailFiles(store.dataDir, store.write), 0);
    const gone = await mailed(store, 'confirm', 'ana@example.com');
    await mailed(store, 'confirm', 'eva@example.com');
    await mailed(store, 'message', 'owner@example.com');
    const unfinished = readdirSync(folder).map((file) => `${file}.4711.part`);
    const foreign = ['notes.txt', `-confirm-${gone}-1a2b3c4d.txt`, '2026-01-02T03-04-05.678Z-forward-1.txt'];
    for (const file of [...unfinished, ...foreign]) writeFileSync(join(folder, file), 'x');
    assert.equal(await sweepMailFiles(store.dataDir, store.write), 0);

    await store.write.deleteFrom('outbox').where('id', '=', gone).execute();
    // The id was reused for another kind, e.g. after a restore.
    const other = { id: gone, kind: 'forward' as const, state: 'sent' as const, due_at: 0, created_at: 0 };
    await store.write.insertInto('outbox').values(other).execute();
    const before = readdirSync(folder);
    assert.equal(await sweepMailFiles(store.dataDir, store.write), 4);
    const expected = before.filter((file) => foreign.includes(file) || !file.includes(`-confirm-${gone}-`));
    assert.deepEqual(readdirSync(folder), expected);
  },
);

/** An announcement to these people; mails of it are named `kind-id-person`. Returns its id. */
async function announced({ write }: TestStore, purpose: Purpose, people: number[]): Promise<number> {
  const draft = { purpose, state: 'done' as const, words: '{}', undo_ms: 0, wave: 0, max_per_minute: 1 };
  const { id } = await write
    .insertInto('announcement')
    .values({ ...draft, pace: 1, enqueue_cursor: 0, created_at: 0 })
    .returning('id')
    .executeTakeFirstOrThrow();
  const row = {
    announcement_id: id,
    state: 'sent' as const,
    due_at: 0,
    language: 'en' as const,
    added_at: 0,
  };
  const rows = people.map((subscription_id) => ({ ...row, subscription_id }));
  await write.insertInto('announcement_recipient').values(rows).execute();
  return id;
}

testOnEach(
  'files of announcements are deleted with the people who got them, and with the rows of old ones (catches: names that no pattern reads; rows that stay as evidence after an erasure)',
  async (_t, open) => {
    const store = await open();
    const folder = mailFolder(store.dataDir);
    for (const name of ['ana', 'eva']) await store.add(subscription(name));
    const [ana, eva] = [(await rowOf(store, 'ana')).id, (await rowOf(store, 'eva')).id];
    const { send } = createMailFiles(folder);
    const ids: number[] = [];
    for (const [purpose, kind] of [
      ['launch', 'launch'],
      ['book:seo', 'book-seo'],
      ['letter:3', 'letter-3-0'],
      ['letter:4', 'letter-4-lx3k9f'],
    ] as const) {
      const id = await announced(store, purpose, [ana, eva]);
      ids.push(id);
      for (const person of [ana, eva]) await send(testMail({ kind, id: `${id}-${person}` }));
    }
    assert.equal(await sweepMailFiles(store.dataDir, store.write), 0);

    await store.write.deleteFrom('subscription').where('id', '=', ana).execute();
    assert.equal(await sweepMailFiles(store.dataDir, store.write), 8);
    await store.write
      .deleteFrom('announcement_recipient')
      .where('announcement_id', '=', ids[0] ?? 0)
      .execute();
    assert.equal(await sweepMailFiles(store.dataDir, store.write), 2);
    assert.equal(readdirSync(folder).length, 6);
  },
);

testOnEach('a folder that is full is swept in one go', async (_t, open) => {
  const store = await open();
  const folder = mailFolder(store.dataDir);
  mkdirSync(folder);
  for (let id = 1; id <= 1100; id += 1) {
    writeFileSync(join(folder, `2026-01-02T03-04-05.678Z-confirm-${id}-1a2b3c4d.txt`), 'x');
  }
  const rows = [1, 600, 1100].map((id) => ({ id, kind: 'confirm' as const, due_at: 0, created_at: 0 }));
  await store.write.insertInto('outbox').values(rows).execute();
  assert.equal(await sweepMailFiles(store.dataDir, store.write), 1097);
  assert.equal(readdirSync(folder).length, 3);
});

testOnEach(
  'a mail as a file shows its picture in a browser: one file for all that have it, also of those written at once (catches: an address that browsers do not know; a copy for each mail; one draft for all)',
  async (_t, open) => {
    const store = await open();
    const folder = mailFolder(store.dataDir);
    const inline = { cid: 'a1b2@example.com', bytes: Buffer.from('a picture') };
    const { send } = createMailFiles(folder);
    const sent = Array.from({ length: 8 }, (_, id) =>
      send(testMail({ id: String(id), html: '<img src="cid:a1b2@example.com">', inline })),
    );
    for (const { outcome } of await Promise.all(sent)) assert.equal(outcome, 'sent');
    const files = readdirSync(folder);
    assert.deepEqual(
      files.filter((file) => !/\.(?:txt|html)$/.test(file)),
      ['a1b2.jpg'],
    );
    const page = files.find((file) => file.endsWith('.html')) ?? '';
    assert.equal(readFileSync(join(folder, page), 'utf8'), '<img src="a1b2.jpg">');
    assert.equal(readFileSync(join(folder, 'a1b2.jpg'), 'utf8'), 'a picture');
  },
);
