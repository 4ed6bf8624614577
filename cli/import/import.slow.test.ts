import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { HOUR } from '#contract/time.ts';
import { testOnEach } from '#test/fixtures/each-database.ts';
import { folderOf } from '#test/fixtures/folder.ts';
import { openTestStore, type TestStore } from '#test/fixtures/store.ts';
import { eraseCommand } from '../person.ts';
import { NOW, perform, type Performed, person, settingsOf } from '#test/fixtures/command.ts';
import { subscribersExport } from '../exports.ts';
import { importCommand } from './import.ts';

async function imported(store: TestStore, csv: string, ...options: string[]): Promise<Performed> {
  const file = join(store.dataDir, 'list.csv');
  writeFileSync(file, csv);
  return perform(importCommand, [file, ...options], await settingsOf(store));
}

function rowsOf(store: TestStore) {
  return store.write
    .selectFrom('subscription')
    .select(['address', 'language', 'state', 'confirmed_at'])
    .orderBy('id')
    .execute();
}

testOnEach('imported people are pending, each with a receipt and a confirmation mail', async (_t, open) => {
  const store = await open();
  const { code, said, warned } = await imported(
    store,
    'Name;E-Mail;Email;Language\nAna;x;Ana@Example.com;pt-BR\nEva;x;eva@example.com;\n',
  );
  assert.deepEqual([code, said[0], warned], [0, '2 added', []]);
  assert.deepEqual(await rowsOf(store), [
    { address: 'Ana@Example.com', language: 'pt', state: 'pending', confirmed_at: null },
    { address: 'eva@example.com', language: 'en', state: 'pending', confirmed_at: null },
  ]);
  const receipts = await store.write
    .selectFrom('consent_receipt')
    .select(['event', 'version', 'language', 'at'])
    .orderBy('id')
    .execute();
  assert.deepEqual(receipts[0], { event: 'given', version: 'import', language: 'pt', at: NOW });
  assert.equal(receipts.length, 2);
  const mails = await store.write.selectFrom('outbox').select(['kind', 'state']).execute();
  assert.deepEqual(
    mails,
    Array.from({ length: 2 }, () => ({ kind: 'confirm', state: 'queued' })),
  );
});

testOnEach(
  'confirmation mails of an import go out at 200 an hour, also those of a second one',
  async (_t, open) => {
    const store = await open();
    const list = (name: string) =>
      `address\n${Array.from({ length: 600 }, (_, n) => `${name}${n}@example.com`).join('\n')}`;
    await imported(store, list('a'));
    const { said } = await imported(store, list('b'));
    assert.match(said.at(-2) ?? '', /^The last confirmation email will be sent at 2026-07-01T17:59:/);
    const due = await store.write
      .selectFrom('outbox')
      .select(['due_at', 'created_at'])
      .orderBy('due_at')
      .execute();
    assert.equal(due.length, 1200);
    for (const [place, { due_at, created_at }] of due.entries()) {
      const sameHour = due[place + 200];
      if (sameHour) assert.ok(sameHour.due_at - due_at >= HOUR, 'more than 200 in an hour');
      assert.equal(created_at, due_at, 'the links of the mail would be too old');
    }
  },
);

testOnEach(
  'a person who asks before it is the turn of their mail gets it now, and once (catches: the list goes first)',
  async (_t, open) => {
    const store = await open({ now: () => NOW + 5 });
    const names = Array.from({ length: 600 }, (_, n) => `a${n}@example.com`);
    await imported(store, `address\n${names.join('\n')}`);
    for (let times = 0; times < 2; times++) await store.add(person('a599@example.com'));
    const mails = await store.write
      .selectFrom('outbox as o')
      .innerJoin('subscription as s', 's.id', 'o.subject_id')
      .select(['o.due_at', 'o.created_at'])
      .where('s.key', '=', 'a599@example.com')
      .execute();
    assert.deepEqual(mails, [{ due_at: NOW + 5, created_at: NOW + 5 }]);
    const { n } = await store.write
      .selectFrom('outbox')
      .select((row) => row.fn.countAll().as('n'))
      .where('due_at', '>', NOW + HOUR)
      .executeTakeFirstOrThrow();
    assert.ok(Number(n) > 300, 'the others have their turn as before');
  },
);

testOnEach('with --confirmed people count at once and get no mail', async (_t, open) => {
  const store = await open();
  await imported(store, 'email\nana@example.com\n', '--confirmed');
  assert.deepEqual((await rowsOf(store))[0]?.state, 'confirmed');
  assert.deepEqual((await rowsOf(store))[0]?.confirmed_at, NOW);
  assert.deepEqual(await store.write.selectFrom('outbox').select('id').execute(), []);
});

