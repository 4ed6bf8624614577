import assert from 'node:assert/strict';
import { DAY } from '#contract/time.ts';
import { countIssues } from '#server/outbox/delivery-issues.ts';
import { testOnEach } from '#test/fixtures/each-database.ts';
import { startMailing } from '#test/fixtures/mailing.ts';
import { clock } from '#test/fixtures/outbox.ts';
import { receiptsOf, rowOf, subscription, verbsOf } from '#test/fixtures/subscription.ts';
import { countByKind } from './count.ts';
import { applyRetention } from './retain.ts';
import { clearUndeliverable, countNewUndeliverable, stateOf } from './undeliverable.ts';

testOnEach(
  'an address that its mail server refuses for good ends there: no task, no alarm, a line to clear; a refusal of us does not (catches: any refusal, or none)',
  async (t, open) => {
    const time = clock();
    const store = await open({ now: time.now });
    const { smtp, worker, alarms } = await startMailing(t, store, time.now);
    for (const name of ['ana', 'eva']) {
      smtp.atRecipient.set(`${name}@example.com`, { code: 550, text: '5.1.1 No such user' });
      await store.add(subscription(name));
    }
    await worker.runOnce();
    await alarms.runOnce();
    const { pending, undeliverable } = await countByKind(store.write);
    assert.deepEqual([pending, undeliverable], [0, 2]);
    assert.deepEqual(await countIssues(store.write), { held: 0, failed: 0, unknown: 0 });
    const mails = () => store.write.selectFrom('outbox').select(['kind', 'state', 'reply']).execute();
    const ended = { kind: 'confirm', state: 'skipped' as const, reply: '550 5.1.1 No such user' };
    assert.deepEqual(await mails(), [ended, ended], 'no alarm');
    assert.equal(await countNewUndeliverable(store.write), 2);
    await clearUndeliverable(store.write, time.time);
    assert.equal(await countNewUndeliverable(store.write), 0);
    smtp.atRecipient.set('rui@example.com', { code: 550, text: '5.7.1 Rejected by policy' });
    await store.add(subscription('rui'));
    await worker.runOnce();
    assert.equal((await rowOf(store, 'rui')).state, 'pending');
    assert.equal((await countIssues(store.write)).failed, 1);
    await alarms.runOnce();
    assert.equal((await mails()).at(-1)?.kind, 'alarm', 'nothing was taken');
  },
);

testOnEach(
  'a person who never confirmed and cannot be reached is deleted like others who did not; one who counted once stays (catches: kept for good)',
  async (t, open) => {
    const time = clock();
    const store = await open({ now: time.now });
    const { smtp, worker } = await startMailing(t, store, time.now);
    for (const name of ['counted', 'dead', 'left', 'mended']) await store.add(subscription(name));
    await worker.runOnce();
    const verbs = verbsOf(store, time.now);
    for (const name of ['counted', 'left']) await verbs.confirm((await rowOf(store, name)).id);
    await verbs.leave((await rowOf(store, 'left')).id);
    const gone = { code: 550, text: '5.1.1 No such user' };
    for (const name of ['dead', 'left', 'mended', 'counted'])
      smtp.atRecipient.set(`${name}@example.com`, gone);
    time.time += 2 * DAY;
    for (const name of ['dead', 'left', 'mended']) await store.add(subscription(name));
    await worker.runOnce();
    const state = async (name: string) => stateOf(await rowOf(store, name));
    for (const name of ['dead', 'left', 'mended']) assert.equal(await state(name), 'undeliverable', name);
    // The mailbox exists after all: the form triggers another mail.
    smtp.atRecipient.delete('mended@example.com');
    time.time += 2 * DAY;
    await store.add(subscription('mended'));
    await worker.runOnce();
    await verbs.confirm((await rowOf(store, 'mended')).id);
    assert.equal(await state('mended'), 'confirmed');
    time.time += 40 * DAY;
    assert.equal(await applyRetention(store.write, 30, time.time), 1);
    assert.equal((await store.write.selectFrom('subscription').select('id').execute()).length, 3);
    assert.deepEqual([await state('counted'), await state('left')], ['confirmed', 'unsubscribed']);
    assert.equal((await receiptsOf(store)).filter(({ event }) => event === 'withdrawn').length, 1);
  },
);
