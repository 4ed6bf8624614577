import assert from 'node:assert/strict';
import { testOnEach } from '#test/fixtures/each-database.ts';
import { NOW, perform, person, settingsOf } from '#test/fixtures/command.ts';
import { writeWords } from '#test/fixtures/written-words.ts';
import { dataOf, find } from '#server/list/find.ts';
import { LAUNCH_WORDS } from '#test/fixtures/launch.ts';
import { takeDeliveryEvent } from '#server/delivery-events/take-delivery-event.ts';
import { subscribersShow } from './person.ts';

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
    assert.equal(suspect.said.at(-1), '\nNo email is queued, or ended in the last 35 days.');
  },
);

testOnEach(
  'a person who is out of reach is shown so, and why (catches: as unsubscribed)',
  async (_t, open) => {
    const store = await open({ now: () => NOW });
    const settings = await settingsOf(store);
    await store.add(person('ana@example.com'));
    await store.write.updateTable('subscription').set({ state: 'confirmed', confirmed_at: NOW }).execute();
    await store.write.updateTable('outbox').set({ state: 'sent', started_at: NOW }).execute();
    const bounce = { kind: 'bounced', how: 'no-such-address', said: '550 5.1.1 unknown', at: NOW } as const;
    const deps = { write: store.write, siteUrl: () => 'https://example.com', now: () => NOW };
    const told = { ...bounce, messageId: null, recipient: 'ana@example.com' };
    assert.equal(await takeDeliveryEvent(deps, told), 'undeliverable');
    const { said } = await perform(subscribersShow, ['ana@example.com'], settings);
    assert.match(said.join('\n'), /^state +undeliverable$/m);
    assert.match(said.at(-1) ?? '', /confirm +sent .*Came back: 550 5\.1\.1 unknown$/);
  },
);

testOnEach(
  'the announcements that a person got are shown, and in their export (catches: only the outbox is)',
  async (_t, open) => {
    const store = await open({ now: () => NOW });
    const settings = await settingsOf(store);
    await store.add(person('ana@example.com'));
    await writeWords(store.write, 'launch', LAUNCH_WORDS, { by: 'a test', now: NOW });
    const told = { announcement_id: 1, subscription_id: 1, state: 'sent', language: 'en' } as const;
    const times = { due_at: NOW, finished_at: NOW, added_at: NOW };
    await store.write
      .insertInto('announcement_recipient')
      .values({ ...told, ...times })
      .execute();
    const { said } = await perform(subscribersShow, ['ana@example.com'], settings);
    assert.match(said.at(-1) ?? '', /^– +launch +sent +2026-07-01 12:00 +-$/);
    const kept = (await find(store.read, { id: 1 })) ?? assert.fail();
    const { announcements } = await dataOf(store.read, kept);
    assert.deepEqual(announcements, [{ purpose: 'launch', state: 'sent', at: new Date(NOW).toISOString() }]);
  },
);

testOnEach('an address that is not kept is not a failure of the program', async (_t, open) => {
  const settings = await settingsOf(await open());
  assert.deepEqual(await perform(subscribersShow, ['ana@example.com'], settings), {
    code: 1,
    said: [],
    warned: ['Nothing is kept about this address.'],
  });
});

testOnEach('without an address it counts, by state', async (_t, open) => {
  const store = await open({ now: () => NOW });
  for (const name of ['ana', 'eva', 'rui']) await store.add(person(`${name}@example.com`));
  await store.add(person('bot@example.com', { suspect: 'honeypot' }));
  const { said } = await perform(subscribersShow, [], await settingsOf(store));
  assert.deepEqual(said, [
    '3 pending, 0 confirmed, 0 unsubscribed, 0 suppressed, 0 undeliverable, 1 suspect',
  ]);
});

testOnEach('a visitor’s text cannot command the terminal of the operator', async (_t, open) => {
  const store = await open();
  const source = { ...person('').source, utmSource: '\u001b[2J\u001b]0;x\u0007line\nbreak\u202e\u009b31m' };
  await store.add(person('ana@example.com', { source }));
  const { said } = await perform(subscribersShow, ['ana@example.com'], await settingsOf(store));
  assert.doesNotMatch(said.join(''), /[^\P{C}\n]/u);
  assert.match(said.join('\n'), /^utm_source +.*line break/m);
});
