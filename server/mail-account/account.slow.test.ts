import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { SMTPServerOptions } from 'smtp-server';
import { HOUR, MINUTE } from '#contract/time.ts';
import { createMailer } from '#server/deliver/deliver.ts';
import { KINDS } from '#server/kinds/kinds.ts';
import type { Handler } from '#server/outbox/kind.ts';
import { ACCOUNT_REPLIES, type AccountReply } from '#test/corpora/account-replies.ts';
import { testOnEach } from '#test/fixtures/each-database.ts';
import {
  accountThrough,
  addressed,
  launchOf,
  open,
  order,
  readyToLaunch,
  startClock,
  startSender,
  sumsOf,
  untilTrue,
} from '#test/fixtures/launch.ts';
import { put, states, workerOf } from '#test/fixtures/outbox.ts';
import { startSmtp, testMail } from '#test/fixtures/smtp.ts';
import { openTestStore, type TestStore } from '#test/fixtures/store.ts';

import { whileTaken } from './may-leave.ts';

type Refused = Pick<AccountReply, 'at' | 'code' | 'text'>;

/** Takes `most` mails, then refuses all in these words, until `until` by the clock. */
async function startStrict(t: TestContext, clock: { now: () => number }, most: number, said: Refused) {
  const strict = { until: Infinity, asked: 0 };
  const refusal = Object.assign(new Error(said.text), { responseCode: said.code });
  const answer = (step: Refused['at'], callback: (error?: Error | null) => void, taken: number) => {
    const refuses = said.at === step && taken >= most && clock.now() < strict.until;
    if (step === 'message' || refuses) strict.asked += 1;
    callback(refuses ? refusal : null);
  };
  const options: SMTPServerOptions = {
    allowInsecureAuth: true,
    // A refused login closes the connection: a mail of a connection that is open would be taken.
    onMailFrom: (_from, _session, callback) => answer('sender', callback, received.length),
    onRcptTo: (_to, _session, callback) => answer('recipient', callback, received.length),
    onAuth: (_auth, _session, callback) => {
      const refuses = said.at === 'login' && clock.now() < strict.until;
      if (refuses) callback(refusal);
      else callback(null, { user: 'us' });
    },
    onData: (stream, session, callback) => {
      stream.resume().on('end', () => {
        const refuses = said.at === 'message' && received.length >= most && clock.now() < strict.until;
        if (!refuses)
          received.push({ from: '', to: session.envelope.rcptTo.map(({ address }) => address), raw: '' });
        callback(refuses ? refusal : null);
      });
    },
  };
  const smtp = await startSmtp(t, options);
  const { received } = smtp;
  return { strict, smtp: { ...smtp, url: smtp.url.replace('//', '//us:secret@') } };
}

/** Sends a launch to so many people through an account that refuses after the first `taken` for a while. */
async function launchThrough(
  t: TestContext,
  store: TestStore,
  people: number,
  taken: number,
  said: AccountReply,
) {
  await readyToLaunch(store, people);
  const clock = startClock();
  const { strict, smtp } = await startStrict(t, clock, taken, said);
  const running = await startSender(t, store, { ...clock, smtp });
  await open(store.write, 'launch', order({ maxPerMinute: 60_000, now: clock.now() }));
  await untilTrue(async () => (await running.account.state()).refusal !== null, clock, 1_000);
  const { refusal } = await running.account.state();
  const isAll = async () => (await sumsOf(store)).sent === people;
  strict.until = clock.now() + said.hours * HOUR;
  const step = Math.max(MINUTE, (said.hours * HOUR) / 60);
  await untilTrue(async () => clock.now() > strict.until || (await isAll()), clock, step);
  const before = await sumsOf(store);
  await untilTrue(async () => (await launchOf(store)).state === 'done', clock, step);
  await running.stop();
  return { refusal, before, after: await sumsOf(store), told: addressed(smtp) };
}

const ROOM = { all: Infinity, others: Infinity };
const NOBODY = { waiting: 0, started: 0, files: 0, failed: 0, unknown: 0, skipped: 0 };

/** One for each step and meaning: replies.test.ts reads all of them. */
const EACH_KIND = [...new Map(ACCOUNT_REPLIES.map((said) => [`${said.at} ${said.means}`, said])).values()];

