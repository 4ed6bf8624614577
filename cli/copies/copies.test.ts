import assert from 'node:assert/strict';
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parseName } from '#server/copies/name.ts';
import { folderTarget } from '#server/copies/folder-target.ts';
import { keptCopies } from '#server/copies/kept.ts';
import { erase } from '#server/list/erase.ts';
import { readConfig } from '#server/config.ts';
import { databaseFile } from '#server/store/open.ts';
import { createKeyFile, keysOf, secretsFile } from '#server/store/secrets/key-file.ts';
import { openForReading } from '#server/store/open.ts';
import { perform, person } from '#test/fixtures/command.ts';
import { copierOf, IDENTITY } from '#test/fixtures/copies.ts';
import { folderOf } from '#test/fixtures/folder.ts';
import { openTestStore } from '#test/fixtures/store.ts';
import { restore } from '../backup/restore.ts';
import { copiesCommands } from './commands.ts';
import { identityIn } from './fetch.ts';

const [key, list, check] = copiesCommands;

function command(name: 'key' | 'list' | 'check') {
  const found = { key, list, check }[name];
  assert.ok(found);
  return found;
}

/** A store that is copied to a folder, and the file of the recovery key. */
async function copiedStore(t: Parameters<typeof openTestStore>[0]) {
  const store = await openTestStore(t, { now: Date.now });
  createKeyFile(secretsFile(store.dataDir));
  const folder = folderOf(t);
  const keyFile = join(folderOf(t), 'key.txt');
  writeFileSync(keyFile, `# a comment\n${IDENTITY}\n`);
  const clock = { ahead: 0 };
  const target = folderTarget(folder);
  const copier = copierOf(t, store, { target, now: () => Date.now() + clock.ahead });
  await copier.base(readFileSync(secretsFile(store.dataDir), 'utf8'));
  return { store, folder, keyFile, copier, clock };
}

const peopleIn = (dataDir: string) => {
  using db = openForReading(dataDir);
  return db
    .prepare('SELECT address FROM subscription ORDER BY id')
    .all()
    .map(({ address }) => address);
};

test('on an empty machine the newest copy becomes the store, with its keys (faults: nothing is written; links stop working)', async (t) => {
  const { store, folder, keyFile, copier } = await copiedStore(t);
  await store.add(person('ana@example.com'));
  await copier.part();
  const dataDir = join(folderOf(t), 'data');
  const settings = readConfig({ DATA_DIR: dataDir });
  const { code, said } = await perform(restore, ['--from', folder, '--key', keyFile], settings);
  assert.equal(code, 0);
  assert.match(said.join('\n'), /1 parts, as of[^]*1 subscriptions, 0 messages, verified/);
  assert.deepEqual(peopleIn(dataDir), ['ana@example.com']);
  assert.deepEqual(keysOf(dataDir), keysOf(store.dataDir));
  assert.deepEqual(readdirSync(dataDir).toSorted(), ['embreve.sqlite', 'secrets.json']);
});

test('of a copy as of a time, whoever was erased later stays erased (fault: they are back)', async (t) => {
  const { store, folder, keyFile, copier, clock } = await copiedStore(t);
  await store.add(person('ana@example.com'));
  await store.add(person('rui@example.com'));
  await copier.part();
  const minute = 60_000;
  const at = new Date(Math.ceil(((await keptCopies(folderTarget(folder)))[0]?.until ?? 0) / minute) * minute);
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

test('a copy that cannot be trusted leaves the machine as it was (fault: half of it is there)', async (t) => {
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
  assert.deepEqual([checked.code, checked.said.length], [1, 1]);
  rmSync(join(folder, base, first));
  const gap = await perform(restore, ['--from', folder, '--key', keyFile], settings);
  assert.match(gap.warned.join(), new RegExp(`${base} lacks its object 0`));
  const other = join(folderOf(t), 'other.txt');
  const made = await perform(command('key'), ['--output', other], settings);
  assert.match(made.said[0] ?? '', /^age1/);
  assert.equal(statSync(other).mode & 0o777, 0o600);
  await copier.base();
  const foreign = await perform(restore, ['--from', folder, '--key', other], settings);
  assert.match(foreign.warned.join(), /not encrypted for this recovery key/);
});

test('copies are listed, and checked with and without the key', async (t) => {
  const { store, folder, keyFile, copier } = await copiedStore(t);
  await store.add(person('ana@example.com'));
  await copier.part();
  const settings = readConfig({ DATA_DIR: folderOf(t) });
  const listed = await perform(command('list'), ['--from', folder], settings);
  assert.match(listed.said[0] ?? '', /^\d{8}T\d{9}Z-00000001 {2}\S+ to \S+ {2}1 parts {2}0\.0 MB$/);
  assert.ok(
    readdirSync(join(folder, readdirSync(folder)[0] ?? '')).every((name) =>
      parseName(`20261126T000000000Z-00000001/${name}`),
    ),
  );
  const checked = await perform(command('check'), ['--from', folder], settings);
  assert.deepEqual([checked.code, checked.said.length], [0, 2]);
  const opened = await perform(command('check'), ['--from', folder, '--key', keyFile], settings);
  assert.match(opened.said.at(-1) ?? '', /^It opens: 1 subscriptions/);
  assert.deepEqual(readdirSync(settings.dataDir), []);
  const none = await perform(command('list'), ['--from', `${folder}/none`], settings);
  assert.equal(none.code, 1);
  assert.ok(statSync(databaseFile(store.dataDir)).size > 0);
});

test('a storage that does not answer is asked again, which is said, and given up after minutes (C5; faults: at once; without a word)', async (t) => {
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

test('a recovery key typed from paper is understood (C9; faults: a blank, lower case, the mark of an editor)', (t) => {
  const file = join(folderOf(t), 'typed.txt');
  for (const typed of [
    `  ${IDENTITY}`,
    IDENTITY.toLowerCase(),
    `\uFEFF${IDENTITY}\r\n`,
    `# a comment\n ${IDENTITY} \n`,
  ]) {
    writeFileSync(file, typed);
    assert.equal(identityIn(file), IDENTITY);
  }
  writeFileSync(file, IDENTITY.slice(0, -1));
  assert.throws(() => identityIn(file), /holds no recovery key/);
});
