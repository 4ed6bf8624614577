import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { storeIdOf } from '#server/launch/store-id.ts';
import { readStage } from '#server/stage/stage.ts';
import { BOOKS } from '#test/fixtures/books.ts';
import { writeFixtureBuild } from '#test/fixtures/build.ts';
import { NOW, perform, settingsOf } from '#test/fixtures/command.ts';
import { testOnEach } from '#test/fixtures/each-database.ts';
import { LAUNCH_WORDS, launchOf, readyToLaunch, startSender, untilLaunchIs } from '#test/fixtures/launch.ts';
import { launchCommands } from './commands.ts';

function commandCalled(name: string) {
  return launchCommands.find((command) => command.name === name) ?? assert.fail(name);
}

testOnEach('the owner writes, opens, waits and has a receipt', async (t, openStore) => {
  const store = await openStore();
  const settings = await settingsOf(store, { SECRET_KEYS: 'k'.repeat(32) });
  const run = (name: string, ...args: string[]) =>
    perform(commandCalled(`launch ${name}`), args, settings, Date.now());
  const { dist, remove } = writeFixtureBuild();
  t.after(remove);
  await readyToLaunch(store, 3);

  const words = join(store.dataDir, 'words.json');
  const own = { ...LAUNCH_WORDS, en: { ...LAUNCH_WORDS.en, subject: 'Here we are' } };
  writeFileSync(words, JSON.stringify(own));
  assert.deepEqual((await run('words', '--file', words)).said, ['Email text saved.']);
  assert.match((await run('words')).said.join(), /Here we are/);
  const insecure = { ...own, en: { ...own.en, body: 'Look: http://example.com/a' } };
  writeFileSync(words, JSON.stringify(insecure));
  const warned = 'warning: the body in "en" has a link that is not https: http://example.com/a';
  assert.deepEqual((await run('words', '--file', words)).said, ['Email text saved.', warned]);
  writeFileSync(words, JSON.stringify(own));
  await run('words', '--file', words);
  writeFileSync(words, JSON.stringify({ ...own, pt: { ...own.pt, heading: ' ' } }));
  assert.match((await run('words', '--file', words)).warned.join(), /no heading in "pt"/);

  assert.match((await run('status')).said.join('\n'), /Not launched/);
  const asked = await run('open', '--undo', '0', '--wave', '0', '--dist', dist);
  assert.equal(asked.code, 2, 'nobody can be asked here');
  assert.match(asked.said.join('\n'), /Then 3 recipients get one email each/);
  assert.equal(await readStage(store.write), null);

  const { sender } = await startSender(t, store, { storeId: await storeIdOf(store, store.dataDir) });
  assert.equal((await run('open', '--undo', '0', '--wave', '0', '--dist', dist, '--yes')).code, 0);
  await untilLaunchIs(store, 'done');
  await sender.stop(5_000);
  assert.match((await run('status')).said.join('\n'), /Recipients: 3\. Sent: 3, queued: 0/);
  await store.write
    .updateTable('announcement_recipient')
    .set({ reply: 'written to outbox/a.txt' })
    .where('subscription_id', '=', 1)
    .execute();
  assert.match((await run('status')).said.join('\n'), /Sent: 2, written to files: 1, queued: 0/);
  assert.match((await run('undo')).warned.join(), /sending finished/);
  assert.match((await run('again', 'failed')).said.join('\n'), /Resending to 0 recipients/);
  assert.equal((await launchOf(store)).words.en.subject, 'Here we are');

  const receipt = join(store.dataDir, 'receipt.csv');
  assert.equal((await run('receipt', '--output', receipt)).code, 0);
  assert.equal(readFileSync(receipt, 'utf8').match(/@example\.org.*sent/g)?.length, 3);
});

testOnEach('an hour that cannot be meant is refused, one that is meant is kept', async (t, openStore) => {
  const store = await openStore();
  const settings = await settingsOf(store, { SECRET_KEYS: 'k'.repeat(32) });
  const { dist, remove } = writeFixtureBuild();
  t.after(remove);
  const open = (at: string) => {
    const args = ['--at', at, '--zone', 'Europe/Lisbon', '--dist', dist, '--yes'];
    return perform(commandCalled('launch open'), args, settings, NOW);
  };
  for (const [at, why] of [
    ['2027-03-28 01:30', /does not exist in Europe\/Lisbon/],
    ['2026-10-25 01:30', /occurs twice.*Use --at "2026-10-25 01:30 first"/],
    ['2026-06-30 09:00', /has passed/],
    ['soon', /--at needs a date and a time/],
  ] as const) {
    const { code, warned } = await open(at);
    assert.equal(code, 2, at);
    assert.match(warned.join(), why);
  }
  assert.equal((await open('2026-10-25 01:30 second')).code, 0);
  const { state, opens_at } = await launchOf(store);
  assert.deepEqual([state, opens_at], ['scheduled', Date.UTC(2026, 9, 25, 1, 30)]);
});

testOnEach('a book is announced under its name, once it is out', async (t, openStore) => {
  const store = await openStore();
  const settings = await settingsOf(store);
  const show = (book: string) => perform(commandCalled('announce status'), [book], settings);
  assert.match((await show('book:seo')).said.join(), /0 recipients so far/);
  assert.match((await show('cooking')).warned.join(), /BOOK is one of book:seo, book:ads/);
  const { dist, remove } = writeFixtureBuild(BOOKS.slice(1));
  t.after(remove);
  for (const verb of ['open', 'check']) {
    const { warned } = await perform(
      commandCalled(`announce ${verb}`),
      ['book:seo', '--dist', dist],
      settings,
    );
    assert.match(warned.join(), /is not out yet.*content\.json/, verb);
  }
});
