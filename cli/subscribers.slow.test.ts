import assert from 'node:assert/strict';
import { testOnEach } from '#test/fixtures/each-database.ts';
import type { TestStore } from '#test/fixtures/store.ts';
import { NOW, perform, person, settingsOf } from '#test/fixtures/command.ts';
import { subscribersList, subscribersRelease } from './subscribers.ts';

const names = (lines: string[]) =>
  lines.map((line) => /\s(\w+)@example\.com/.exec(line)?.[1]).filter(Boolean);

testOnEach('the list begins with the counters and shows the newest first, page by page', async (_t, open) => {
  const store = await open({ now: () => NOW });
  for (const name of ['ana', 'eva', 'rui']) await store.add(person(`${name}@example.com`));
  await store.add(person('bot@example.com', { suspect: 'honeypot' }));
  const settings = await settingsOf(store);
  const { code, said } = await perform(subscribersList, ['--limit', '2'], settings);
  assert.equal(code, 0);
  assert.equal(said[0], '3 pending, 0 confirmed, 0 unsubscribed, 0 suppressed, 0 undeliverable, 1 suspect');
  assert.match(said[2] ?? '', /bot@example\.com +pending +honeypot +en +2026-07-01 12:00/);
  assert.deepEqual(names(said), ['bot', 'rui']);
  const [, before = ''] = /--before (\d+)$/.exec(said.at(-1) ?? '') ?? [];
  const next = await perform(subscribersList, ['--limit', '2', '--before', before], settings);
  assert.deepEqual(names(next.said), ['eva', 'ana']);
  const pending = await perform(subscribersList, ['--state', 'pending'], settings);
  assert.deepEqual(names(pending.said), ['rui', 'eva', 'ana']);
  const suspects = await perform(subscribersList, ['--state', 'suspect'], settings);
  assert.deepEqual(names(suspects.said), ['bot']);
  for (const args of [
    ['--state', 'x'],
    ['--limit', '0'],
    ['--before', '-1'],
  ]) {
    assert.equal((await perform(subscribersList, args, settings)).code, 2, args.join(' '));
  }
});

testOnEach('what a visitor wrote cannot command the terminal of the operator', async (_t, open) => {
  const store = await open();
  const source = { ...person('').source, utmSource: '\u001b[2J\u001b]0;x\u0007line\nbreak\u202e\u009b31m' };
  await store.add(person('ana@example.com', { source }));
  const { said } = await perform(subscribersList, [], await settingsOf(store));
  assert.doesNotMatch(said.join(''), /[\p{C}]/u);
  assert.match(said[2] ?? '', /line break/);
});

async function outboxOf(store: TestStore) {
  return store.write.selectFrom('outbox').select(['kind', 'state', 'due_at']).orderBy('id').execute();
}

testOnEach('a released person is treated like everybody else, once', async (_t, open) => {
  const store = await open({ now: () => NOW - 1000 });
  await store.add(person('ana@example.com', { suspect: 'token' }));
  assert.deepEqual(await outboxOf(store), []);
  const settings = await settingsOf(store, { FORWARD_URL: 'https://forms.example.com/f' });
  const { code, said } = await perform(subscribersRelease, ['ANA@example.com'], settings);
  assert.deepEqual([code, said], [0, ['Approved. The confirmation email is queued.']]);
  assert.deepEqual(await outboxOf(store), [
    { kind: 'confirm', state: 'queued', due_at: NOW },
    { kind: 'forward', state: 'queued', due_at: NOW },
  ]);
  const receipts = await store.write.selectFrom('consent_receipt').select(['version', 'at']).execute();
  assert.deepEqual(receipts, [{ version: 'v1', at: NOW - 1000 }]);
  const again = await perform(subscribersRelease, ['ana@example.com'], settings);
  assert.deepEqual([again.code, again.warned], [1, ['This address is not a suspected bot.']]);
  assert.equal((await outboxOf(store)).length, 2);
  const nobody = await perform(subscribersRelease, ['eva@example.com'], settings);
  assert.deepEqual([nobody.code, nobody.warned], [1, ['This address is not on the list.']]);
});

testOnEach(
  'the receipt of who is released names the page they were on (fault: always the first page)',
  async (_t, open) => {
    const store = await open({ now: () => NOW });
    await store.add(person('ana@example.com', { suspect: 'token', interest: 'seo' }));
    await store.add(person('eva@example.com', { suspect: 'token' }));
    const settings = await settingsOf(store);
    for (const name of ['ana', 'eva']) await perform(subscribersRelease, [`${name}@example.com`], settings);
    const receipts = await store.write.selectFrom('consent_receipt').select('page').orderBy('id').execute();
    assert.deepEqual(
      receipts.map(({ page }) => page),
      ['/products', '/soon'],
    );
  },
);

testOnEach('without double opt-in a released person counts at once', async (_t, open) => {
  const store = await open();
  await store.add(person('ana@example.com', { suspect: 'token' }));
  const settings = await settingsOf(store, { DOUBLE_OPT_IN: 'off' });
  const { said } = await perform(subscribersRelease, ['ana@example.com'], settings);
  assert.deepEqual(said, ['Approved and confirmed.']);
  const row = await store.write.selectFrom('subscription').selectAll().executeTakeFirstOrThrow();
  assert.deepEqual([row.state, row.confirmed_at, row.suspect], ['confirmed', NOW, null]);
  assert.deepEqual(await outboxOf(store), []);
});
