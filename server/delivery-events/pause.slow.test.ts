import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  addressed,
  launchOf,
  order,
  readyToLaunch,
  startClock,
  startSender,
  sumsOf,
  untilTrue,
  open,
} from '#test/fixtures/launch.ts';
import { launchMailOf, take } from '#test/fixtures/delivery-events.ts';
import { openTestStore } from '#test/fixtures/store.ts';

test('where mails of the first wave come back, nobody else is written to (M8) (catches: only refusals at once count)', async (t) => {
  const store = await openTestStore(t);
  await readyToLaunch(store, 60);
  const clock = startClock();
  await open(store.write, 'launch', order({ wave: 30, now: clock.now() }));
  const { smtp, stop } = await startSender(t, store, { now: clock.now, steadyNow: clock.steadyNow });
  await untilTrue(async () => (await sumsOf(store)).sent === 30);
  for (const n of [0, 1, 2]) {
    const messageId = await launchMailOf(store, n);
    assert.equal(await take(store, { kind: 'bounced', messageId }, clock.now), 'undeliverable');
  }
  await untilTrue(async () => (await launchOf(store)).state !== 'sending', clock, 5_000);
  assert.equal((await launchOf(store)).state, 'paused');
  assert.match(JSON.stringify((await launchOf(store)).reason), /"why":"failed"/);
  assert.equal(addressed(smtp).length, 30);
  const { all, sent, failed, waiting } = await sumsOf(store);
  assert.deepEqual([all, sent, failed, waiting], [60, 27, 3, 30]);
  await stop();
});
