import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Delivery } from '#server/outbox/delivery.ts';
import { testOnEach } from '#test/fixtures/each-database.ts';
import {
  launchOf,
  order,
  readyToLaunch,
  startSender,
  sumsOf,
  untilLaunchIs,
  open,
} from '#test/fixtures/launch.ts';
import { enqueuePart } from './recipients.ts';
import { checkHealth, classifyDelivery } from './health.ts';
import { SENDER_ENDED } from './uncertain.ts';

const NOW = 1_000_000;

function judged(delivery: Delivery, attempt = 0) {
  const { ended, sign } = classifyDelivery({ id: 1, attempt }, delivery, NOW, () => 0.5);
  return [ended.outcome, sign, ended.outcome === 'retry' ? [ended.due - NOW, ended.afresh] : null];
}

test('the account’s fault never counts against a person; a busy server is asked again, more seldom each time', () => {
  const minute = 60_000;
  assert.deepEqual(judged({ outcome: 'sent', reply: '250 ok' }), ['sent', 'none', null]);
  assert.deepEqual(judged({ outcome: 'failed', reply: '550 5.1.1 no such user' }), ['failed', 'none', null]);
  assert.deepEqual(judged({ outcome: 'unknown', reply: 'cut' }), ['unknown', 'none', null]);
  const refused = (attempt: number) =>
    judged({ outcome: 'retry', reply: '550 5.7.1 not signed', afterMs: 15 * minute }, attempt);
  assert.deepEqual(refused(0), ['retry', 'slow-provider', [15 * minute, false]]);
  assert.deepEqual(refused(20), ['failed', 'slow-provider', null]);
  assert.deepEqual(judged({ outcome: 'retry', reply: '421 4.7.0 try later' }), [
    'retry',
    'slow-provider',
    [minute, false],
  ]);
  assert.deepEqual(judged({ outcome: 'retry', reply: 'cut at RCPT' }, 20), ['failed', 'none', null]);
  assert.deepEqual(judged({ outcome: 'withheld', reply: '535 5.7.8 wrong password', afterMs: 0 }, 20), [
    'retry',
    'none',
    [0, true],
  ]);
  assert.deepEqual(
    judged({ outcome: 'withheld', reply: '550 too many emails per second', afterMs: minute }, 20),
    ['retry', 'slow-all', [minute, true]],
  );
});

testOnEach('one mail in twenty that nobody is certain of pauses nothing yet', async (_t, openStore) => {
  const store = await openStore();
  await readyToLaunch(store, 30);
  await open(store.write, 'launch', order());
  const { id } = await launchOf(store);
  await enqueuePart(store, await launchOf(store));
  const end = (state: 'sent' | 'unknown', from: number, to: number) =>
    store.write
      .updateTable('announcement_recipient')
      .set({ state, finished_at: 5 })
      .where('subscription_id', '>', from)
      .where('subscription_id', '<=', to)
      .execute();
  await end('sent', 0, 25);
  await end('unknown', 25, 27);
  assert.equal(await checkHealth(store.write, id, 0), null);
  await end('unknown', 25, 28);
  assert.deepEqual(await checkHealth(store.write, id, 0), { why: 'unknown', n: 3, of: 28 });
  const ours = { reply: SENDER_ENDED };
  await store.write.updateTable('announcement_recipient').set(ours).where('state', '=', 'unknown').execute();
  assert.equal(await checkHealth(store.write, id, 0), null, 'a stop of ours');
});

testOnEach('it pauses when more than 5 in 100 mails are refused (M8)', async (t, openStore) => {
  const store = await openStore();
  await readyToLaunch(store, 200);
  const { smtp, sender } = await startSender(t, store, { limits: { mailConnections: 2 } });
  const gone = { code: 550, text: '5.1.1 no such user' };
  for (let n = 5; n < 200; n += 10) smtp.atRecipient.set(`person${n}@example.org`, gone);
  await open(store.write, 'launch', order());
  await untilLaunchIs(store, 'paused');
  await sender.stop(5_000);
  const { reason } = await launchOf(store);
  assert.equal(reason?.why, 'failed');
  assert.ok((await sumsOf(store)).waiting > 100);
});
