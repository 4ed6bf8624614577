import assert from 'node:assert/strict';
import type { Tables } from '#server/store/schema.ts';
import { testOnPostgres } from '#test/fixtures/each-database.ts';
import { databasesOfFile } from '#test/fixtures/postgres-of-file.ts';
import { openTestStore, type TestStore } from '#test/fixtures/store.ts';
import { createKeyFile, keysOf, secretsFile } from '#server/store/secrets/key-file.ts';
import { eraseCommand } from './person.ts';
import { putContent } from '#test/fixtures/stored-content.ts';
import { NOW, perform, person, settingsOf } from '#test/fixtures/command.ts';
import { importCommand } from './import/import.ts';
import { transfer } from './transfer.ts';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

const newDatabase = databasesOfFile();

const TABLES = [
  'subscription',
  'consent_text',
  'consent_receipt',
  'interest',
  'outbox',
  'message',
  'erasure',
  'list_import',
  'list_import_person',
  'preview_link',
  'counter',
  'edition',
  'draft',
  'file',
  'file_piece',
];

async function contents(store: TestStore) {
  const all: [string, unknown[]][] = [];
  for (const table of TABLES as (keyof Tables)[]) {
    const rows = await store.write.selectFrom(table).selectAll().execute();
    const plain = rows.map((row) => ('data' in row ? { ...row, data: [...row.data].join() } : row));
    all.push([table, plain.map((row) => JSON.stringify(row, Object.keys(row).toSorted())).toSorted()]);
  }
  return all;
}

testOnPostgres('the whole list moves to PostgreSQL with its ids, or nothing of it', async (t) => {
  const databaseUrl = await newDatabase();
  const consentTexts = [{ version: 'v1', language: 'en' as const, text: 'Words.' }];
  const from = await openTestStore(t, { consentTexts, now: () => NOW });
  const { dataDir } = from;
  await Promise.all(Array.from({ length: 1200 }, (_, n) => from.add(person(`${n}@example.com`))));
  await from.add(person('gone@example.com'));
  await perform(eraseCommand, ['gone@example.com'], await settingsOf(from));
  await from.write
    .updateTable('subscription')
    .set({ state: 'unsubscribed', left_at: NOW })
    .where('key', '=', '7@example.com')
    .execute();
  await putContent(from);
  const before = await contents(from);
  createKeyFile(secretsFile(dataDir));
  const kept = keysOf(dataDir);
  const settings = {
    ...(await settingsOf(from)),
    databaseUrl,
    secretKeys: ['n'.repeat(32), ...kept] as string[],
  };

  const others = await perform(transfer, [], { ...settings, secretKeys: ['n'.repeat(32)] });
  assert.match(others.warned[0] ?? '', /SECRET_KEYS must include the keys/);
  assert.match((await perform(transfer, [], settings)).warned[0] ?? '', /A server has .* open/);
  await from.close();
  const { code, said } = await perform(transfer, [], settings);
  assert.deepEqual([code, said[0]], [0, '1200 rows of subscription']);

  const to = await openTestStore(t, { dataDir, databaseUrl, now: () => NOW });
  assert.deepEqual(await contents(to), before);
  await to.add(person('new@example.com'));
  const row = await to.write
    .selectFrom('subscription')
    .select('id')
    .where('key', '=', 'new@example.com')
    .executeTakeFirst();
  assert.equal(row?.id, 1202, 'an id that a link in a mail may carry is given again');
  const file = join(dataDir, 'list.csv');
  writeFileSync(file, 'email\ngone@example.com\n');
  const imported = await perform(importCommand, [file], settings);
  assert.equal(imported.said[3], '1 skipped: erased');

  const again = await perform(transfer, [], settings);
  assert.deepEqual([again.code, again.said], [1, []]);
  assert.match(again.warned[0] ?? '', /holds a list or content already/);
  const still = await openTestStore(t, { dataDir, consentTexts: [] });
  assert.deepEqual(await contents(still), before, 'the source stays as it was');
});

testOnPostgres(
  'a PostgreSQL that holds content of its own is left alone (catches: it is mixed)',
  async (t) => {
    const databaseUrl = await newDatabase();
    const there = await openTestStore(t, { databaseUrl, now: () => NOW });
    await putContent(there);
    const before = await contents(there);
    await there.close();
    const from = await openTestStore(t, { now: () => NOW });
    const settings = { ...(await settingsOf(from)), databaseUrl, secretKeys: ['n'.repeat(32)] };
    await from.close();
    assert.match((await perform(transfer, [], settings)).warned[0] ?? '', /holds a list or content already/);
    assert.deepEqual(await contents(await openTestStore(t, { databaseUrl, now: () => NOW })), before);
  },
);

testOnPostgres(
  'an alarm of a server that ran there before takes no mail’s place (catches: it does, and gives ids again)',
  async (t) => {
    const databaseUrl = await newDatabase();
    const early = await openTestStore(t, { databaseUrl, now: () => NOW });
    const alarm = { kind: 'alarm', subject_type: null, state: 'sent', due_at: NOW, created_at: NOW } as const;
    for (let n = 0; n < 4; n++) await early.write.insertInto('outbox').values(alarm).execute();
    await early.close();
    const from = await openTestStore(t, { now: () => NOW });
    for (const name of ['ana', 'eva']) await from.add(person(`${name}@example.com`));
    const settings = { ...(await settingsOf(from)), databaseUrl, secretKeys: ['n'.repeat(32)] };
    const before = await contents(from);
    await from.close();
    assert.equal((await perform(transfer, [], settings)).code, 0);
    const to = await openTestStore(t, { databaseUrl, now: () => NOW });
    assert.deepEqual(await contents(to), before);
    assert.equal(await to.add(person('rui@example.com')), 'stored');
    const rows = await to.write.selectFrom('outbox').select('id').orderBy('id').execute();
    assert.deepEqual([rows.length, Number(rows[2]?.id) > 4], [3, true]);
  },
);
