import assert from 'node:assert/strict';
import type { Now } from '#contract/owner/now.ts';
import { undo } from '#server/launch/announcement.ts';
import { createMessageStore, identifyMessage } from '#server/messages/message.ts';
import { contactOf } from '#test/fixtures/contact.ts';
import { testOnEach } from '#test/fixtures/each-database.ts';
import { jsonOf, signedIn, startOwnerApp } from '#test/fixtures/owner.ts';
import { launchOf, open as openLaunch, order, readyToLaunch } from '#test/fixtures/launch.ts';

testOnEach(
  'every page shows what is so now: stage, messages, trouble, what is under way',
  async (t, open) => {
    const store = await open();
    const { port, config } = await startOwnerApp(t, store);
    const owner = await signedIn(port, store.write);
    const look = async () => jsonOf<Now>(await owner.get('/now'));
    assert.deepEqual(await look(), {
      stage: config.stage,
      unread: 0,
      trouble: 0,
      sample: false,
      script: '/static/js/dashboard.0a1b2c3d.chunk.js',
      launch: { is: 'quiet' },
    });
    await createMessageStore(store.database, Date.now).add(identifyMessage(contactOf(), null, Date.now()));
    assert.equal((await look()).unread, 1);
    await readyToLaunch(store, 3);
    const undoMs = 600_000;
    await openLaunch(store.write, 'launch', order({ undoMs }));
    const { stage, launch } = await look();
    assert.equal(stage, 'live');
    assert.ok(launch.is === 'undo' && launch.left > undoMs - 60_000 && launch.length === undoMs);
    await undo(store.write, 'launch', Date.now());
    assert.deepEqual((await look()).launch, { is: 'quiet' });
    await openLaunch(store.write, 'launch', order());
    const { id } = await launchOf(store);
    const row = { announcement_id: id, state: 'queued', language: 'en', added_at: 1, due_at: 1 } as const;
    await store.write
      .insertInto('announcement_recipient')
      .values([1, 2, 3].map((subscription_id) => ({ ...row, subscription_id })))
      .execute();
    const sending = { is: 'sending', purpose: 'launch', told: 0, ended: 0, total: 3 };
    await store.write.updateTable('announcement').set({ state: 'sending' }).execute();
    assert.deepEqual((await look()).launch, sending);
    await store.write
      .updateTable('announcement_recipient')
      .set({ state: 'sent' })
      .where('subscription_id', '=', 1)
      .execute();
    await store.write.updateTable('announcement').set({ state: 'paused' }).execute();
    assert.deepEqual((await look()).launch, { is: 'paused', purpose: 'launch', told: 1, ended: 1, total: 3 });
  },
);
