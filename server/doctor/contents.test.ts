import assert from 'node:assert/strict';
import { testOnEach } from '#test/fixtures/each-database.ts';
import { NOW } from '#test/fixtures/command.ts';
import { checkContents } from './contents.ts';

testOnEach('held messages are a warning, all others none', async (_t, open) => {
  const { write } = await open();
  const rest = { body_hash: 'h', name: 'Ana', company: 'A', email: 'a@example.com', phone: '912345678' };
  const row = { ...rest, website: null, message: 'Hello', language: 'en' as const, created_at: 0 };
  await write
    .insertInto('message')
    .values({ ...row, key: 'a', suspect: null })
    .execute();
  const checked = async () => (await checkContents(write, NOW)).messages;
  assert.equal((await checked())?.level, 'ok');
  await write
    .insertInto('message')
    .values({ ...row, key: 'b', suspect: 'token' })
    .execute();
  const held = await checked();
  assert.equal(held?.level, 'warning');
  assert.match(held.text, /^1 held .*messages release ID/);
});
