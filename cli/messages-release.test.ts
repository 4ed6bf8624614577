import assert from 'node:assert/strict';
import { testOnEach } from '#test/fixtures/each-database.ts';
import type { TestStore } from '#test/fixtures/store.ts';
import { NOW, perform, settingsOf } from '#test/fixtures/command.ts';
import { messagesList, messagesRelease } from './messages.ts';

async function put({ write }: TestStore, name: string, suspect: string | null): Promise<string> {
  const rest = { company: 'A', email: 'a@example.com', phone: '912345678', website: null };
  const { id } = await write
    .insertInto('message')
    .values({
      ...rest,
      key: name,
      body_hash: name,
      name,
      message: 'Hello',
      language: 'en',
      suspect,
      created_at: NOW,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return String(id);
}

testOnEach(
  'a message held as a robot’s is released by its number: one mail, and no suspicion any more',
  async (_t, open) => {
    const store = await open();
    const settings = await settingsOf(store, { OWNER_EMAIL: 'owner@example.com' });
    const [held, other] = [await put(store, 'held', 'too-fast'), await put(store, 'other', 'token')];
    const { code, said } = await perform(messagesRelease, [held], settings);
    assert.deepEqual([code, said], [0, ['Not spam. Its email to the owner is queued.']]);
    const again = await perform(messagesRelease, [held], settings);
    assert.deepEqual([again.code, again.warned], [1, ['This message is not suspected spam.']]);
    const mails = await store.write
      .selectFrom('outbox')
      .select(['kind', 'subject_id', 'state', 'due_at', 'created_at'])
      .execute();
    const mail = { kind: 'message', subject_id: Number(held), state: 'queued', due_at: NOW, created_at: NOW };
    assert.deepEqual(mails, [mail]);
    const suspects = await store.write.selectFrom('message').select('id').where('suspect', 'is not', null);
    assert.deepEqual(await suspects.execute(), [{ id: Number(other) }]);

    const silent = await settingsOf(store);
    const { said: words } = await perform(messagesRelease, [other], silent);
    assert.match(words.join(), /on hold until OWNER_EMAIL/);
  },
);

testOnEach('a number that is none, or nobody’s, changes nothing and says so', async (_t, open) => {
  const store = await open();
  const settings = await settingsOf(store);
  const id = await put(store, 'held', 'too-fast');
  for (const word of ['held', '-1', '1.5', `${id}x`, ''])
    assert.equal((await perform(messagesRelease, [word], settings)).code, 2, word);
  const { code, warned } = await perform(messagesRelease, ['999'], settings);
  assert.deepEqual([code, warned], [1, ['No message with this ID.']]);
  assert.deepEqual(await store.write.selectFrom('outbox').select('id').execute(), []);
});

testOnEach('only what is held is listed with --suspect', async (_t, open) => {
  const store = await open();
  const settings = await settingsOf(store);
  await put(store, 'Ana', null);
  assert.deepEqual((await perform(messagesList, ['--suspect'], settings)).said, ['No messages.']);
  await put(store, 'Robot', 'honeypot');
  const { said } = await perform(messagesList, ['--suspect'], settings);
  assert.equal(said.length, 2);
  assert.match(said[1] ?? '', /Robot .* honeypot /);
  assert.equal((await perform(messagesList, [], settings)).said.length, 3);
});
