import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { folderOf } from '#test/fixtures/folder.ts';
import { openTestStore } from '#test/fixtures/store.ts';
import { lastBackup } from '#server/store/backup-file.ts';
import { NOW, perform, person, settingsOf } from '#test/fixtures/command.ts';
import { backup } from './backup.ts';
import { restore } from './restore.ts';

test('a damaged backup is called by the name it was given by (catches: by that of its copy)', async (t) => {
  const store = await openTestStore(t);
  await store.add(person('ana@example.com'));
  const folder = folderOf(t);
  const file = join(folder, 'b.sqlite');
  const settings = await settingsOf(store);
  await perform(backup, [file], settings);
  const bytes = readFileSync(file);
  for (const content of [
    bytes.subarray(0, bytes.length - 5000),
    Buffer.from(bytes).fill(0x55, 4096 * 4, 4096 * 12),
    Buffer.from('hello '.repeat(1000)),
    Buffer.from(bytes).fill(0, 68, 72),
  ]) {
    writeFileSync(file, content);
    const { code, warned } = await perform(restore, [file], { ...settings, dataDir: join(folder, 'data') });
    assert.equal(code, 1);
    assert.ok(warned[0]?.startsWith(`${file} is `), warned[0]);
    assert.doesNotMatch(warned[0] ?? '', /embreve\.sqlite|backup of it|move it away/);
  }
});

test('the dashboard knows of a backup that the command has made (catches: of its own alone)', async (t) => {
  const store = await openTestStore(t);
  const file = join(folderOf(t), 'b.sqlite');
  assert.equal((await perform(backup, [file], await settingsOf(store))).code, 0);
  assert.deepEqual(await lastBackup(store.read), { at: NOW, bytes: statSync(file).size });
});

test('where there is no room for a backup its own file is named (catches: the store)', async (t) => {
  const store = await openTestStore(t);
  await store.add(person('ana@example.com'));
  const disk = join(folderOf(t), 'disk');
  mkdirSync(disk);
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'embreve-test', disk]).status !== 0)
    return t.skip('no right to mount a small disk: a backup to a full one is NOT tested');
  try {
    const file = join(disk, 'b.sqlite');
    const { code, warned } = await perform(backup, [file], await settingsOf(store));
    assert.equal(code, 1);
    assert.ok(warned[0]?.startsWith(`No space left for ${file}.`), warned[0]);
    assert.deepEqual(readdirSync(disk), []);
  } finally {
    spawnSync('umount', ['-l', disk]);
  }
});
