import assert from 'node:assert/strict';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test, type TestContext } from 'node:test';
import { beginCheckpoint } from '#test/fixtures/checkpoint.ts';
import { databaseFile } from '#server/store/open.ts';
import { folderOf } from '#test/fixtures/folder.ts';
import { openTestStore, type TestStore } from '#test/fixtures/store.ts';
import { writeFixtureBuild } from '#test/fixtures/build.ts';
import { mailFolder } from '#server/deliver/file.ts';
import { sweepMailFiles } from '#server/deliver/file.ts';
import { createKeyFile, secretsFile } from '#server/store/secrets/key-file.ts';
import { doctor } from '../doctor/doctor.ts';
import { eraseCommand } from '../person.ts';
import { putContent, readContent } from '#test/fixtures/stored-content.ts';
import { NOW, perform, type Performed, person, settingsOf } from '#test/fixtures/command.ts';
import { importCommand } from '../import/import.ts';
import { backup } from './backup.ts';
import { checkBackup, contentsOf } from '#server/store/backup.ts';
import { restore } from './restore.ts';

const ASIDE = 'embreve.sqlite.2026-07-01T12-00-00.000Z';

const KEY = 'k'.repeat(43);
const KEYS = `{"keys":["${KEY}"]}\n`;

/** A backup of a store with two people. */
async function makeBackup(t: TestContext): Promise<string> {
  const store = await openTestStore(t);
  writeFileSync(secretsFile(store.dataDir), KEYS, { mode: 0o600 });
  for (const name of ['ana', 'eva']) await store.add(person(`${name}@example.com`));
  const file = join(folderOf(t), 'backup.sqlite');
  assert.equal((await perform(backup, [file], await settingsOf(store))).code, 0);
  return file;
}

async function restored(dataDir: string, ...args: string[]): Promise<Performed> {
  const write = null as unknown as TestStore['write'];
  return perform(restore, args, await settingsOf({ kind: 'sqlite', write, dataDir }));
}

async function people(t: TestContext, dataDir: string): Promise<string[]> {
  const store = await openTestStore(t, { dataDir });
  const rows = await store.write.selectFrom('subscription').select('address').orderBy('id').execute();
  await store.close();
  return rows.map(({ address }) => address.split('@')[0] ?? '');
}

test('on an empty machine one command brings list and keys back, and the server goes on with them', async (t) => {
  const file = await makeBackup(t);
  const dataDir = join(folderOf(t), 'new', 'data');
  const { code, said } = await restored(dataDir, file);
  assert.equal(code, 0);
  assert.match(said[0] ?? '', /2 subscribers, 0 messages, verified/);
  assert.deepEqual(readdirSync(dataDir).toSorted(), ['embreve.sqlite', 'secrets.json']);
  for (const path of [databaseFile(dataDir), secretsFile(dataDir)])
    assert.equal(statSync(path).mode & 0o777, 0o600);
  assert.equal(readFileSync(secretsFile(dataDir), 'utf8'), KEYS);
  // Not in the free pages either.
  assert.ok(!readFileSync(databaseFile(dataDir)).includes(KEY));
  const store = await openTestStore(t, { dataDir });
  assert.equal(await store.add(person('rui@example.com')), 'stored');
  await store.close();
  assert.deepEqual(await people(t, dataDir), ['ana', 'eva', 'rui']);
});

test('content comes back with a backup, and a store that holds it alone is kept unless asked (catches: words and pictures are lost)', async (t) => {
  const store = await openTestStore(t);
  await putContent(store);
  const content = await readContent(store);
  const file = join(folderOf(t), 'backup.sqlite');
  const { said } = await perform(backup, [file], await settingsOf(store));
  assert.match(said[0] ?? '', /0 subscribers, 0 messages, site content, verified/);
  await store.close();
  const refused = await restored(store.dataDir, await makeBackup(t));
  assert.match(refused.warned[0] ?? '', /holds 0 subscribers, 0 messages, site content/);
  const dataDir = folderOf(t);
  assert.equal((await restored(dataDir, file)).code, 0);
  assert.deepEqual(await readContent(await openTestStore(t, { dataDir })), content);
});

