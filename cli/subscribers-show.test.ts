import assert from 'node:assert/strict';
import { testOnEach } from '#test/fixtures/each-database.ts';
import { NOW, perform, person, settingsOf } from '#test/fixtures/command.ts';
import { subscribersShow } from './subscribers.ts';

testOnEach(
  'somebody is shown with what became of each mail, without the rows of others',
  async (_t, open) => {
    const store = await open({ now: () => NOW });
    const settings = await settingsOf(store);
    await store.add(person('ana@example.com', { suspect: 'token' }));
    await store.add(person('eva@example.com'));
    const { said } = await perform(subscribersShow, ['Eva@Example.com'], settings);
    assert.match(said.join('\n'), /^address +eva@example\.com$/m);
    assert.match(said.at(-1) ?? '', /^\d+ +confirm +queued +2026-07-01 12:00 +-$/);

    const reply = '550 no such user';
    await store.write.updateTable('outbox').set({ state: 'failed', finished_at: NOW, reply }).execute();
    const failed = await perform(subscribersShow, ['eva@example.com'], settings);
    assert.match(failed.said.at(-1) ?? '', /confirm +failed .* 550 no such user$/);

    const suspect = await perform(subscribersShow, ['ana@example.com'], settings);
    assert.match(suspect.said.join('\n'), /^suspect +token$/m);
    assert.equal(suspect.said.at(-1), '\nNo mail to it waits, or ended in the last 35 days.');
  },
);

testOnEach('an address that is not kept is no failure of the program', async (_t, open) => {
  const settings = await settingsOf(await open());
  assert.deepEqual(await perform(subscribersShow, ['ana@example.com'], settings), {
    code: 1,
    said: [],
    warned: ['Nothing is kept about this address.'],
  });
});