testOnEach('refused rows are reported line by line, and keep nobody else out', async (_t, open) => {
  const store = await open();
  const { code, said, warned } = await imported(
    store,
    'email\nnobody\nana@example.com\n""\njoão@example.com\n"a@example.com, b@example.com"\nANA@example.com\n',
  );
  assert.equal(code, 0);
  assert.deepEqual(warned, [
    'Line 2: not an email address.',
    'Line 5: unsupported characters before the @.',
    'Line 6: several addresses.',
  ]);
  assert.deepEqual(said.slice(0, 2), ['1 added', '1 already on the list']);
});

test('unknown languages are reported once (catches: in silence)', async (t) => {
  const store = await openTestStore(t);
  const list = 'email,language\na@example.com,fr\nb@example.com,Português\nc@example.com,it\n';
  const { warned } = await imported(store, list);
  assert.deepEqual(warned, ['2 with an unknown language: imported as en.']);
});

testOnEach('an import that only refused is not done (catches: it ends as if it were)', async (_t, open) => {
  const store = await open();
  const list = 'address\nRua Nova 1\n';
  for (const options of [['--dry-run'], []])
    assert.equal((await imported(store, list, ...options)).code, 1, options.join(' '));
  assert.equal((await imported(store, `${list}ana@example.com\n`)).code, 0);
  assert.equal((await imported(store, 'address\nana@example.com\n')).code, 0, 'all are there already');
});

testOnEach(
  'an erased address does not come back by an import (red without the check of erasures)',
  async (_t, open) => {
    const store = await open({ now: () => NOW });
    await store.add(person('ana@example.com'));
    const erased = await perform(eraseCommand, ['Ana@Example.com'], await settingsOf(store));
    assert.deepEqual([erased.code, erased.said[0]], [0, 'Erased.']);
    const { said } = await imported(store, 'email\nANA@example.com\neva@example.com\n', '--confirmed');
    assert.deepEqual(said.slice(0, 4), [
      '1 added',
      '0 already on the list',
      '0 skipped: unsubscribed',
      '1 skipped: erased',
    ]);
    assert.deepEqual(
      (await rowsOf(store)).map(({ address }) => address),
      ['eva@example.com'],
    );
  },
);

testOnEach('erasing leaves neither mails nor messages nor receipts', async (_t, open) => {
  const store = await open({ now: () => NOW });
  await store.add(person('ana@example.com'));
  await store.write
    .insertInto('message')
    .values({
      key: 'k',
      body_hash: 'h',
      name: 'Ana',
      company: 'A',
      email: 'Ana@example.com',
      phone: '1',
      website: null,
      message: 'Hello',
      language: 'en',
      suspect: null,
      created_at: NOW,
    })
    .execute();
  await perform(eraseCommand, ['ana@example.com'], await settingsOf(store));
  for (const table of ['subscription', 'consent_receipt', 'outbox', 'message'] as const) {
    assert.deepEqual(await store.write.selectFrom(table).selectAll().execute(), [], table);
  }
  const again = await perform(eraseCommand, ['ana@example.com'], await settingsOf(store));
  assert.deepEqual(
    [again.code, again.said[0]],
    [0, 'Nothing is kept about this address, so nothing was erased.'],
  );
});

testOnEach('an unsubscribed person stays away, by the store and by the file', async (_t, open) => {
  const store = await open();
  for (const name of ['ana', 'eva']) await store.add(person(`${name}@example.com`));
  for (const [name, state] of [
    ['ana', 'unsubscribed'],
    ['eva', 'suppressed'],
  ] as const) {
    await store.write
      .updateTable('subscription')
      .set({ state })
      .where('key', '=', `${name}@example.com`)
      .execute();
  }
  const { said } = await imported(
    store,
    'address,state\nana@example.com,confirmed\neva@example.com,confirmed\nrui@example.com,unsubscribed\nzoe@example.com,"Unsubscribed "\n',
    '--confirmed',
  );
  assert.deepEqual([said[0], said[2]], ['0 added', '4 skipped: unsubscribed']);
  assert.deepEqual(
    (await rowsOf(store)).map(({ state }) => state),
    ['unsubscribed', 'suppressed'],
  );
});

testOnEach(
  'a person who left another program’s list is not written to (catches: only our own way of writing it counts)',
  async (_t, open) => {
    const store = await open();
    const list = ['Unsubscribed', ' UNSUBSCRIBED ', 'Suppressed', 'Subscribed', 'SUBSCRIBED '].map(
      (status, i) => `p${i}@example.com;${status}`,
    );
    const { said } = await imported(store, `Email;Status\n${list.join('\n')}`);
    assert.deepEqual([said[0], said[2]], ['2 added', '3 skipped: unsubscribed']);
    const mails = await store.write.selectFrom('outbox').select('id').execute();
    assert.equal(mails.length, 2);
  },
);