test('a store in use is not touched, also with --force', async (t) => {
  const file = await makeBackup(t);
  const store = await openTestStore(t);
  const { dataDir } = store;
  for (const args of [[file], [file, '--force']]) {
    const { code, warned } = await restored(dataDir, ...args);
    assert.equal(code, 1);
    assert.match(warned[0] ?? '', /A server has .* open/);
  }
  assert.equal(await store.add(person('rui@example.com')), 'stored');
  assert.equal(await store.readiness(), 'stored');
});

test('a list is kept unless asked, and then moved aside whole', async (t) => {
  const file = await makeBackup(t);
  const store = await openTestStore(t);
  const { dataDir } = store;
  await store.add(person('rui@example.com'));
  await store.close();
  const before = readFileSync(databaseFile(dataDir));
  const refused = await restored(dataDir, file);
  assert.equal(refused.code, 1);
  assert.match(refused.warned[0] ?? '', /holds 1 subscriber,.*--force/);
  assert.deepEqual(readFileSync(databaseFile(dataDir)).length, before.length);
  assert.deepEqual(await people(t, dataDir), ['rui']);

  const { code, said } = await restored(dataDir, file, '--force');
  assert.equal(code, 0);
  assert.ok(said[1]?.startsWith(`The previous database is now ${join(dataDir, ASIDE)}.`));
  assert.deepEqual(await people(t, dataDir), ['ana', 'eva']);
  assert.equal(checkBackup(join(dataDir, ASIDE)).subscriptions, 1);
});

test('a store without rows, as a first start makes it, is replaced without asking', async (t) => {
  const file = await makeBackup(t);
  const store = await openTestStore(t);
  await store.close();
  assert.equal((await restored(store.dataDir, file)).code, 0);
  assert.deepEqual(await people(t, store.dataDir), ['ana', 'eva']);
  assert.ok(!readdirSync(store.dataDir).includes(ASIDE));
});

test('rows that a crash left in the log are counted, kept aside, and never mixed with the backup', async (t) => {
  const file = await makeBackup(t);
  const crashed = join(folderOf(t), 'data');
  mkdirSync(crashed);
  const store = await openTestStore(t);
  for (const name of ['rui', 'zoe', 'leo']) await store.add(person(`${name}@example.com`));
  for (const end of ['', '-wal']) {
    copyFileSync(databaseFile(store.dataDir) + end, databaseFile(crashed) + end);
  }
  assert.match((await restored(crashed, file)).warned[0] ?? '', /holds 3 subscribers/);
  assert.equal((await restored(crashed, file, '--force')).code, 0);
  assert.equal(checkBackup(join(crashed, ASIDE)).subscriptions, 3);
  assert.deepEqual(await people(t, crashed), ['ana', 'eva']);
});

test('a list that a crash caught in a checkpoint is taken over whole (catches: its file is judged alone)', async (t) => {
  const file = await makeBackup(t);
  const crashed = join(folderOf(t), 'data');
  mkdirSync(crashed);
  const store = await openTestStore(t);
  await Promise.all(Array.from({ length: 500 }, (_, i) => store.add(person(`p${i}@example.com`))));
  for (const end of ['', '-wal']) {
    copyFileSync(databaseFile(store.dataDir) + end, databaseFile(crashed) + end);
  }
  beginCheckpoint(databaseFile(crashed));
  assert.match((await restored(crashed, file)).warned[0] ?? '', /holds 500 subscribers/);
});

test('a backup that others can read makes no list that they can read (catches: the copy keeps its rights)', async (t) => {
  const file = await makeBackup(t);
  chmodSync(file, 0o644);
  const dataDir = join(folderOf(t), 'data');
  assert.equal((await restored(dataDir, file)).code, 0);
  assert.equal(statSync(databaseFile(dataDir)).mode & 0o777, 0o600);
});

