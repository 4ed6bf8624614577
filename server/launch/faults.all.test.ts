import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { DAY, MINUTE } from '#contract/time.ts';
import { testOnEach } from '#test/fixtures/each-database.ts';
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
import type { TestStore } from '#test/fixtures/store.ts';
import { countStarted } from './ledger.ts';

const NOBODY = { waiting: 0, started: 0, sent: 0, files: 0, failed: 0, unknown: 0, skipped: 0 };

const person = (n: number) => `person${n}@example.org`;

async function attemptsOf({ write }: TestStore): Promise<number[]> {
  const rows = await write.selectFrom('announcement_recipient').select('attempt').execute();
  return rows.map(({ attempt }) => attempt).toSorted((a, b) => a - b);
}

/** Resolves after a few more turns of the sender's loop. */
async function untilLooked({ sender }: { sender: { poke(): void } }, clock: { turns: number }) {
  const { turns } = clock;
  await untilTrue(async () => {
    sender.poke();
    return clock.turns > turns + 20;
  });
}

testOnEach(
  'refused, cut off or never answered, before and after the message: each mail ends on its own, the others go on',
  async (t, openStore) => {
    const store = await openStore();
    await readyToLaunch(store, 14);
    const clock = startClock();
    const { smtp, stop } = await startSender(t, store, { ...clock, limits: { mailConnections: 2 } });
    // Every second one is taken: more in a row would be the account's.
    smtp.atRecipient.set(person(1), { code: 550, text: '5.1.1 no such user' }).set(person(3), 'cut');
    smtp.afterMessage.set(person(5), { code: 554, text: '5.1.1 no such user' }).set(person(7), 450);
    smtp.afterMessage.set(person(9), 'cut').set(person(11), 'hang');
    await open(store.write, 'launch', order());
    const settled = { ...NOBODY, all: 14, waiting: 2, started: 1, sent: 8, failed: 2, unknown: 1 };
    await smtp.hanging();
    await untilTrue(async () => isDeepStrictEqual(await sumsOf(store), settled), clock, 500);
    smtp.atRecipient.clear();
    smtp.afterMessage.clear();
    // The mail that was cut off and the busy one are tried again after a minute.
    await untilTrue(async () => (await sumsOf(store)).sent === 10, clock, 10_000);
    assert.equal((await sumsOf(store)).started, 1);
    await stop();
    assert.deepEqual(await sumsOf(store), { ...NOBODY, all: 14, sent: 10, failed: 2, unknown: 2 });
    assert.equal(new Set(addressed(smtp)).size, 12);
  },
);

testOnEach(
  'an account that asks to slow down has half the pace, once a minute, and nobody is lost (M8; catches: each one halves it)',
  async (t, openStore) => {
    const store = await openStore();
    await readyToLaunch(store, 40);
    const clock = startClock();
    const running = await startSender(t, store, { ...clock, limits: { mailConnections: 1 } });
    const { smtp, stop } = running;
    const fast = { code: 454, text: 'Throttling failure: Maximum sending rate exceeded' };
    for (let n = 0; n < 40; n += 2) smtp.atRecipient.set(person(n), fast);
    await open(store.write, 'launch', order({ maxPerMinute: 6_000 }));
    await untilTrue(async () => (await sumsOf(store)).sent === 20);
    await untilLooked(running, clock);
    assert.equal((await launchOf(store)).pace, 3_000);
    assert.ok((await attemptsOf(store)).every((attempt) => attempt <= 1));
    smtp.atRecipient.clear();
    await untilTrue(async () => (await launchOf(store)).state === 'done', clock, MINUTE / 2);
    await stop();
    assert.deepEqual(await sumsOf(store), { ...NOBODY, all: 40, sent: 40 });
    assert.equal(new Set(addressed(smtp)).size, smtp.received.length);
  },
);

testOnEach(
  'a person who is refused for our fault, or cut off, each time ends after some days, and stays on the list (catches: never done)',
  async (t, openStore) => {
    const store = await openStore();
    await readyToLaunch(store, 6);
    const clock = startClock();
    const { smtp, sender, stop } = await startSender(t, store, clock);
    smtp.atRecipient.set(person(0), { code: 550, text: '5.7.1 not from you' }).set(person(1), 'cut');
    await open(store.write, 'launch', order());
    await untilTrue(async () => (await sumsOf(store)).sent === 4);
    const isDone = async () => {
      sender.poke();
      return (await launchOf(store)).state === 'done';
    };
    await untilTrue(isDone, clock, 30 * MINUTE);
    await stop();
    assert.deepEqual(await sumsOf(store), { ...NOBODY, all: 6, sent: 4, failed: 2 });
    const people = await store.write
      .selectFrom('announcement_recipient as r')
      .innerJoin('subscription as s', 's.id', 'r.subscription_id')
      .select(['s.address', 's.state', 'r.reply'])
      .where('r.state', '=', 'failed')
      .orderBy('s.address')
      .execute();
    assert.deepEqual(
      people.map(({ address, state }) => [address, state]),
      [
        [person(0), 'confirmed'],
        [person(1), 'confirmed'],
      ],
    );
    assert.match(people[0]?.reply ?? '', /^550 5\.7\.1/);
  },
);

testOnEach(
  'after the first wave it looks for ten minutes, after the day’s most it waits for the next (M7)',
  async (t, openStore) => {
    const store = await openStore();
    await readyToLaunch(store, 8);
    const clock = startClock();
    const running = await startSender(t, store, { ...clock, limits: { mailsADay: 5 } });
    const begun = clock.now();
    await open(store.write, 'launch', order({ wave: 3 }));
    const started = () => countStarted(store.write, 0);
    await untilTrue(async () => (await sumsOf(store)).sent === 3);
    clock.ahead += 9 * MINUTE;
    await untilLooked(running, clock);
    assert.equal(await started(), 3);
    await untilTrue(async () => (await sumsOf(store)).sent === 5, clock, 1_000);
    assert.ok(clock.now() - begun > 10 * MINUTE);
    clock.ahead += DAY - 2 * MINUTE - (clock.now() - begun);
    await untilLooked(running, clock);
    assert.equal(await started(), 5);
    await untilTrue(async () => (await launchOf(store)).state === 'done', clock, MINUTE / 2);
    await running.stop();
    assert.ok(clock.now() - begun >= DAY);
    assert.deepEqual(await sumsOf(store), { ...NOBODY, all: 8, sent: 8 });
    assert.equal(new Set(addressed(running.smtp)).size, 8);
  },
);
