import assert from 'node:assert/strict';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { testOnEach } from '#server/each-database.ts';
import { createMailFiles, mailFolder } from '#server/mail/file.ts';
import { testMail } from '#server/mail/smtp-fixture.ts';
import { erase } from './erase.ts';
import { perform, person, settingsOf } from './fixture.ts';

testOnEach(
  'whoever is erased leaves no mail behind as a file (fault: only the store is erased)',
  async (_t, open) => {
    const store = await open();
    const folder = mailFolder(store.dataDir);
    for (const name of ['ana', 'eva']) await store.add(person(`${name}@example.com`));
    for (const id of [1, 2]) await createMailFiles(folder).send(testMail({ id: String(id) }));
    const settings = await settingsOf(store);
    const { code, said, warned } = await perform(erase, ['Ana@example.com'], settings);
    assert.deepEqual([code, said[0], warned], [0, 'Erased.', []]);
    assert.ok(readdirSync(folder).every((file) => file.includes('-confirm-2-')));
    assert.equal(readdirSync(folder).length, 2);

    rmSync(folder, { recursive: true });
    const again = await perform(erase, ['ana@example.com'], settings);
    assert.deepEqual([again.code, again.said[0]], [0, 'Nothing was kept about this address.']);
    // A file where the folder should be.
    writeFileSync(join(store.dataDir, 'outbox'), '');
    const blocked = await perform(erase, ['eva@example.com'], settings);
    assert.deepEqual([blocked.code, blocked.said[0]], [0, 'Erased.']);
    assert.match(blocked.warned[0] ?? '', /still there \(ENOTDIR/);
  },
);