test('a damaged store is kept aside with its log, and replaced only when asked', async (t) => {
  const file = await makeBackup(t);
  for (const garbage of ['', 'garbage '.repeat(1000)]) {
    const dataDir = folderOf(t);
    writeFileSync(databaseFile(dataDir), garbage);
    writeFileSync(`${databaseFile(dataDir)}-wal`, 'log');
    const refused = await restored(dataDir, file);
    assert.equal(refused.code, 1);
    assert.match(refused.warned[0] ?? '', /holds a damaged store.*--force/);
    assert.equal(readFileSync(databaseFile(dataDir), 'utf8'), garbage);
    assert.equal((await restored(dataDir, file, '--force')).code, 0);
    assert.equal(readFileSync(join(dataDir, ASIDE), 'utf8'), garbage);
    assert.equal(readFileSync(join(dataDir, `${ASIDE}-wal`), 'utf8'), 'log');
    assert.deepEqual(await people(t, dataDir), ['ana', 'eva']);
  }
});

test('a log whose store is gone is kept aside, with every row (catches: it is deleted)', async (t) => {
  const file = await makeBackup(t);
  const gone = folderOf(t);
  const store = await openTestStore(t);
  for (const name of ['rui', 'zoe']) await store.add(person(`${name}@example.com`));
  const moved = join(folderOf(t), 'moved.sqlite');
  copyFileSync(databaseFile(store.dataDir), moved);
  copyFileSync(`${databaseFile(store.dataDir)}-wal`, `${databaseFile(gone)}-wal`);
  assert.match((await restored(gone, file)).warned[0] ?? '', /-wal holds rows.*--force/);
  const { code, said } = await restored(gone, file, '--force');
  const log = join(gone, `${ASIDE}-wal`);
  assert.equal(code, 0);
  assert.ok(said[1]?.startsWith(`The previous database is now ${log}.`));
  copyFileSync(log, `${moved}-wal`);
  const db = new DatabaseSync(moved);
  t.after(() => db.close());
  assert.equal(contentsOf(db).subscriptions, 2);
  assert.deepEqual(await people(t, gone), ['ana', 'eva']);
});

test('mails that became files since the backup are kept aside (catches: the next start deletes them)', async (t) => {
  const file = await makeBackup(t);
  const dataDir = folderOf(t);
  const mail = '2026-07-01T00-00-00.000Z-message-7-1a2b3c4d.txt';
  mkdirSync(mailFolder(dataDir));
  writeFileSync(join(mailFolder(dataDir), mail), 'Hello');
  const { said } = await restored(dataDir, file);
  const store = await openTestStore(t, { dataDir });
  await sweepMailFiles(dataDir, store.write);
  const aside = mailFolder(dataDir) + ASIDE.replace(/^[^.]*\.sqlite/, '');
  assert.equal(readFileSync(join(aside, mail), 'utf8'), 'Hello');
  assert.ok(said.includes(`The emails saved as files are now in ${aside}.`));
});

test('a file that is not a whole backup of a list is refused, and the store stays', async (t) => {
  const good = await makeBackup(t);
  const bytes = readFileSync(good);
  const folder = folderOf(t);
  const store = await openTestStore(t);
  await store.add(person('rui@example.com'));
  await store.close();
  const bad: [name: string, content: Buffer, why: RegExp][] = [
    ['cut', bytes.subarray(0, bytes.length - 5000), /damaged/],
    ['overwritten', Buffer.from(bytes).fill(0x55, 4096 * 4, 4096 * 12), /damaged/],
    ['text', Buffer.from('hello '.repeat(1000)), /damaged/],
    ['foreign', Buffer.from(bytes).fill(0, 68, 72), /another program/],
    ['newer', Buffer.from(bytes).fill(99, 63, 64), /newer version/],
  ];
  for (const [name, content, why] of bad) {
    const file = join(folder, name);
    writeFileSync(file, content);
    const { code, warned } = await restored(store.dataDir, file, '--force');
    assert.equal(code, 1, name);
    assert.match(warned[0] ?? '', why);
  }
  copyFileSync(good, join(folder, 'live'));
  writeFileSync(join(folder, 'live-wal'), 'log');
  assert.match((await restored(store.dataDir, join(folder, 'live'))).warned[0] ?? '', /no backup/);
  assert.match((await restored(store.dataDir, join(folder, 'none'))).warned[0] ?? '', /There is no/);
  assert.deepEqual(
    readdirSync(store.dataDir).filter((name) => name.includes('part')),
    [],
  );
  assert.deepEqual(await people(t, store.dataDir), ['rui']);
});

