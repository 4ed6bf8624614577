import assert from 'node:assert/strict';
import { testOnEach } from '#test/fixtures/each-database.ts';
import { NOW } from '#test/fixtures/command.ts';
import { pause, resume } from '#server/launch/announcement.ts';
import { open as openLaunch, order, readyToLaunch } from '#test/fixtures/launch.ts';
import { checkContents } from './contents.ts';

const CONFIG = {
  mailRoute: { is: 'files' },
  mailFrom: 'hello@example.com',
  ownerEmail: 'us@example.com',
  ownerLanguage: 'en',
} as const;

testOnEach('messages that are held, or reach nobody, are a warning, all others none', async (_t, open) => {
  const { write } = await open();
  const rest = { body_hash: 'h', name: 'Ana', company: 'A', email: 'a@example.com', phone: '912345678' };
  const row = { ...rest, website: null, message: 'Hello', language: 'en' as const, created_at: 0 };
  await write
    .insertInto('message')
    .values({ ...row, key: 'a', suspect: null })
    .execute();
  const checked = async () => (await checkContents(write, CONFIG, NOW)).messages[0];
  assert.equal((await checked())?.level, 'ok');
  const unread = await checkContents(write, { ...CONFIG, ownerEmail: null }, NOW);
  assert.match(unread.messages[0]?.text ?? '', /reach nobody\. Set OWNER_EMAIL/);
  await write
    .insertInto('message')
    .values({ ...row, key: 'b', suspect: 'token' })
    .execute();
  const held = await checked();
  assert.equal(held?.level, 'warning');
  assert.match(held.text, /^1 suspected spam.*messages release ID/);
});

testOnEach(
  'a launch that has paused itself is a problem, one that the owner paused is not',
  async (_t, open) => {
    const store = await open();
    const { write } = store;
    const checked = async () => (await checkContents(write, CONFIG, NOW)).launch[0];
    assert.equal((await checked())?.level, 'ok');
    await readyToLaunch(store, 0);
    await openLaunch(write, 'launch', order({ undoMs: 60_000 }));
    assert.equal((await checked())?.level, 'ok');
    await pause(write, 'launch', { why: 'owner' }, NOW);
    assert.equal((await checked())?.level, 'warning');
    await resume(write, 'launch', order());
    await pause(write, 'launch', { why: 'moved' }, NOW);
    const found = await checked();
    assert.equal(found?.level, 'problem');
    assert.match(found.text, /^launch paused automatically\. "launch status" gives the reason/);
  },
);