testOnEach('a dry run reports the same and changes nothing', async (_t, open) => {
  const store = await open();
  await store.add(person('ana@example.com'));
  const before = await rowsOf(store);
  const list = `email\n${'eva@example.com\nana@example.com\nx\n'.repeat(300)}`;
  const dry = await imported(store, list, '--dry-run');
  assert.deepEqual(await rowsOf(store), before);
  const wet = await imported(store, list);
  assert.deepEqual(dry.said[0], '1 would be added');
  assert.deepEqual(dry.said.slice(1, 6), wet.said.slice(1, 6));
  assert.deepEqual(dry.warned, wet.warned);
});

testOnEach('our own export can be imported into an empty store', async (_t, open) => {
  const from = await open({ now: () => NOW });
  await from.add(person("'+ana@example.com"));
  await from.add(person('+eva@example.com'));
  const output = join(from.dataDir, 'export.csv');
  await perform(subscribersExport, ['--output', output], await settingsOf(from));
  await from.write.deleteFrom('subscription').execute();
  const { said } = await perform(importCommand, [output], await settingsOf(from));
  assert.equal(said[0], '2 added');
  assert.deepEqual(
    (await rowsOf(from)).map(({ address }) => address),
    ["'+ana@example.com", '+eva@example.com'],
  );
});

testOnEach(
  'a person who was held as a robot’s is not let in by an export of all (catches: the column is not read)',
  async (_t, open) => {
    const store = await open({ now: () => NOW });
    await store.add(person('ana@example.com'));
    await store.add(person('bot@example.com', { suspect: 'honeypot' }));
    const output = join(store.dataDir, 'all.csv');
    await perform(subscribersExport, ['--all', '--output', output], await settingsOf(store));
    await store.write.deleteFrom('subscription').execute();
    const { said } = await perform(importCommand, [output], await settingsOf(store));
    assert.deepEqual([said[0], said[4]], ['1 added', '1 skipped: suspected bots']);
    assert.deepEqual(
      (await rowsOf(store)).map(({ address }) => address),
      ['ana@example.com'],
    );
  },
);

testOnEach(
  'an import keeps when people agreed, and reports what it does not keep (catches: all agreed at the import)',
  async (_t, open) => {
    const store = await open();
    const csv =
      '"Email Address","First Name",OPTIN_TIME,CONFIRM_TIME\nana@example.com,Ana,2019-03-14 09:12:31,2019-03-14 10:00:00\n';
    const { code, said } = await imported(store, csv, '--confirmed');
    assert.deepEqual([code, said.at(-2)], [0, 'Columns not kept: "First Name"']);
    const agreed = Date.UTC(2019, 2, 14, 9, 12, 31);
    await imported(store, csv.replace('ana@', 'eva@'));
    const [ana, eva] = await store.write.selectFrom('subscription').selectAll().orderBy('id').execute();
    const { at } = await store.write.selectFrom('consent_receipt').select('at').executeTakeFirstOrThrow();
    assert.deepEqual([ana?.created_at, at, ana?.confirmed_at], [NOW, agreed, NOW]);
    assert.equal(eva?.created_at, NOW, 'as many days to confirm as all');
  },
);

test('Mailchimp’s files of those who must not get mail are refused by their names', async (t) => {
  const store = await openTestStore(t);
  for (const name of ['unsubscribed', 'nonsubscribed', 'cleaned']) {
    const file = join(store.dataDir, `${name}_email_audience_export_a1b2.csv`);
    writeFileSync(file, 'Email Address,CONFIRM_TIME\nana@example.com,2019-03-14 10:00:00\n');
    const { code, said } = await perform(importCommand, [file, '--confirmed'], await settingsOf(store));
    assert.deepEqual([code, said], [1, []]);
  }
  assert.deepEqual(await rowsOf(store), []);
});

test('a file that cannot be used is explained in words', async (t) => {
  const store = await openTestStore(t);
  const settings = await settingsOf(store);
  const none = await perform(importCommand, [join(folderOf(t), 'none.csv')], settings);
  assert.equal(none.code, 1);
  assert.match(none.warned[0] ?? '', /none\.csv cannot be read/);
  for (const [csv, why] of [
    ['', /empty/],
    ['Name\nAna\n', /No column has email addresses/],
  ] as const) {
    const { code, warned } = await imported(store, csv);
    assert.equal(code, 1);
    assert.match(warned[0] ?? '', why);
  }
  assert.equal((await perform(importCommand, [], settings)).code, 2);
});
