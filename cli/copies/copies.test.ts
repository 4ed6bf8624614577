import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { folderTarget } from '#server/copies/folder-target.ts';
import { keptCopies } from '#server/copies/kept.ts';
import { readNumbers } from '#server/copies/numbers.ts';
import { seal } from '#server/copies/seal.ts';
import { withStore } from '#server/store/existing.ts';
import { baseFile } from '#server/store/recording.ts';
import { erase } from '#server/list/erase.ts';
import { readConfig } from '#server/base/config.ts';
import { databaseFile } from '#server/store/open.ts';
import { keysOf } from '#server/store/secrets/key-file.ts';
import { perform, person } from '#test/fixtures/command.ts';
import { COMMAND, copiedStore, peopleIn, restored } from '#test/fixtures/copied-store.ts';
import { copierOf, IDENTITY, KEY } from '#test/fixtures/copies.ts';
import { folderOf } from '#test/fixtures/folder.ts';
import { openTestStore } from '#test/fixtures/store.ts';
import { restore } from '../backup/restore.ts';
import { copiesCommands } from './commands.ts';
import { recoveryKeyIn } from './fetch.ts';

const [key, list, check, remove] = copiesCommands;

function command(name: 'key' | 'list' | 'check' | 'remove') {
  const found = { key, list, check, remove }[name];
  assert.ok(found);
  return found;
}

test('on an empty machine the newest copy becomes the store, with its keys (catches: nothing is written; links stop working)', async (t) => {
  const { store, folder, keyFile, copier } = await copiedStore(t);
  await store.add(person('ana@example.com'));
  await copier.part();
  const dataDir = join(folderOf(t), 'data');
  const settings = readConfig({ DATA_DIR: dataDir });
  const { code, said } = await perform(restore, ['--from', folder, '--key', keyFile], settings);
  assert.equal(code, 0);
  assert.match(said.join('\n'), /1 part\), as of[^]*1 subscriber, 0 messages, verified/);
  assert.deepEqual(peopleIn(dataDir), ['ana@example.com']);
  assert.deepEqual(keysOf(dataDir), keysOf(store.dataDir));
  assert.deepEqual(readdirSync(dataDir).toSorted(), ['embreve.sqlite', 'secrets.json']);
});

test('in a copy as of a time, people erased later stay erased (catches: they are back)', async (t) => {
  const { store, folder, keyFile, copier, clock } = await copiedStore(t);
  await store.add(person('ana@example.com'));
  await store.add(person('rui@example.com'));
  await copier.part();
  const minute = 60_000;
  const at = new Date(
    Math.ceil(((await keptCopies(folderTarget(folder)))[0]?.objects.at(-1)?.at ?? 0) / minute) * minute,
  );
  // What follows is copied after that minute, as by another start of the server.
  await store.database.recording?.stop();
  await erase(store.database, 'rui@example.com', at.getTime() + minute);
  clock.ahead = 2 * minute;
  await copier.base();
  const dataDir = join(folderOf(t), 'data');
  const settings = readConfig({ DATA_DIR: dataDir, OWNER_ZONE: 'UTC' });
  const when = at.toISOString().slice(0, 16).replace('T', ' ');
  const { code, said } = await perform(restore, ['--from', folder, '--key', keyFile, '--at', when], settings);
  assert.equal(code, 0, said.join('\n'));
  assert.match(said.join('\n'), /1 erased again/);
  assert.deepEqual(peopleIn(dataDir), ['ana@example.com']);
});

test('a copy that cannot be trusted leaves the machine as it was (catches: half of it is there)', async (t) => {
  const { store, folder, keyFile, copier } = await copiedStore(t);
  await store.add(person('ana@example.com'));
  await copier.part();
  const [base = ''] = readdirSync(folder);
  const [first = '', second = ''] = readdirSync(join(folder, base)).toSorted();
  const file = join(folder, base, second);
  writeFileSync(file, readFileSync(file).subarray(0, -9));
  const dataDir = join(folderOf(t), 'data');
  const settings = readConfig({ DATA_DIR: dataDir });
  const { code, warned } = await perform(restore, ['--from', folder, '--key', keyFile], settings);
  assert.equal(code, 1);
  assert.match(warned.join(), new RegExp(`${base}/${second} was changed or is incomplete`));
  assert.deepEqual(readdirSync(dataDir), []);
  const checked = await perform(command('check'), ['--from', folder], settings);
  assert.deepEqual(
    [checked.code, checked.said.at(-1)],
    [1, `${base}/${second} was changed or is incomplete.`],
  );
  rmSync(join(folder, base, first));
  const gap = await perform(restore, ['--from', folder, '--key', keyFile], settings);
  assert.match(gap.said.join(), new RegExp(`${base} {2}lacks its base`));
  assert.match(gap.warned.join(), /No copy there has its base/);
  const other = join(folderOf(t), 'other.txt');
  const made = await perform(command('key'), ['--output', other], settings);
  assert.match(made.said[0] ?? '', /^age1/);
  assert.equal(statSync(other).mode & 0o777, 0o600);
  await copier.base();
  const foreign = await perform(restore, ['--from', folder, '--key', other, '--unsigned'], settings);
  assert.match(foreign.warned.join(), /not encrypted for this recovery key/);
});