test('mails that were to go at the backup wait for the operator, and the doctor says so (catches: they go again)', async (t) => {
  const file = await makeBackup(t);
  const dataDir = join(folderOf(t), 'data');
  const { said } = await restored(dataDir, file);
  assert.match(said.join(), /2 emails and forwards that were queued.*under Emails/);
  const settings = await settingsOf({
    kind: 'sqlite',
    write: null as unknown as TestStore['write'],
    dataDir,
  });
  const build = writeFixtureBuild();
  t.after(build.remove);
  const found = await perform(doctor, ['--dist', build.dist], settings);
  assert.equal(found.said.filter((line) => line.startsWith('problem')).join(), '');
  assert.match(found.said.join('\n'), /ok +store .* is whole/);
  assert.match(found.said.join('\n'), /warning +outbox +2 on hold.*under Emails/);
  const store = await openTestStore(t, { dataDir });
  const rows = await store.write.selectFrom('outbox').select(['kind', 'state', 'held_at']).execute();
  assert.deepEqual(
    rows,
    [1, 2].map(() => ({ kind: 'confirm', state: 'queued', held_at: NOW })),
  );
});

test('a person erased since the backup is erased again, and kept out of imports (catches: the backup wins)', async (t) => {
  const store = await openTestStore(t);
  for (const name of ['ana', 'eva']) await store.add(person(`${name}@example.com`));
  const file = join(folderOf(t), 'backup.sqlite');
  const settings = await settingsOf(store);
  await perform(backup, [file], settings);
  assert.equal((await perform(eraseCommand, ['ana@example.com'], settings)).code, 0);
  await store.close();

  const { said } = await restored(store.dataDir, file, '--force');
  assert.match(said.join(), /1 erased again/);
  assert.doesNotMatch(said.join(), /once more/);
  assert.deepEqual(await people(t, store.dataDir), ['eva']);
  assert.ok(!readFileSync(databaseFile(store.dataDir)).includes('ana@example.com'));
  const csv = join(folderOf(t), 'list.csv');
  writeFileSync(csv, 'email\nana@example.com\n');
  const imported = await perform(importCommand, [csv], settings);
  assert.ok(imported.said.includes('1 skipped: erased'), imported.said.join());
});

test('where erasures cannot be known, or are of another list, it is said (catches: silence)', async (t) => {
  const file = await makeBackup(t);
  const fresh = await openTestStore(t);
  await fresh.close();
  for (const dataDir of [join(folderOf(t), 'none'), fresh.dataDir]) {
    assert.match((await restored(dataDir, file)).said.join(), /erase them again/);
  }
  const stores = [await openTestStore(t), await openTestStore(t)] as const;
  for (const store of stores) await perform(eraseCommand, ['ana@example.com'], await settingsOf(store));
  const other = join(folderOf(t), 'other.sqlite');
  await perform(backup, [other], await settingsOf(stores[0]));
  await stores[1].close();
  const { code, said } = await restored(stores[1].dataDir, other, '--force');
  assert.equal(code, 0);
  assert.match(said.join(), /erase them again/);
});

test('keys that are there already stay', async (t) => {
  const file = await makeBackup(t);
  const dataDir = folderOf(t);
  createKeyFile(secretsFile(dataDir));
  const before = readFileSync(secretsFile(dataDir));
  const { said } = await restored(dataDir, file);
  assert.match(said.at(-1) ?? '', /is unchanged; the backup has other keys/);
  assert.deepEqual(readFileSync(secretsFile(dataDir)), before);
});
