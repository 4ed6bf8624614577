import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test, type TestContext } from 'node:test';
import { subscriptionRow } from '#server/list/subscribe.ts';
import { connectionOf } from '#server/store/sqlite-connection.ts';
import { databaseFile } from '#server/store/open.ts';
import { appendToBuffer, rowsInBuffer } from '#server/store/write-buffer.ts';
import { testOnPostgres } from '#test/fixtures/each-database.ts';
import { databasesOfFile } from '#test/fixtures/postgres-of-file.ts';
import { folderOf } from '#test/fixtures/folder.ts';
import { openTestStore } from '#test/fixtures/store.ts';
import { backUp, checkBackup, counted } from '#server/store/backup.ts';
import { restore } from './backup/restore.ts';
import { doctor } from './doctor/doctor.ts';
import { eraseCommand } from './person.ts';
import { NOW, perform, person, settingsOf } from '#test/fixtures/command.ts';
import { subscribersExport } from './exports.ts';
import { transfer } from './transfer.ts';

const newDatabase = databasesOfFile();

const FOLLOW = { doubleOptIn: true, forward: false };

/** The state after a power failure in a burst: `names` were acknowledged and are still in the buffer. */
async function cutOff(t: TestContext, names: string[]) {
  const store = await openTestStore(t);
  await store.add(person('first@example.com'));
  await store.close();
  const db = new DatabaseSync(databaseFile(store.dataDir));
  const rows = names.map((name) => subscriptionRow(person(`${name}@example.com`), FOLLOW, NOW));
  appendToBuffer(connectionOf(db), { rows: JSON.stringify(rows), size: rows.length });
  db.close();
  return { ...store, settings: await settingsOf(store) };
}

function count(file: string, table: string): number {
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    return Number(db.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.n);
  } finally {
    db.close();
  }
}

test('a list is exported with all that were acknowledged (catches: without the buffer)', async (t) => {
  const { settings } = await cutOff(t, ['ana', 'eva']);
  const output = join(folderOf(t), 'list.csv');
  const { code } = await perform(subscribersExport, ['--output', output], settings);
  assert.equal(code, 0);
  for (const name of ['first', 'ana', 'eva'])
    assert.match(readFileSync(output, 'utf8'), new RegExp(`${name}@`));
});

test('a person who waits in the buffer can be erased, and does not come back (catches: the buffer comes after)', async (t) => {
  const { settings, dataDir } = await cutOff(t, ['ana', 'eva']);
  assert.equal((await perform(eraseCommand, ['ana@example.com'], settings)).code, 0);
  const store = await openTestStore(t, { dataDir });
  const rows = await store.write.selectFrom('subscription').select('key').orderBy('id').execute();
  assert.deepEqual(
    rows.map(({ key }) => key),
    ['first@example.com', 'eva@example.com'],
  );
});

test('a backup has nobody in its buffer, and a copy that has is drained when it is restored', async (t) => {
  const { dataDir } = await cutOff(t, ['ana', 'eva']);
  const kept = join(folderOf(t), 'kept.sqlite');
  const { contents } = backUp(dataDir, kept, { keys: false });
  assert.equal(counted(contents), '3 subscribers, 0 messages');
  assert.deepEqual([count(kept, 'subscription'), count(kept, 'write_buffer')], [3, 0]);
  assert.equal(count(databaseFile(dataDir), 'write_buffer'), 1, 'a backup changes nothing in the store');

  const other = await openTestStore(t);
  await other.close();
  const into = await settingsOf(other);
  assert.equal((await perform(restore, [databaseFile(dataDir)], into)).code, 0);
  assert.deepEqual(
    [count(databaseFile(other.dataDir), 'subscription'), count(databaseFile(other.dataDir), 'write_buffer')],
    [3, 0],
  );
});

test('a store with people only in its buffer is not empty (catches: a restore deletes it)', async (t) => {
  const { settings, dataDir } = await cutOff(t, ['ana']);
  const db = new DatabaseSync(databaseFile(dataDir));
  db.exec('DELETE FROM subscription');
  db.close();
  assert.equal(checkBackup(databaseFile(dataDir)).subscriptions, 1);
  const { warned } = await perform(restore, [databaseFile(dataDir)], settings);
  assert.match(warned[0] ?? '', /holds 1 subscriber,.*--force/);
});

testOnPostgres('a person who waits in the buffer moves to PostgreSQL too', async (t) => {
  const { settings } = await cutOff(t, ['ana', 'eva']);
  const databaseUrl = await newDatabase();
  const { said } = await perform(transfer, [], { ...settings, databaseUrl, secretKeys: ['n'.repeat(32)] });
  assert.equal(said[0], '3 rows of subscription');
});

test('the doctor reports an address that does not fit into the list, and it does not move without it', async (t) => {
  const { settings, dataDir } = await cutOff(t, ['ana', 'eva']);
  const db = new DatabaseSync(databaseFile(dataDir));
  const { rows } = db.prepare('SELECT rows FROM write_buffer').get() ?? {};
  db.prepare('UPDATE write_buffer SET rows = ?').run(String(rows).replace('"pending"', '"no such state"'));
  const list = await perform(subscribersExport, ['--output', join(folderOf(t), 'list.csv')], settings);
  assert.equal(list.code, 0);
  assert.equal(rowsInBuffer(db), 1);
  db.close();
  const { said } = await perform(doctor, [], settings);
  assert.match(said.join('\n'), /problem.* 1 accepted addresses could not be added to the list \(CHECK/);
  const moved = await perform(transfer, [], { ...settings, databaseUrl: 'postgres://127.0.0.1:1/none' });
  assert.match(moved.warned[0] ?? '', /holds addresses that are not in its list/);
});
