import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { SMTPServerOptions } from 'smtp-server';
import { DAY, HOUR, MINUTE } from '#contract/time.ts';
import { createMailer } from '#server/deliver/deliver.ts';
import { KINDS } from '#server/kinds/kinds.ts';
import { shareOfAnnouncements, usualLimits } from '#server/base/mail-hosts.ts';
import type { Handler } from '#server/outbox/kind.ts';
import { testOnEach } from '#test/fixtures/each-database.ts';
import {
  addressed,
  launchOf,
  NO_LIMITS,
  open,
  order,
  readyToLaunch,
  startClock,
  startSender,
  sumsOf,
  untilTrue,
} from '#test/fixtures/launch.ts';
import { put, workerOf } from '#test/fixtures/outbox.ts';
import { type SmtpFixture, startSmtp, testMail } from '#test/fixtures/smtp.ts';
import type { TestStore } from '#test/fixtures/store.ts';
import type { MailAccount } from './account.ts';
import { whileTaken } from './may-leave.ts';

const GMAIL_SAYS = '5.4.5 Daily user sending limit exceeded. - gsmtp';
const HOSTER_SAYS =
  'Domain example.com has exceeded the max emails per hour (100/100 (100%)) allowed. Message discarded.';
const ROOM = { all: Infinity, others: Infinity };

/** Takes so many mails in any `ms`, and then says `words`. `refused`: how often it did. */
function accountOf(now: () => number, most: number, ms: number, words: string) {
  const taken: number[] = [];
  let refused = 0;
  const full = Object.assign(new Error(words), { responseCode: 550 });
  const onRcptTo: SMTPServerOptions['onRcptTo'] = (_to, _session, callback) => {
    const isFull = taken.filter((at) => now() - at < ms).length >= most;
    if (isFull) refused += 1;
    else taken.push(now());
    callback(isFull ? full : null);
  };
  return { onRcptTo, refused: () => refused };
}

/** A worker that confirms sign-ups through the same account. */
function confirming(
  t: TestContext,
  store: TestStore,
  smtp: SmtpFixture,
  account: MailAccount,
  now: () => number,
) {
  const mailer = createMailer({ mailRoute: { is: 'server', url: smtp.url }, dataDir: '' });
  t.after(mailer.close);
  const send = account.judging(mailer);
  const confirm: Handler =
    async ({ id }) =>
    () =>
      send(testMail({ id: String(id), to: `new${id}@example.net` }));
  const route = () => ({ is: 'server' as const, url: smtp.url });
  const mayLeave = whileTaken(route, account, KINDS, async () => ROOM);
  return {
    worker: workerOf(store, now, { confirm }, 4, mayLeave).worker,
    confirmed: () => smtp.received.filter(({ to }) => to[0]?.startsWith('new')).length,
  };
}

testOnEach(
  'with Gmail 450 of 700 are emailed on the first day, confirmations leave meanwhile, and the rest goes alone (catches: people fail)',
  async (t, openStore) => {
    const store = await openStore();
    await readyToLaunch(store, 700);
    const clock = startClock();
    const smtp = await startSmtp(t, accountOf(clock.now, 500, DAY, GMAIL_SAYS));
    const { mailsADay } = shareOfAnnouncements(usualLimits('smtp://us@smtp.gmail.com'));
    const running = await startSender(t, store, { ...clock, smtp, limits: { mailsADay } });
    const { worker, confirmed } = confirming(t, store, smtp, running.account, clock.now);
    await open(store.write, 'launch', order({ maxPerMinute: 6_000, now: clock.now() }));
    await untilTrue(async () => (await sumsOf(store)).sent === mailsADay, clock, 100);
    // More sign-ups than the tenth that was kept.
    await put(store, 'confirm', 60, clock.now());
    await worker.runOnce();
    assert.equal(confirmed(), 500 - mailsADay);
    assert.equal((await running.account.state()).refusal?.means, 'limit');
    const all = async () => (await launchOf(store)).state === 'done' && confirmed() === 60;
    while (!(await all())) {
      clock.ahead += 5 * MINUTE;
      await worker.runOnce();
      await untilTrue(async () => true);
    }
    await running.stop();
    const { sent, failed } = await sumsOf(store);
    assert.deepEqual([sent, failed], [700, 0]);
    assert.equal(new Set(addressed(smtp)).size, 760);
    assert.equal(smtp.received.length, 760);
  },
);

testOnEach(
  'with a hoster’s 100 an hour everybody is emailed, confirmations leave meanwhile, and it never has to refuse (catches: other mails do not count)',
  async (t, openStore) => {
    const store = await openStore();
    await readyToLaunch(store, 200);
    const clock = startClock();
    const account = accountOf(clock.now, 100, HOUR, HOSTER_SAYS);
    const smtp = await startSmtp(t, account);
    const limits = shareOfAnnouncements({ ...NO_LIMITS, mailsAnHour: 100 });
    const running = await startSender(t, store, { ...clock, smtp, limits });
    const { worker, confirmed } = confirming(t, store, smtp, running.account, clock.now);
    await open(store.write, 'launch', order({ maxPerMinute: 600, now: clock.now() }));
    await untilTrue(async () => (await sumsOf(store)).sent > 20, clock, 40_000);
    // More than the tenth that was kept.
    await put(store, 'confirm', 30, clock.now());
    await worker.runOnce();
    assert.equal(confirmed(), 30);
    const begun = clock.now();
    await untilTrue(async () => (await launchOf(store)).state === 'done', clock, 40_000);
    await running.stop();
    assert.deepEqual([account.refused(), (await sumsOf(store)).sent], [0, 200]);
    assert.ok(clock.now() - begun > 2 * HOUR);
  },
);
