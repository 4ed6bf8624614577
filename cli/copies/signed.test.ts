import assert from 'node:assert/strict';
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readConfig } from '#server/base/config.ts';
import { folderTarget } from '#server/copies/folder-target.ts';
import { keptCopies } from '#server/copies/kept.ts';
import { newSigner, printed } from '#server/copies/signature.ts';
import { perform, person } from '#test/fixtures/command.ts';
import { COMMAND, copiedStore, peopleIn, restored } from '#test/fixtures/copied-store.ts';
import { copierOf, IDENTITY } from '#test/fixtures/copies.ts';
import { folderOf } from '#test/fixtures/folder.ts';
import { openTestStore } from '#test/fixtures/store.ts';
import { restore } from '../backup/restore.ts';
import { copiesCommands } from './commands.ts';

const [, , check] = copiesCommands;
assert.ok(check);

test('a writer there who knows the public key can plant nothing (catches: what nobody signed is restored; it is in the way)', async (t) => {
  const { store, folder, keyFile, copier } = await copiedStore(t);
  await store.add(person('ana@example.com'));
  await copier.part();
  const [copy] = await keptCopies(folderTarget(folder));
  assert.ok(copy);
  const other = await openTestStore(t, { now: Date.now });
  await other.add(person('rui@example.com'));
  await copierOf(t, other, { target: folderTarget(folder) }).base();
  // An object of the list itself, under another number.
  const [first, last] = [copy.objects[0], copy.objects.at(-1)];
  assert.ok(first && last);
  cpSync(join(folder, first.name), join(folder, last.name.replace('/00000001-', '/00000002-')));
  const given = ['--from', folder, '--key', keyFile];
  const dataDir = join(folderOf(t), 'data');
  const { code, said } = await perform(restore, given, readConfig({ DATA_DIR: dataDir }));
  assert.equal(code, 0, said.join('\n'));
  assert.match(said.join('\n'), /^Left out: 2 objects that this list did not sign\./m);
  assert.deepEqual(peopleIn(dataDir), ['ana@example.com']);
  const stranger = join(folderOf(t), 'stranger.txt');
  writeFileSync(stranger, `${IDENTITY}\n${printed(newSigner())}\n`);
  const none = await perform(check, ['--from', folder, '--key', stranger], readConfig({ DATA_DIR: folder }));
  assert.match(none.warned.join('\n'), /No copy there is signed-by-[\da-f]{64},/);
});

test('without the line that was printed with the key, nothing is taken before somebody says so (catches: it is taken; no command is printed)', async (t) => {
  const { store, folder, keyFile, copier } = await copiedStore(t);
  await store.add(person('ana@example.com'));
  await copier.part();
  writeFileSync(keyFile, `${IDENTITY}\n`);
  const settings = readConfig({ DATA_DIR: join(folderOf(t), 'data') });
  const { code, warned } = await perform(restore, ['--from', folder, '--key', keyFile], settings);
  assert.equal(code, 1);
  assert.match(warned.join('\n'), /no line that begins with signed-by-/);
  assert.deepEqual(await restored(t, warned, COMMAND), ['ana@example.com']);
});
