import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import type { SMTPServerOptions } from 'smtp-server';
import { sql } from '#kysely';
import { testOnEach } from '#test/fixtures/each-database.ts';
import {
  addressed,
  launchOf,
  order,
  readyToLaunch,
  startClock,
  startSender,
  sumsOf,
  untilLaunchIs,
  untilTrue,
  open,
} from '#test/fixtures/launch.ts';
import { startSmtp } from '#test/fixtures/smtp.ts';
import type { TestStore } from '#test/fixtures/store.ts';
import { resume } from './announcement.ts';
import { countStarted } from './ledger.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
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
    await readyToLaunch(store, 8);
    const clock = startClock();
    const { smtp, stop } = await startSender(t, store, clock);
    smtp.atRecipient.set(person(0), 550).set(person(1), 'cut');
    smtp.afterMessage.set(person(2), 554).set(person(3), 450).set(person(4), 'cut').set(person(5), 'hang');
    await open(store.write, 'launch', order());
    const settled = { ...NOBODY, all: 8, waiting: 2, started: 1, sent: 2, failed: 2, unknown: 1 };
    await smtp.hanging();
    await untilTrue(async () => isDeepStrictEqual(await sumsOf(store), settled), clock, 500);
    smtp.atRecipient.clear();
    smtp.afterMessage.clear();
    // The mail that was cut off is retried when the server seems to be back, the busy one after a minute.
    await untilTrue(async () => (await sumsOf(store)).sent === 4, clock, 10_000);
    assert.equal((await sumsOf(store)).started, 1);
    await stop();
    assert.deepEqual(await sumsOf(store), { ...NOBODY, all: 8, sent: 4, failed: 2, unknown: 2 });
    assert.deepEqual(addressed(smtp).toSorted(), [1, 3, 4, 5, 6, 7].map(person));
  },
);

/** At half the pace they take longer than one turn of the sender. */
const FLOOD = 120;

testOnEach(
  'a flood of 454 halves the pace once a minute, and nobody is lost (M8; faults: each one halves it, without a first wave it is not heeded)',
  async (t, openStore) => {
    const store = await openStore();
    await readyToLaunch(store, FLOOD);
    const clock = startClock();
    const running = await startSender(t, store, clock);
    const { smtp, stop } = running;
    for (let n = 0; n < FLOOD; n += 1) smtp.atRecipient.set(person(n), 454);
    await open(store.write, 'launch', order({ maxPerMinute: 6_000 }));
    await untilTrue(async () => (await attemptsOf(store)).filter((attempt) => attempt > 0).length === FLOOD);
    await untilLooked(running, clock);
    assert.equal((await launchOf(store)).pace, 3_000);
    smtp.atRecipient.clear();
    await untilTrue(async () => (await launchOf(store)).state === 'done', clock, MINUTE / 2);
    await stop();
    assert.deepEqual(await sumsOf(store), { ...NOBODY, all: FLOOD, sent: FLOOD });
    assert.equal(new Set(addressed(smtp)).size, smtp.received.length);
  },
);

/** Refuses every sender until `mended` is set. */
function strictServer() {
  const strict = { mended: false };
  const onRcptTo: SMTPServerOptions['onRcptTo'] = ({ address }, _session, callback) => {
    if (strict.mended || !address.endsWith('@strict.example')) return callback();
    callback(Object.assign(new Error('5.7.1 your mail is not signed'), { responseCode: 550 }));
  };
  return Object.assign(strict, { onRcptTo });
}

testOnEach(
  'one provider that refuses us three times pauses it; its people wait (M8)',
  async (t, openStore) => {
    const store = await openStore();
    await readyToLaunch(store, 12);
    await store.write
      .updateTable('subscription')
      .set({ address: sql<string>`replace(address, 'example.org', 'strict.example')` })
      .where(sql<boolean>`id % 2 = 0`)
      .execute();
    const strict = strictServer();
    const clock = startClock();
    const smtp = await startSmtp(t, { onRcptTo: strict.onRcptTo });
    const { stop } = await startSender(t, store, { ...clock, smtp });
    await open(store.write, 'launch', order());
    await untilLaunchIs(store, 'paused');
    await untilTrue(async () => (await sumsOf(store)).started === 0);
    const { reason } = await launchOf(store);
    assert.deepEqual(reason?.why === 'refused' && reason.provider, 'strict.example');
    const { sent, waiting } = await sumsOf(store);
    assert.ok(waiting >= 6 && sent + waiting === 12, `${sent} sent, ${waiting} wait`);
    strict.mended = true;
    await resume(store.write, 'launch', order());
    await untilTrue(async () => (await launchOf(store)).state === 'done', clock, MINUTE / 2);
    await stop();
    assert.equal(new Set(addressed(smtp)).size, 12);
    assert.deepEqual(await sumsOf(store), { ...NOBODY, all: 12, sent: 12 });
  },
);

testOnEach(
  'a wrong password pauses it within a minute, counts against nobody, and it goes on once it is right (fault: it tries for ever)',
  async (t, openStore) => {
    const store = await openStore();
    await readyToLaunch(store, 6);
    const clock = startClock();
    let isRight = false;
    const onAuth: SMTPServerOptions['onAuth'] = (_auth, _session, callback) =>
      isRight
        ? callback(null, { user: 'us' })
        : callback(Object.assign(new Error('5.7.8 wrong password'), { responseCode: 535 }));
    const server = await startSmtp(t, { onAuth, allowInsecureAuth: true });
    const smtp = { ...server, url: server.url.replace('//', '//us:secret@') };
    const { stop } = await startSender(t, store, { ...clock, smtp });
    const begun = clock.now();
    await open(store.write, 'launch', order());
    await untilTrue(async () => (await launchOf(store)).state === 'paused', clock, 1_000);
    assert.ok(clock.now() - begun < MINUTE);
    const { reason } = await launchOf(store);
    assert.match(reason?.why === 'locked-out' ? reason.reply : '', /^535 5\.7\.8/);
    assert.deepEqual(await attemptsOf(store), [0, 0, 0, 0, 0, 0]);
    isRight = true;
    await resume(store.write, 'launch', order({ now: clock.now() }));
    await untilTrue(async () => (await launchOf(store)).state === 'done', clock, 10_000);
    await stop();
    assert.deepEqual(await sumsOf(store), { ...NOBODY, all: 6, sent: 6 });
  },
);

testOnEach(
  'who is refused for our fault, or cut off, each time ends after some days, and stays on the list (fault: never done)',
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
    assert.match(people[0]?.reply ?? '', /^not the person's fault: 550 5\.7\.1/);
  },
);

testOnEach(
  'after the first wave it looks for ten minutes, after the day’s most it waits for the next (M7)',
  async (t, openStore) => {
    const store = await openStore();
    await readyToLaunch(store, 8);
    const clock = startClock();
    const running = await startSender(t, store, { ...clock, mailsADay: 5 });
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
