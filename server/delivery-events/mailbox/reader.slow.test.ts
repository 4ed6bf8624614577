import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { stateOf } from '#server/list/undeliverable.ts';
import { createLog } from '#server/base/log.ts';
import { createSecrets } from '#server/store/secrets/secrets.ts';
import { testOnEach } from '#test/fixtures/each-database.ts';
import { type ImapFixture, startImap } from '#test/fixtures/imap.ts';
import { sumsOf, untilTrue } from '#test/fixtures/launch.ts';
import {
  complaint,
  deliveryStatus,
  headOf,
  launched,
  launchMailOf,
  personOf,
} from '#test/fixtures/delivery-events.ts';
import { openTestStore, type TestStore } from '#test/fixtures/store.ts';
import { flood, startListener } from '#test/fixtures/smtp.ts';
import { verifyMailbox } from '#server/deliver/imap.ts';
import { createMailbox } from './mailbox.ts';
import { createReader, type ReaderDeps } from './reader.ts';

const secrets = createSecrets(['k'.repeat(32)]);
const OUT_OF_OFFICE = 'From: a@b.co\r\nSubject: Away\r\nAuto-Submitted: auto-replied\r\n\r\nI am away.';

function startReader(
  t: TestContext,
  { database, write }: TestStore,
  { url }: ImapFixture,
  rest: Partial<ReaderDeps> = {},
) {
  const logged: string[] = [];
  const looks: boolean[] = [];
  const reports: boolean[] = [];
  const reader = createReader({
    database,
    write,
    server: () => ({ url }),
    secrets,
    siteUrl: () => 'https://example.com',
    now: Date.now,
    everyMs: 20,
    log: createLog(
      (line) => logged.push(line),
      () => new Date(0),
    ),
    onRead: (isUp) => looks.push(isUp),
    onReport: (isRead) => reports.push(isRead),
    ...rest,
  });
  reader.start();
  t.after(() => reader.stop(5_000));
  return { reader, logged, looks, reports };
}

async function bounceOf(store: TestStore, n: number, status = '5.1.1'): Promise<string> {
  const about = [`Final-Recipient: rfc822; person${n}@example.org`, 'Action: failed', `Status: ${status}`];
  return deliveryStatus(headOf(await launchMailOf(store, n), secrets), about);
}

const stateIn = async (store: TestStore, n: number) => stateOf(await personOf(store, n));

testOnEach(
  'a bounce in the mailbox is taken, once stored deleted, and nothing else is touched',
  async (t, open) => {
    const store = await open();
    await launched(store, 4, 'sent');
    const gone = await bounceOf(store, 0);
    const report = complaint(headOf(await launchMailOf(store, 2), secrets));
    const forged = complaint(`Message-ID: ${await launchMailOf(store, 3)}`);
    const tooLarge = (await bounceOf(store, 3)).replace('This is', 'x'.repeat(600_000));
    const imap = await startImap(t, [
      OUT_OF_OFFICE,
      gone,
      gone,
      forged,
      tooLarge,
      report,
      'no mail',
      await bounceOf(store, 1, '5.7.1'),
    ]);
    const { looks } = startReader(t, store, imap);
    await untilTrue(async () => imap.mails().length === 4);
    assert.deepEqual(imap.mails(), [OUT_OF_OFFICE, forged, tooLarge, 'no mail']);
    const states = await Promise.all([0, 1, 2, 3].map((n) => stateIn(store, n)));
    assert.deepEqual(states, ['undeliverable', 'confirmed', 'unsubscribed', 'confirmed']);
    const { all, sent, failed } = await sumsOf(store);
    assert.deepEqual([all, sent, failed], [4, 2, 2]);
    assert.ok(!looks.includes(false));
    // Later ones too.
    imap.add(await bounceOf(store, 3));
    await untilTrue(async () => (await stateIn(store, 3)) === 'undeliverable');
  },
);

test('a report that says nothing, or of somebody else, stays and is counted; one in a wrapper is read (catches: deleted unread)', async (t) => {
  const store = await openTestStore(t);
  await launched(store, 3, 'sent');
  const expired = (await bounceOf(store, 0)).replace('Action: failed', 'Action: expired');
  const another = (await bounceOf(store, 1)).replace('; person1@', '; another@');
  const mixed = (await bounceOf(store, 2)).replace('multipart/report', 'multipart/mixed');
  const byHand = mixed.replace('MAILER-DAEMON', 'ana');
  const imap = await startImap(t, [expired, another, byHand, mixed]);
  const { reports } = startReader(t, store, imap);
  await untilTrue(async () => imap.mails().length === 3 && reports.length === 3);
  assert.deepEqual(reports, [false, false, true]);
  assert.deepEqual(imap.mails(), [expired, another, byHand]);
  assert.equal(await stateIn(store, 2), 'undeliverable');
});

