import assert from 'node:assert/strict';
import type { SMTPServerOptions } from 'smtp-server';
import { createMailer } from '#server/deliver/deliver.ts';
import { KINDS } from '#server/kinds.ts';
import { usualLimit } from '#server/mail-hosts.ts';
import type { Handler } from '#server/outbox/worker.ts';
import { testOnEach } from '#test/fixtures/each-database.ts';
import {
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
import { put, workerOf } from '#test/fixtures/outbox.ts';
import { type SmtpFixture, startSmtp, testMail } from '#test/fixtures/smtp.ts';
import { whileTaken } from './may-leave.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const A_DAY = 500;
const ROOM = { all: Infinity, others: Infinity };

/** Takes 500 mails in 24 hours, and says what Gmail says. */
function gmail(now: () => number) {
  const taken: number[] = [];
  const used = Object.assign(new Error('5.4.5 Daily user sending limit exceeded. - gsmtp'), {
    responseCode: 550,
  });
  const onRcptTo: SMTPServerOptions['onRcptTo'] = (_to, _session, callback) => {
    const full = taken.filter((at) => now() - at < DAY).length >= A_DAY;
    if (!full) taken.push(now());
    callback(full ? used : null);
  };
  return { onRcptTo };
}

testOnEach(
  'with Gmail 450 of 700 are told on the first day, confirmations leave meanwhile, and the rest goes alone (fault: people fail)',
  async (t, openStore) => {
    const store = await openStore();
    await readyToLaunch(store, 700);
    const clock = startClock();
    const smtp: SmtpFixture = await startSmtp(t, gmail(clock.now));
    const mailsADay = usualLimit('smtp://us@smtp.gmail.com', 'aDay');
    const running = await startSender(t, store, { ...clock, smtp, mailsADay });
    const mailer = createMailer({ mailRoute: { is: 'server', url: smtp.url }, dataDir: '' });
    t.after(mailer.close);
    const send = running.account.judging(mailer);
    const confirm: Handler =
      async ({ id }) =>
      () =>
        send(testMail({ id: String(id), to: `new${id}@example.net` }));
    const mayLeave = whileTaken(
      () => ({ is: 'server', url: smtp.url }),
      running.account,
      KINDS,
      async () => ROOM,
    );
    const { worker } = workerOf(store, clock.now, { confirm }, 4, mayLeave);
    await open(store.write, 'launch', order({ maxPerMinute: 6_000, now: clock.now() }));
    await untilTrue(async () => (await sumsOf(store)).sent === mailsADay, clock, 100);
    // More sign-ups than the tenth that was kept.
    await put(store, 'confirm', 60, clock.now());
    await worker.runOnce();
    const confirmed = () => smtp.received.filter(({ to }) => to[0]?.startsWith('new')).length;
    assert.equal(confirmed(), A_DAY - mailsADay);
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
