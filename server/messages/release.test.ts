import assert from 'node:assert/strict';
import { contactOf } from '#test/fixtures/contact.ts';
import { testOnEach } from '#test/fixtures/each-database.ts';
import { START as NOW } from '#test/fixtures/outbox.ts';
import { newestMessages } from './find.ts';
import { createMessageStore, identifyMessage } from './message.ts';
import { releaseMessage } from './release.ts';

testOnEach(
  'a message held as a robot’s is released: one mail, and no suspicion any more (catches: another one goes, too)',
  async (_t, open) => {
    const store = await open();
    const { add } = createMessageStore(store, () => NOW);
    for (const key of ['other', 'held'])
      await add(identifyMessage(contactOf({ message: key, key: `aaaa-${key}` }), 'too-fast', 0));
    const held = () => newestMessages(store.write, 'held', { limit: 10, before: 1_000 });
    const [newest] = await held();
    assert.ok(newest);
    assert.equal(await releaseMessage(store.write, newest.id, NOW), 'released');
    assert.equal(await releaseMessage(store.write, newest.id, NOW), 'not-held');
    assert.equal(await releaseMessage(store.write, 999, NOW), 'unknown');
    const mails = await store.write
      .selectFrom('outbox')
      .select(['kind', 'subject_id', 'state', 'due_at', 'created_at'])
      .execute();
    assert.deepEqual(mails, [
      { kind: 'message', subject_id: newest.id, state: 'queued', due_at: NOW, created_at: NOW },
    ]);
    assert.deepEqual(
      (await held()).map(({ message }) => message),
      ['other'],
    );
  },
);