test('copies are listed, and checked with and without the key', async (t) => {
  const { store, folder, keyFile, copier } = await copiedStore(t);
  await store.add(person('ana@example.com'));
  await copier.part();
  const settings = readConfig({ DATA_DIR: folderOf(t) });
  const listed = await perform(command('list'), ['--from', folder], settings);
  assert.match(listed.said[0] ?? '', /^Store [\da-f]{16}: 1 copy, the last object of \S+Z$/);
  assert.match(
    listed.said[1] ?? '',
    /^ {2}[\da-f]{16}(-\d{8}){4} {2}\S+ to \S+ {2}whole, 2 objects, 0\.0 MB$/,
  );
  const checked = await perform(command('check'), ['--from', folder], settings);
  assert.match(checked.said.at(-2) ?? '', /: 2 objects, all intact\.$/);
  const opened = await perform(command('check'), ['--from', folder, '--key', keyFile], settings);
  assert.match(opened.said.at(-1) ?? '', /^It opens: 1 subscriber,/);
  assert.deepEqual(readdirSync(settings.dataDir), []);
  const none = await perform(command('list'), ['--from', `${folder}/none`], settings);
  assert.equal(none.code, 1);
  assert.ok(statSync(databaseFile(store.dataDir)).size > 0);
});

test('a storage that does not answer is asked again, which is said, and given up after minutes (C5; catches: at once; without a word)', async (t) => {
  const env = {
    DATA_DIR: folderOf(t),
    S3_ENDPOINT: 'http://127.0.0.1:9',
    S3_ACCESS_KEY_ID: 'somebody',
    S3_SECRET_ACCESS_KEY: 's'.repeat(40),
  };
  const { code, warned } = await perform(command('list'), ['--from', 's3://copies'], readConfig(env));
  assert.equal(code, 1);
  assert.match(warned[0] ?? '', /^s3:\/\/copies does not answer: .*ECONNREFUSED.* Asking again\.$/);
  assert.equal(warned.length, 7);
});

test('a recovery key typed from paper is understood (C9; catches: a blank, lower case, the mark of an editor)', (t) => {
  const file = join(folderOf(t), 'typed.txt');
  for (const typed of [
    `  ${IDENTITY}`,
    IDENTITY.toLowerCase(),
    `\uFEFF${IDENTITY}\r\n`,
    `# a comment\n ${IDENTITY} \n`,
  ]) {
    writeFileSync(file, typed);
    assert.equal(recoveryKeyIn(file).identity, IDENTITY);
  }
  writeFileSync(file, IDENTITY.slice(0, -1));
  assert.throws(() => recoveryKeyIn(file), /contains no recovery key/);
});

test('where an object is missing, what is whole before it is restored by the command that is printed (C1; catches: nothing can be restored; it is taken silently; an older time is refused, too)', async (t) => {
  const { store, folder, keyFile, copier } = await copiedStore(t);
  for (const name of ['ana', 'rui', 'eva']) {
    await store.add(person(`${name}@example.com`));
    await copier.part();
  }
  const [base = ''] = readdirSync(folder);
  const [, one = '', two = ''] = readdirSync(join(folder, base)).toSorted();
  rmSync(join(folder, base, two));
  const given = ['--from', folder, '--key', keyFile];
  const settings = readConfig({ DATA_DIR: join(folderOf(t), 'data'), OWNER_ZONE: 'UTC' });
  const { code, said, warned } = await perform(restore, given, settings);
  assert.equal(code, 1);
  assert.match(said.join('\n'), /lacks its object 2, later ones are lost/);
  assert.match(warned.join('\n'), /are whole until \S+Z only/);
  assert.deepEqual(await restored(t, warned, COMMAND), ['ana@example.com']);
  const checked = await perform(command('check'), given, settings);
  assert.equal(checked.code, 1);
  // What comes before it is damaged, too: less of it is there.
  writeFileSync(join(folder, base, one), 'damaged');
  assert.deepEqual(await restored(t, warned, COMMAND), []);
});