for (const said of EACH_KIND)
  test(`${said.by} says ${said.code} ${said.text.slice(0, 40)} (catches: it is said of the person)`, async (t) => {
    const store = await openTestStore(t);
    const taken = said.at === 'login' ? 0 : 11;
    const { refusal, before, after, told } = await launchThrough(t, store, 40, taken, said);
    assert.equal(refusal?.means, said.means);
    assert.deepEqual([before.failed, before.unknown], [0, 0]);
    assert.deepEqual(after, { ...NOBODY, all: 40, sent: 40 });
    assert.equal(new Set(told).size, 40);
    assert.equal(told.length, 40);
  });

const NO_MAILBOX = { at: 'recipient', code: 550, text: '5.1.1 No such user here' } as const;

for (const people of [1, 5, 12])
  testOnEach(
    `an account that refuses from the first mail on fails none of ${people} (catches: least 20)`,
    async (t, openStore) => {
      const store = await openStore();
      const said = { ...NO_MAILBOX, by: 'unknown', means: 'other', hours: 3 } as const;
      const { refusal, before, after } = await launchThrough(t, store, people, 0, said);
      assert.equal(refusal?.means, 'other');
      assert.deepEqual([before.sent, before.failed], [0, 0]);
      assert.deepEqual(after, { ...NOBODY, all: people, sent: people });
    },
  );

testOnEach(
  'three missing mailboxes among forty, apart: these three alone end, and nothing pauses',
  async (t, openStore) => {
    const store = await openStore();
    await readyToLaunch(store, 40);
    const clock = startClock();
    const running = await startSender(t, store, { ...clock, limits: { mailConnections: 1 } });
    for (const n of [10, 20, 39]) running.smtp.atRecipient.set(`person${n}@example.org`, NO_MAILBOX);
    await open(store.write, 'launch', order({ maxPerMinute: 60_000, now: clock.now() }));
    await untilTrue(async () => (await launchOf(store)).state === 'done', clock, 1_000);
    await running.stop();
    assert.deepEqual(await sumsOf(store), { ...NOBODY, all: 40, sent: 37, failed: 3 });
    assert.equal((await running.account.state()).refusal, null);
  },
);

testOnEach(
  'the people of one company, refused one after the other, hold up nobody (catches: for a quarter of an hour)',
  async (t, openStore) => {
    const store = await openStore();
    await readyToLaunch(store, 12);
    const clock = startClock();
    const running = await startSender(t, store, { ...clock, limits: { mailConnections: 1 } });
    const refused = { code: 550, text: '5.7.1 Your company is not known here' };
    for (const n of [4, 5, 6]) running.smtp.atRecipient.set(`person${n}@example.org`, refused);
    const begun = clock.now();
    await open(store.write, 'launch', order({ maxPerMinute: 60_000, now: begun }));
    await untilTrue(async () => (await sumsOf(store)).sent === 9, clock, 1_000);
    assert.ok(clock.now() - begun < 5 * MINUTE);
    assert.equal((await sumsOf(store)).failed, 0);
    running.smtp.atRecipient.clear();
    await untilTrue(async () => (await launchOf(store)).state === 'done', clock, MINUTE);
    await running.stop();
    assert.deepEqual(await sumsOf(store), { ...NOBODY, all: 12, sent: 12 });
  },
);

for (const said of EACH_KIND)
  test(`confirmations wait four days for an account that says ${said.code} ${said.text.slice(0, 30)}, and leave once (catches: they end)`, async (t) => {
    const store = await openTestStore(t);
    const clock = startClock();
    const { strict, smtp } = await startStrict(t, clock, 0, said);
    const mailer = createMailer({ mailRoute: { is: 'server', url: smtp.url }, dataDir: '' });
    t.after(mailer.close);
    const account = accountThrough(store, smtp.url, { now: clock.now, wait: async () => {} });
    const send = account.judging(mailer);
    const handler: Handler =
      async ({ id }) =>
      () =>
        send(testMail({ id: String(id), to: `n${id}@example.org` }));
    await put(store, 'confirm', 5, clock.now());
    const { worker } = workerOf(
      store,
      clock.now,
      { confirm: handler },
      1,
      whileTaken(
        () => ({ is: 'server', url: smtp.url }),
        account,
        KINDS,
        async () => ROOM,
      ),
    );
    const lookFor = async (days: number) => {
      for (const end = clock.now() + days * 24 * HOUR; clock.now() < end; clock.ahead += HOUR)
        await worker.runOnce();
    };
    await lookFor(4);
    assert.equal((await account.state()).refusal?.means, said.means);
    assert.equal(smtp.received.length, 0);
    strict.until = clock.now();
    await lookFor(2);
    assert.equal(await states(store), 'sent sent sent sent sent');
    assert.equal(new Set(smtp.received.map(({ to }) => to[0])).size, 5);
    assert.equal(smtp.received.length, 5);
  });
