import assert from 'node:assert/strict';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { testOnEach } from '#test/fixtures/each-database.ts';
import { openTestStore } from '#test/fixtures/store.ts';
import { createMailFiles, mailFolder } from '#server/deliver/file.ts';
import { testMail } from '#test/fixtures/smtp.ts';
import { eraseCommand } from './person.ts';
import { perform, person, settingsOf } from '#test/fixtures/command.ts';

test('a command beside a running server leaves nothing in its files (catches: the log is left as it is)', async (t) => {
  const store = await openTestStore(t);
  for (const name of ['ana', 'eva']) await store.add(person(`${name}@example.com`));
  const { said, warned } = await perform(eraseCommand, ['ana@example.com'], await settingsOf(store));
  assert.deepEqual([said[0], warned], ['Erased.', []]);
  const names = readdirSync(store.dataDir).filter((name) => name.startsWith('embreve.sqlite'));
  const files = names.map((name) => readFileSync(join(store.dataDir, name), 'latin1')).join();
  assert.doesNotMatch(files, /ana@example/);
  assert.match(files, /eva@example/);
});

testOnEach(
  'an erased person leaves no mail behind as a file (catches: only the store is erased)',
  async (_t, open) => {
    const store = await open();
    const folder = mailFolder(store.dataDir);
    for (const name of ['ana', 'eva']) await store.add(person(`${name}@example.com`));
    for (const id of [1, 2]) await createMailFiles(folder).send(testMail({ id: String(id) }));
    const settings = await settingsOf(store);
    const { code, said, warned } = await perform(eraseCommand, ['Ana@example.com'], settings);
    assert.deepEqual([code, said[0], warned], [0, 'Erased.', []]);
    assert.ok(readdirSync(folder).every((file) => file.includes('-confirm-2-')));
    assert.equal(readdirSync(folder).length, 2);

    rmSync(folder, { recursive: true });
    const again = await perform(eraseCommand, ['ana@example.com'], settings);
    assert.deepEqual(
      [again.code, again.said[0]],
      [0, 'Nothing is kept about this address, so nothing was erased.'],
    );
    // A file in place of the folder.
    writeFileSync(join(store.dataDir, 'outbox'), '');
    const blocked = await perform(eraseCommand, ['eva@example.com'], settings);
    assert.deepEqual([blocked.code, blocked.said[0]], [0, 'Erased.']);
    assert.match(blocked.warned[0] ?? '', /still there \(ENOTDIR/);
  },
);

testOnEach(
  'an address that is not there leaves no trace (catches: a keyed hash of it, for good)',
  async (_t, open) => {
    const store = await open();
    const { code, said } = await perform(eraseCommand, ['nobody@example.com'], await settingsOf(store));
    assert.deepEqual([code, said[0]], [0, 'Nothing is kept about this address, so nothing was erased.']);
    assert.deepEqual(await store.write.selectFrom('erasure').selectAll().execute(), []);
    const key = await store.write
      .selectFrom('setting')
      .select('name')
      .where('name', '=', 'erasure-key')
      .execute();
    assert.deepEqual(key, []);
  },
);
