import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MessageListName } from '#contract/owner/messages.ts';
import { contactOf } from '#test/fixtures/contact.ts';
import { testOnEach } from '#test/fixtures/each-database.ts';
import { openExplained } from '#test/fixtures/query-plans.ts';
import { countInbox, findMessage, markMessage, newestMessages } from './find.ts';
import { createMessageStore, identifyMessage } from './message.ts';
import { releaseMessage } from './release.ts';
import { deleteMessage } from './retain.ts';

const NOON = Date.UTC(2026, 4, 1, 12);
const ALL = { limit: 50, before: Number.MAX_SAFE_INTEGER };

testOnEach(
  'a message is unread until it is opened, and a held one is neither (catches: held ones count as unread)',
  async (_t, open) => {
    const { write, database } = await open();
    const add = createMessageStore({ write }, () => NOON).add;
    for (const [key, suspect] of [
      ['aaaa-bbbb-1', null],
      ['aaaa-bbbb-2', null],
      ['aaaa-bbbb-3', 'honeypot'],
    ] as const)
      await add(identifyMessage(contactOf({ language: 'pt', key }), suspect, NOON));
    const ids = async (list: MessageListName) => (await newestMessages(write, list, ALL)).map(({ id }) => id);
    const [robot = 0, second = 0, first = 0] = await ids('all');
    assert.deepEqual(await ids('unread'), [second, first]);
    assert.deepEqual(await ids('held'), [robot]);
    assert.deepEqual(await newestMessages(write, 'all', { limit: 50, before: first }), []);
    assert.ok(await markMessage(write, first, 'read', NOON + 1));
    assert.deepEqual(await countInbox(write), { unread: 1, held: 1 });
    assert.ok(await markMessage(write, first, 'unread', NOON + 2));
    assert.deepEqual(await ids('unread'), [second, first]);
    // Once released, it is a message like all others.
    assert.equal(await releaseMessage(write, robot, NOON), 'released');
    assert.deepEqual(await countInbox(write), { unread: 3, held: 0 });
    assert.ok(await deleteMessage(database, first));
    assert.equal(await findMessage(write, first), null);
    assert.equal(await deleteMessage(database, first), false);
    assert.equal(await markMessage(write, first, 'read', NOON), null);
    const mails = await write.selectFrom('outbox').select('subject_id').orderBy('subject_id').execute();
    assert.deepEqual(
      mails.map(({ subject_id }) => Number(subject_id)),
      [second, robot],
    );
  },
);

testOnEach(
  'an answered message is read, and stays answered when its opening arrives late (catches: it is unanswered again)',
  async (_t, open) => {
    const { write } = await open();
    const add = createMessageStore({ write }, () => NOON).add;
    for (const [key, suspect] of [
      ['aaaa-bbbb-1', null],
      ['aaaa-bbbb-2', null],
      ['aaaa-bbbb-3', 'honeypot'],
    ] as const)
      await add(identifyMessage(contactOf({ key }), suspect, NOON));
    const unanswered = async () => (await newestMessages(write, 'unanswered', ALL)).map(({ id }) => id);
    const [second = 0, first = 0] = await unanswered();
    const times = async () => {
      const { read_at, answered_at } = (await findMessage(write, first)) ?? assert.fail();
      return [read_at, answered_at];
    };
    assert.deepEqual(await markMessage(write, first, 'answered', NOON + 1), {
      wasAnswered: false,
      isAnswered: true,
    });
    assert.deepEqual(await unanswered(), [second]);
    assert.equal((await countInbox(write)).unread, 1);
    await markMessage(write, first, 'read', NOON + 2);
    await markMessage(write, first, 'answered', NOON + 3);
    assert.deepEqual(await times(), [NOON + 1, NOON + 1]);
    assert.deepEqual(await markMessage(write, first, 'unanswered', NOON + 4), {
      wasAnswered: true,
      isAnswered: false,
    });
    assert.deepEqual(await times(), [NOON + 1, null]);
    await markMessage(write, first, 'answered', NOON + 5);
    await markMessage(write, first, 'unread', NOON + 6);
    assert.deepEqual(await times(), [null, null]);
    assert.deepEqual(await unanswered(), [second, first]);
  },
);

test('unread, unanswered and held ones are found without walking through all (catches: the condition is not that of the index)', async () => {
  const { query, plans } = openExplained();
  await newestMessages(query, 'unread', ALL);
  await newestMessages(query, 'unanswered', ALL);
  await newestMessages(query, 'held', ALL);
  await countInbox(query);
  assert.deepEqual(
    plans.map(({ plan }) => plan),
    [
      'SEARCH message USING INDEX message_unread (id<?)',
      'SEARCH message USING INDEX message_unanswered (id<?)',
      'SEARCH message USING INDEX message_held (id<?)',
      'SCAN message USING COVERING INDEX message_unread',
      'SCAN message USING COVERING INDEX message_held',
    ],
  );
});