test('where each of 20 copies has a damaged object, commands that are printed lead to the newest whole state (C1; catches: the newest copy blocks those before)', async (t) => {
  const { store, folder, keyFile, copier } = await copiedStore(t);
  const people = Array.from({ length: 20 }, (_, n) => `${n}@example.com`);
  for (const [n, address] of people.entries()) {
    if (n > 0) await copier.base();
    await store.add(person(address));
    await copier.part();
  }
  const copies = readdirSync(folder).toSorted();
  assert.equal(copies.length, 20);
  const damage = (base: string, n: number) => {
    const name = readdirSync(join(folder, base)).toSorted()[n] ?? '';
    writeFileSync(join(folder, base, name), 'damaged');
  };
  for (const base of copies) damage(base, 1);
  const given = ['--from', folder, '--key', keyFile];
  const settings = readConfig({ DATA_DIR: join(folderOf(t), 'data') });
  const { warned } = await perform(restore, given, settings);
  assert.deepEqual(await restored(t, warned, COMMAND), people.slice(0, -1));
  damage(copies.at(-1) ?? '', 0);
  const again = await perform(restore, given, settings);
  const before = new RegExp(`restore (--from .* --copy ${copies.at(-2)})$`, 'm');
  assert.deepEqual(await restored(t, again.warned, before), people.slice(0, -2));
});

test('of several lists in one place none is taken before it is named, and a restored one has a name of its own (C3; catches: the other list is restored; both copy under one name)', async (t) => {
  const { store, folder, keyFile, copier } = await copiedStore(t);
  await store.add(person('ana@example.com'));
  await copier.part();
  const other = await openTestStore(t, { now: Date.now });
  await other.add(person('rui@example.com'));
  await copierOf(t, other, { target: folderTarget(folder) }).base();
  const dataDir = join(folderOf(t), 'data');
  const settings = readConfig({ DATA_DIR: dataDir });
  const given = ['--from', folder, '--key', keyFile, '--unsigned'];
  const asked = await perform(restore, given, settings);
  assert.match(asked.warned.join('\n'), /Copies of several lists are there/);
  const storeOf = async (query: typeof store.write) => (await readNumbers(query))?.store ?? '';
  const name = await storeOf(store.write);
  const { code, said } = await perform(restore, [...given, '--store', name], settings);
  assert.equal(code, 0, said.join('\n'));
  assert.deepEqual(peopleIn(dataDir), ['ana@example.com']);
  const own = await withStore(settings, 'read', ({ read }) => storeOf(read));
  assert.notEqual(own, name);
  const othersName = await storeOf(other.write);
  const deleted = await perform(command('remove'), ['--from', folder, '--store', othersName], settings);
  assert.equal(deleted.code, 0);
  assert.deepEqual(new Set(readdirSync(folder).map((base) => base.slice(0, 16))), new Set([name]));
});

test('a copy that version 0.1.0 made is restored (catches: its names are not known)', async (t) => {
  const { store, keyFile } = await copiedStore(t);
  const { recording } = store.database;
  await recording?.begin('older');
  await store.add(person('ana@example.com'));
  const taken = await recording?.take();
  const folder = folderOf(t);
  const base = '20261126T221504123Z-1a2b3c4d';
  mkdirSync(join(folder, base));
  let previous: string | null = null;
  const files = [baseFile(store.dataDir, 'older'), ...(taken?.is === 'whole' ? taken.parts : [])];
  for (const [number, file] of files.entries()) {
    const from = number === 0 ? 0 : readFileSync(file).indexOf('\n') + 1;
    const at = Date.UTC(2026, 10, 26, 22, 15, number);
    const to = join(folder, 'sealed');
    const { hash } = await seal({ base, number, at, sequences: {}, previous }, { file, from, key: KEY, to });
    renameSync(to, join(folder, base, `0000000${number}-20261126T22150${number}000Z-${hash}.age`));
    previous = hash;
  }
  const said = [`  embreve restore --from ${folder} --key ${keyFile} --unsigned`];
  assert.deepEqual(await restored(t, said, COMMAND), ['ana@example.com']);
});
