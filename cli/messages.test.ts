import assert from 'node:assert/strict';
import { testOnEach } from '#test/fixtures/each-database.ts';
import { NOW, perform, settingsOf } from '#test/fixtures/command.ts';
import { messagesList, messagesShow } from './messages.ts';

testOnEach('messages are listed newest first, one line each', async (_t, open) => {
  const store = await open();
  const settings = await settingsOf(store);
  assert.deepEqual((await perform(messagesList, [], settings)).said, ['No messages.']);
  for (const name of ['Ana', 'Eva']) {
    const rest = { company: 'A', email: 'a@example.com', phone: '+351', website: null, suspect: null };
    await store.write
      .insertInto('message')
      .values({
        ...rest,
        key: name,
        body_hash: name,
        name,
        message: `Dear\n${'you '.repeat(100)}`,
        language: 'en',
        created_at: NOW,
      })
      .execute();
  }
  const { code, said } = await perform(messagesList, [], settings);
  assert.equal(code, 0);
  assert.equal(said.length, 3);
  assert.match(
    said[1] ?? '',
    /^\d+ +2026-07-01 12:00 +Eva +A +a@example\.com +\+351 +(?:- +)+Dear you you .*…$/,
  );
  assert.match(said[2] ?? '', /Ana/);
});

testOnEach(
  'one message is shown whole, its lines kept, and cannot command the terminal (fault: only its beginning can be read)',
  async (_t, open) => {
    const store = await open();
    const settings = await settingsOf(store);
    const text = `Dear\r\n\u001b[2J${'you '.repeat(100)}`;
    const row = {
      name: 'Ana',
      company: 'A',
      email: 'a@example.com',
      phone: '+351',
      website: null,
      suspect: null,
    };
    const { id } = await store.write
      .insertInto('message')
      .values({ ...row, key: 'k', body_hash: 'h', message: text, language: 'pt', created_at: NOW })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { code, said } = await perform(messagesShow, [String(id)], settings);
    assert.equal(code, 0);
    assert.deepEqual(said, [
      'received (UTC): 2026-07-01 12:00',
      `id: ${id}`,
      'name: Ana',
      'company: A',
      'email: a@example.com',
      'phone: +351',
      'language: pt',
      `\nDear\n [2J${'you '.repeat(100)}`,
    ]);
    assert.equal((await perform(messagesShow, ['999999'], settings)).code, 1);
    assert.equal((await perform(messagesShow, ['x'], settings)).code, 2);
  },
);
