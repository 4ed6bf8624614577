import assert from 'node:assert/strict';
import { verbsOf } from '#test/fixtures/subscription.ts';
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { buffer, text } from 'node:stream/consumers';
import { test } from 'node:test';
import { COMMANDS } from '#test/fixtures/compiled.ts';
import { databaseFile } from '#server/store/open.ts';
import { testOnEach } from '#test/fixtures/each-database.ts';
import type { SubscriptionTable } from '#server/store/schema.ts';
import { openTestStore, type TestStore } from '#test/fixtures/store.ts';
import type { Command } from './command.ts';
import { NOW, perform, person, settingsOf } from '#test/fixtures/command.ts';
import { messagesExport, receiptsExport, subscribersExport } from './exports.ts';

async function exported(store: TestStore, command: Command, ...args: string[]): Promise<string> {
  const output = join(store.dataDir, 'list.out');
  const done = await perform(command, [...args, '--output', output, '--force'], await settingsOf(store));
  assert.deepEqual(done, { code: 0, said: [], warned: [] });
  return readFileSync(output, 'utf8');
}

const lines = (csv: string): string[] => csv.slice(1).trimEnd().split('\r\n');

testOnEach(
  'the list holds nobody who has left, nor suspected bots, unless asked (catches: all in one file)',
  async (_t, open) => {
    const store = await open({ now: () => NOW });
    for (const name of ['ana', 'eva', 'rui']) await store.add(person(`${name}@example.com`));
    await store.add(person('bot@example.com', { suspect: 'honeypot' }));
    await store.add(person('short@sub.mailinator.com'));
    const change = (
      name: string,
      values: Pick<SubscriptionTable, 'state'> & Partial<Pick<SubscriptionTable, 'confirmed_at' | 'left_at'>>,
    ) =>
      store.write.updateTable('subscription').set(values).where('key', '=', `${name}@example.com`).execute();
    await change('ana', { state: 'unsubscribed', confirmed_at: NOW + 1000, left_at: NOW + 2000 });
    await change('eva', { state: 'confirmed', confirmed_at: NOW + 1000 });
    await change('rui', { state: 'suppressed', left_at: NOW + 2000 });
    const [header = '', ...rows] = lines(await exported(store, subscribersExport));
    assert.match(header, /,path,state,confirmed_at,left_at,disposable,newsletter$/);
    assert.deepEqual(
      rows.map((row) => [row.split(',')[0], ...row.split(',').slice(11)]),
      [
        ['eva@example.com', 'confirmed', '2026-07-01T12:00:01.000Z', '', 'no', 'no'],
        ['short@sub.mailinator.com', 'pending', '', '', 'yes', 'no'],
      ],
    );
    const all = lines(await exported(store, subscribersExport, '--all'));
    assert.match(all[0] ?? '', /,disposable,suspect,newsletter$/);
    assert.deepEqual(
      all.slice(1).map((row) => row.split('@')[0]),
      ['ana', 'eva', 'rui', 'bot', 'short'],
    );
    assert.match(all[4] ?? '', /^bot@.*,honeypot,no$/);
    const left = lines(await exported(store, subscribersExport, '--state', 'unsubscribed'));
    assert.match(
      left[1] ?? '',
      /^ana@.*,unsubscribed,2026-07-01T12:00:01.000Z,2026-07-01T12:00:02.000Z,no,no$/,
    );
    assert.equal(left.length, 2);
  },
);

testOnEach(
  'an unsubscribed person stays off the list though the form was sent again, until they confirm (catches: listed as pending, and no word that they left)',
  async (_t, open) => {
    let now = NOW;
    const store = await open({ now: () => now });
    const verbs = verbsOf(store, () => now);
    for (const name of ['ana', 'eva']) await store.add(person(`${name}@example.com`));
    const { id } = (await verbs.findByKey('ana@example.com')) ?? { id: 0 };
    for (let times = 0; times < 2; times++) {
      await verbs.confirm(id);
      now += 1000;
      await verbs.leave(id);
      await store.add(person('ana@example.com'));
    }
    const list = async (...args: string[]) =>
      lines(await exported(store, subscribersExport, ...args))
        .slice(1)
        .map((row) => [row.split('@')[0], ...row.split(',').slice(11, 14)]);
    const eva = ['eva', 'pending', '', ''];
    const ana = ['ana', 'pending', '', '2026-07-01T12:00:02.000Z'];
    assert.deepEqual(await list(), [eva]);
    for (const args of [['--all'], ['--state', 'pending']]) assert.deepEqual(await list(...args), [ana, eva]);
    await verbs.confirm(id);
    assert.deepEqual(await list(), [['ana', 'confirmed', '2026-07-01T12:00:02.000Z', ''], eva]);
  },
);

