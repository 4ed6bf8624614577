import assert from 'node:assert/strict';
import type { MessageList, WholeMessage } from '#contract/owner/messages.ts';
import { createMessageStore, identifyMessage } from '#server/messages/message.ts';
import { contactOf } from '#test/fixtures/contact.ts';
import { testOnEach } from '#test/fixtures/each-database.ts';
import { codeOf, jsonOf, signedIn, startOwnerApp } from '#test/fixtures/owner.ts';

testOnEach('an owner reads, marks, releases and deletes messages, a page at a time', async (t, open) => {
  const store = await open();
  const { port, poked } = await startOwnerApp(t, store);
  const owner = await signedIn(port, store.write);
  const { add } = createMessageStore(store, () => 1_795_000_000_000);
  for (let n = 0; n < 52; n++) {
    const message = `${n}. Good morning,\n\n  we open in May. ${'More. '.repeat(60)}`;
    await add(identifyMessage(contactOf({ message, key: `aaaa-${n}` }), n === 51 ? 'honeypot' : null, 0));
  }
  const first = jsonOf<MessageList>(await owner.get('/messages'));
  assert.deepEqual([first.messages.length, first.unread, first.held], [50, 51, 1]);
  const rest = jsonOf<MessageList>(await owner.get(`/messages?before=${first.next}`));
  assert.deepEqual([rest.messages.length, rest.next], [2, null]);
  const [robot, newest] = first.messages;
  assert.ok(robot && newest);
  assert.deepEqual([robot.state, newest.state], ['held', 'unread']);
  assert.match(newest.begins, /^50\. Good morning, we open in May\. /);
  assert.equal(newest.begins.length, 160);
  const whole = jsonOf<WholeMessage>(await owner.get(`/messages/${newest.id}`));
  assert.deepEqual(
    [whole.email, whole.state, whole.message.length > 300],
    ['Anna@example.com', 'unread', true],
  );
  assert.deepEqual(
    Object.keys(whole).filter((key) => /key|hash|suspect|consent/.test(key)),
    [],
  );
  // Listing changes nothing: opening a message is a separate post.
  assert.equal(jsonOf<MessageList>(await owner.get('/messages?list=unread')).unread, 51);
  const mark = async (as: string) => jsonOf(await owner.post(`/messages/${newest.id}/mark`, { as }));
  const shown = async () => jsonOf<WholeMessage>(await owner.get(`/messages/${newest.id}`));
  await mark('read');
  assert.deepEqual([(await shown()).state, (await shown()).answeredAt], ['read', null]);
  await mark('answered');
  await mark('answered');
  const { state, answeredAt } = await shown();
  assert.deepEqual([state, typeof answeredAt], ['answered', 'number']);
  const unanswered = jsonOf<MessageList>(await owner.get('/messages?list=unanswered')).messages;
  assert.deepEqual([unanswered.length, unanswered[0]?.state], [50, 'unread']);
  await mark('unanswered');
  await mark('unread');
  assert.deepEqual(jsonOf(await owner.post(`/messages/${robot.id}/release`)), { mailed: false });
  jsonOf(await owner.post(`/messages/${robot.id}/release`));
  assert.equal(poked.times, 1);
  jsonOf(await owner.post(`/messages/${newest.id}/delete`));
  for (const [path, body] of [
    [`/messages/${newest.id}/delete`, {}],
    [`/messages/${newest.id}/mark`, { as: 'read' }],
    ['/messages/999999/release', {}],
  ] as const)
    assert.equal(codeOf(await owner.post(path, body)), 'not-found', path);
  assert.equal(codeOf(await owner.get(`/messages/${newest.id}`)), 'not-found');
  assert.equal(codeOf(await owner.get('/messages?list=spam')), 'malformed');
  assert.equal(codeOf(await owner.post(`/messages/${robot.id}/mark`, { as: 'held' })), 'invalid-fields');
  const events = jsonOf<{ rows: { action: string }[] }>(await owner.get('/audit-log')).rows;
  assert.deepEqual(
    events.map(({ action }) => action),
    ['message-deleted', 'message-released', 'message-unanswered', 'message-answered'],
  );
});
