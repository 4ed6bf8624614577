import assert from 'node:assert/strict';
import { DAY } from '#contract/time.ts';
import { testOnEach } from '#test/fixtures/each-database.ts';
import { NOW, person } from '#test/fixtures/command.ts';
import { noteOpening } from '#server/stage/opening.ts';
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
  const checked = async () => (await checkContents(write, CONFIG, NOW, 12)).messages[0];
  assert.equal((await checked())?.level, 'ok');
  const unread = await checkContents(write, { ...CONFIG, ownerEmail: null }, NOW, 12);
  assert.match(unread.messages[0]?.text ?? '', /reach nobody\. Set OWNER_EMAIL/);
  await write
    .insertInto('message')
    .values({ ...row, key: 'b', suspect: 'token' })
    .execute();
  const held = await checked();
  assert.equal(held?.level, 'warning');
  assert.match(held.text, /^1 suspected spam.*under Messages/);
});

testOnEach(
  'a launch that has paused itself is a problem, one that the owner paused is not',
  async (_t, open) => {
    const store = await open();
    const { write } = store;
    const checked = async () => (await checkContents(write, CONFIG, NOW, 12)).launch[0];
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
    assert.match(found.text, /^launch paused automatically\. The dashboard gives the reason/);
  },
);

testOnEach(
  'it says how many are deleted when, and deletes none (catches: people who came later are counted; it deletes)',
  async (_t, open) => {
    const clock = { time: NOW };
    const store = await open({ now: () => clock.time });
    const { write } = store;
    for (const name of ['ana', 'eva', 'rui']) await store.add(person(`${name}@example.com`));
    const textAt = async (time: number) =>
      (await checkContents(write, CONFIG, time, 12)).messages.at(-1)?.text ?? '';
    assert.match(await textAt(NOW), /not live yet/);
    await noteOpening(write, 'live', NOW + DAY);
    clock.time = NOW + 100 * DAY;
    await store.add(person('rui@example.com'));
    await store.add(person('zoe@example.com'));
    assert.match(await textAt(clock.time), /^2 addresses and 0 messages .* on 2027-06-28$/);
    assert.match(await textAt(NOW + 400 * DAY), /^2 addresses and 0 messages .* within the hour$/);
    assert.match(await textAt(NOW + 470 * DAY), /^4 addresses and 0 messages .* within the hour$/);
    assert.equal((await write.selectFrom('subscription').select('id').execute()).length, 4);
  },
);