test('a report is kept until it is stored (catches: deleted before)', async (t) => {
  const store = await openTestStore(t);
  await launched(store, 1, 'sent');
  const imap = await startImap(t, [await bounceOf(store, 0)]);
  let isAway = true;
  const write = new Proxy(store.write, {
    get: (query, name) => {
      if (isAway && name === 'transaction') throw new Error('planted');
      const value: unknown = Reflect.get(query, name);
      return typeof value === 'function' ? value.bind(query) : value;
    },
  });
  const { looks, logged } = startReader(t, store, imap, { write });
  await untilTrue(async () => looks.length >= 2);
  assert.ok(!looks.includes(true));
  assert.equal(imap.mails().length, 1);
  assert.match(logged.join(), /could not be stored/);
  isAway = false;
  await untilTrue(async () => imap.mails().length === 0);
  assert.equal(await stateIn(store, 0), 'undeliverable');
});

test('a server that is away is tried again, ever more seldom, and told without the password', async (t) => {
  const store = await openTestStore(t);
  await launched(store, 1, 'sent');
  const imap = await startImap(t, [await bounceOf(store, 0)]);
  imap.setAway(true);
  const { looks, logged } = startReader(t, store, imap);
  await untilTrue(async () => looks.length >= 3);
  assert.deepEqual([...new Set(looks)], [false]);
  imap.setAway(false);
  await untilTrue(async () => looks.at(-1) === true);
  assert.equal(imap.mails().length, 0);
  assert.match(logged.join(), /cannot be read/);
  assert.doesNotMatch(logged.join(), /testpass|person0/);
});

testOnEach(
  'of two processes one looks at a time, and the other goes on once it is gone (M5) (catches: anyone who asks may)',
  async (t, open) => {
    const [first, second] = [await open(), await open()];
    await launched(first, 2, 'sent');
    const imap = await startImap(t);
    const one = startReader(t, first, imap);
    await untilTrue(async () => one.looks.length >= 2);
    const two = startReader(t, second, imap);
    imap.add(await bounceOf(first, 0));
    await untilTrue(async () => imap.mails().length === 0);
    const seen = one.looks.length;
    await untilTrue(async () => one.looks.length >= seen + 4);
    assert.equal(two.looks.length, 0);
    await one.reader.stop(5_000);
    imap.add(await bounceOf(first, 1));
    await untilTrue(async () => imap.mails().length === 0);
    await untilTrue(async () => two.looks.length > 0);
    assert.equal(await stateIn(second, 1), 'undeliverable');
  },
);

test('a read mail is not read again after a restart, whatever it was (catches: the place is kept in memory)', async (t) => {
  const store = await openTestStore(t);
  await launched(store, 1, 'sent');
  const hostile = (await bounceOf(store, 0)).replace(/Mark: ./, 'Mark: _');
  const imap = await startImap(t, [hostile]);
  const fetched: string[] = [];
  imap.onCommand((command) => fetched.push(command));
  const first = startReader(t, store, imap);
  await untilTrue(async () => first.looks.length >= 2);
  await first.reader.stop(5_000);
  const sources = () => fetched.filter((command) => /FETCH .*BODY\.PEEK\[\]/i.test(command)).length;
  assert.equal(sources(), 1);
  const second = startReader(t, store, imap);
  await untilTrue(async () => second.looks.length >= 2);
  assert.equal(sources(), 1);
  assert.deepEqual(imap.mails(), [hostile]);
});

test('the doctor’s look says whether the mailbox can be opened', async (t) => {
  const imap = await startImap(t);
  assert.deepEqual(await verifyMailbox({ url: imap.url }), { ok: true });
  const refused = await verifyMailbox({ url: imap.url.replace('testpass', 'canary') });
  assert.ok(!refused.ok);
  assert.match(refused.reason, /refuses user or password/);
  assert.doesNotMatch(refused.reason, /canary/);
  const folder = await verifyMailbox({ url: `${imap.url}/no%20such%20folder` });
  assert.ok(!folder.ok);
  imap.setAway(true);
  const away = await verifyMailbox({ url: imap.url });
  assert.ok(!away.ok && away.reason.startsWith('the mailbox cannot be read'));
});

test('a mailbox that talks without end is cut off (catches: each line is read)', async (t) => {
  const closed = Promise.withResolvers<void>();
  const url = await startListener(t, (socket) => {
    socket.once('close', () => closed.resolve());
    socket.write('* OK here\r\n');
    flood(socket, '* 1 EXISTS\r\n');
  });
  const place = { read: async () => null, write: async () => {} };
  const mailbox = createMailbox(
    { url: url.replace('smtp:', 'imap:').replace('//', '//a:b@') },
    place,
    Date.now,
  );
  await assert.rejects(mailbox.read(async () => true));
  await closed.promise;
});
