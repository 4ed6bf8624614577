import assert from 'node:assert/strict';
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { encryptFile } from '#server/store/age.ts';
import { databaseFile } from '#server/store/open.ts';
import { perform, person, settingsOf } from '#test/fixtures/command.ts';
import { folderOf } from '#test/fixtures/folder.ts';
import { openTestStore } from '#test/fixtures/store.ts';
import { backup } from './backup.ts';
import { restore } from './restore.ts';

/** Changes planted in a backup, and how `restore` reports them. */
const CHANGES: readonly [sql: string, named: string][] = [
  [
    `CREATE TRIGGER spy AFTER INSERT ON subscription BEGIN
       UPDATE subscription SET state = 'confirmed' WHERE id = NEW.id; END`,
    'trigger "spy" is foreign',
  ],
  ['CREATE TABLE more (x)', 'table "more" is foreign'],
  ['CREATE INDEX slow ON message (message)', 'index "slow" is foreign'],
  ['CREATE VIEW people AS SELECT * FROM subscription', 'view "people" is foreign'],
  ['CREATE VIRTUAL TABLE words USING fts5 (x)', 'table "words" is foreign'],
  ['ALTER TABLE message ADD COLUMN note TEXT', 'table "message" differs'],
  ['DROP INDEX outbox_open', 'index "outbox_open" is missing'],
  ['DROP INDEX outbox_open; CREATE INDEX outbox_open ON outbox (due_at DESC)', 'index "outbox_open" differs'],
  [
    'ALTER TABLE setting RENAME TO kept; CREATE VIEW setting AS SELECT * FROM kept',
    'view "setting" is foreign',
  ],
  // A name with terminal escape sequences.
  ['CREATE TABLE "\u001b]0;x\u0007\u202e" (x)', String.raw`table "\u001b]0;x\u0007\u202e" is foreign`],
  ['PRAGMA user_version = 0', 'another program'],
  ['PRAGMA user_version = -1', 'another program'],
];

test('a backup that was altered is refused by the name of what differs, and nothing is written (catches: it is restored without a word)', async (t) => {
  const store = await openTestStore(t);
  await store.add(person('ana@example.com'));
  const [file, altered] = ['backup', 'altered'].map((name) => join(folderOf(t), name)) as [string, string];
  const passphrase = join(folderOf(t), 'passphrase');
  writeFileSync(passphrase, 'nine teeth in the sand');
  const settings = await settingsOf(store);
  assert.equal((await perform(backup, [file], settings)).code, 0);
  await store.close();
  const before = readFileSync(databaseFile(store.dataDir));
  for (const [change, named] of CHANGES) {
    copyFileSync(file, altered);
    alter(altered, change);
    const sealed = `${altered}.age`;
    await writeFile(sealed, await encryptFile(altered, { passphrase: 'nine teeth in the sand' }, 1));
    for (const [name, ...args] of [[altered], [sealed, '--passphrase', passphrase]] as const) {
      const { code, warned } = await perform(restore, [name, '--force', ...args], settings);
      assert.equal(code, 1, named);
      assert.ok(warned[0]?.startsWith(`${name} `) && warned[0].includes(named), warned[0]);
    }
    assert.deepEqual(readdirSync(store.dataDir), ['embreve.sqlite']);
    assert.deepEqual(readFileSync(databaseFile(store.dataDir)), before);
  }
});

test('data that could not be restored is not backed up (catches: that is found when it is needed)', async (t) => {
  const store = await openTestStore(t);
  alter(databaseFile(store.dataDir), 'CREATE INDEX mine ON message (name)');
  const folder = folderOf(t);
  const { code, warned } = await perform(backup, [join(folder, 'b')], await settingsOf(store));
  assert.equal(code, 1);
  assert.match(warned[0] ?? '', /embreve\.sqlite does not have the schema.*index "mine" is foreign.*Undo/);
  assert.deepEqual(readdirSync(folder), []);
});

function alter(file: string, change: string): void {
  using db = new DatabaseSync(file);
  db.exec(change);
}