testOnEach(
  'the list of those who have confirmed says how many have not (catches: they are missing without a word)',
  async (_t, open) => {
    const store = await open({ now: () => NOW });
    const [settings, output] = [await settingsOf(store), join(store.dataDir, 'list.out')];
    const remarks = async (state: string) => {
      const args = ['--state', state, '--output', output, '--force'];
      return (await perform(subscribersExport, args, settings)).warned;
    };
    assert.deepEqual(await remarks('confirmed'), []);
    for (const name of ['ana', 'eva']) await store.add(person(`${name}@example.com`));
    assert.deepEqual(await remarks('confirmed'), ['Not included: 2 unconfirmed (--state pending).']);
    assert.deepEqual(await remarks('pending'), []);
  },
);

testOnEach('every receipt is exported with the address it belongs to', async (_t, open) => {
  const store = await open({ now: () => NOW });
  await store.add(person('ana@example.com', { language: 'pt' }));
  assert.deepEqual(lines(await exported(store, receiptsExport)), [
    'address,event,consent_version,language,page,time,topic',
    'ana@example.com,given,v1,pt,/soon,2026-07-01T12:00:00.000Z,',
  ]);
});

testOnEach(
  'a message cannot act as a formula in a spreadsheet, and as JSON it is what was written',
  async (_t, open) => {
    const store = await open({ now: () => NOW });
    const written = {
      name: '=cmd|calc',
      company: '@SUM(A1)',
      email: 'ana@example.com',
      phone: '+351 912 345 678',
      website: null,
      message: '-1\n"quoted", \t＝x',
      language: 'pt' as const,
      suspect: null,
    };
    await store.write
      .insertInto('message')
      .values({ ...written, key: 'k', body_hash: 'h', created_at: NOW, answered_at: NOW })
      .execute();
    const csv = await exported(store, messagesExport);
    assert.match(
      csv,
      /,'=cmd\|calc,'@SUM\(A1\),ana@example\.com,'\+351 912 345 678,,"'-1\n""quoted"", \t'＝x",pt,,2026-07-01T12:00:00\.000Z\r\n$/,
    );
    const { received_at, consent_version, answered_at, ...read } = JSON.parse(
      await exported(store, messagesExport, '--json'),
    );
    const { suspect: _suspect, ...visible } = written;
    assert.deepEqual(read, visible);
    assert.deepEqual(
      [received_at, consent_version, answered_at],
      ['2026-07-01T12:00:00.000Z', null, '2026-07-01T12:00:00.000Z'],
    );
  },
);

test('100 000 rows of 600 bytes are exported with 48 MiB of heap', async (t) => {
  const store = await openTestStore(t);
  await store.close();
  const db = new DatabaseSync(databaseFile(store.dataDir));
  const wide = 'w'.repeat(190);
  db.exec(`WITH RECURSIVE i(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM i WHERE n < 100000)
    INSERT INTO subscription (key, address, language, state, utm_source, utm_campaign, referrer, created_at)
    SELECT n || '@example.com', n || '@example.com', 'en', 'pending', '${wide}', '${wide}', '${wide}', n FROM i`);
  db.close();
  const child = spawn(process.execPath, ['--max-old-space-size=48', COMMANDS, 'subscribers', 'export'], {
    env: { ...process.env, DATA_DIR: store.dataDir, npm_config_loglevel: 'silent' },
  });
  const [out, err] = await Promise.all([buffer(child.stdout), text(child.stderr)]);
  assert.equal(err, '');
  assert.equal(out.toString().trimEnd().split('\r\n').length, 100_001);
});
