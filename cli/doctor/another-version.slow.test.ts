import assert from 'node:assert/strict';
import { writeField } from '#server/content/draft.ts';
import { createKeyFile, secretsFile } from '#server/store/secrets/key-file.ts';
import { writeFixtureBuild } from '#test/fixtures/build.ts';
import { NOW, perform, settingsOf } from '#test/fixtures/command.ts';
import '#test/fixtures/content.ts';
import { testOnEach } from '#test/fixtures/each-database.ts';
import { doctor } from './doctor.ts';

testOnEach(
  'rows of another version are reported, and are not late (catches: in silence; an unknown announcement ends the check)',
  async (t, open) => {
    const store = await open();
    createKeyFile(secretsFile(store.dataDir));
    const row = { kind: 'newsletter' as 'confirm', due_at: NOW - 2 * 3_600_000, created_at: 0 };
    await store.write.insertInto('outbox').values([row, row]).execute();
    // As a later version has it.
    const letter = { purpose: 'event:1', state: 'sending', words: '{}', created_at: 1 } as never;
    await store.write.insertInto('announcement').values(letter).execute();
    const field = { field: 'text.shop.title.en', value: 'New', revision: 0, owner: null };
    await writeField(store.write, field, 0);
    const settings = await settingsOf(store, { OWNER_EMAIL: 'owner@example.com' });
    const { dist, remove } = writeFixtureBuild();
    t.after(remove);
    const { said } = await perform(doctor, ['--dist', dist], settings, NOW);
    const lineOf = (name: string) => said.filter((line) => line.slice(9).startsWith(name)).join('\n');
    assert.match(lineOf('outbox'), /^warning .*2 in the queue .*\(newsletter\)\. They are kept/);
    assert.doesNotMatch(lineOf('outbox'), /waited/);
    assert.match(lineOf('launch'), /^warning .*1 in the queue .*\(event:1\)/);
    assert.match(lineOf('draft'), /^warning .*1 unpublished .*\(text\.shop\.title\.en\)/);
  },
);
