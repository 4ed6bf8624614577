import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { createAlarms } from '#server/alarms/alarms.ts';
import { openExplained } from '#server/db/plans-fixture.ts';
import { testOnEach } from '#server/each-database.ts';
import { postJson, startApp, type TestStore } from '#server/fixture.ts';
import { createLog } from '#server/http/log.ts';
import { readLinkToken } from '#server/links/link-token.ts';
import { createMailer } from '#server/mail/deliver.ts';
import { startSmtp } from '#server/mail/smtp-fixture.ts';
import { loadMails } from '#server/mail/templates.ts';
import type { Delivery } from '#server/outbox/delivery.ts';
import { createQueue } from '#server/outbox/queue.ts';
import { createWorker } from '#server/outbox/worker.ts';
import { writeFixtureBuild } from '#server/pages/fixture.ts';
import { openSecrets } from '#server/secrets/secrets.ts';
import { createConfirmBrake, createConfirmMail } from './confirm-mail.ts';
import { subscription } from './fixture.ts';

const NOW = Date.UTC(2026, 10, 21, 12, 30);
const HOUR = 3_600_000;

/** Confirmation mails by a real mail server, with the brake on, and alarms. */
async function startMailing(t: TestContext, { database, query, dataDir }: TestStore, now: () => number) {
  const smtp = await startSmtp(t);
  const mailer = createMailer({ smtpUrl: smtp.url, dataDir });
  t.after(mailer.close);
  const { dist, remove } = writeFixtureBuild();
  t.after(remove);
  const opened = openSecrets({ keys: ['k'.repeat(32)], dataDir });
  assert.ok(opened.ok);
  const lines: string[] = [];
  const log = createLog(
    (line) => lines.push(line),
    () => new Date(0),
  );
  const confirm = createConfirmMail({
    query,
    mailer,
    templates: loadMails(dist),
    secrets: opened.secrets,
    siteUrl: 'https://example.com',
    mailFrom: 'hello@example.com',
    now,
  });
  const worker = createWorker({
    queue: createQueue(database, now, () => 0.5),
    handlers: { confirm },
    atOnce: 10,
    allowance: createConfirmBrake(query, now),
    log,
  });
  const alarms = createAlarms({
    query,
    now,
    space: () => Promise.resolve(null),
    mailed: true,
    log,
    onQueued: () => {},
  });
  return { smtp, worker, alarms, secrets: opened.secrets };
}

async function outbox({ query }: TestStore, kind: 'confirm' | 'alarm') {
  const rows = await query.selectFrom('outbox').selectAll().where('kind', '=', kind).orderBy('id').execute();
  const count = (state: string) => rows.filter((row) => row.state === state).length;
  return { rows, count };
}

testOnEach(
  'of a flood 300 mails an hour go out, the rest is held, the owner told, the site still open (S15)',
  async (t, open) => {
    const clock = { time: NOW };
    const store = await open({ now: () => clock.time });
    const { smtp, worker, alarms } = await startMailing(t, store, () => clock.time);
    const { port } = await startApp(t, { store, now: () => clock.time });
    const subscribe = async (name: number) =>
      (await postJson(port, { email: `p${name}@example.com`, language: 'en' })).status;
    for (let name = 0; name < 320; name += 40) {
      const posted = await Promise.all(Array.from({ length: 40 }, (_, place) => subscribe(name + place)));
      assert.deepEqual(new Set(posted), new Set([202]));
    }
    await worker.runOnce();
    const { count } = await outbox(store, 'confirm');
    assert.deepEqual([smtp.received.length, count('sent'), count('held')], [300, 300, 20]);

    await alarms.runOnce();
    const [alarm] = (await outbox(store, 'alarm')).rows;
    assert.match(alarm?.payload ?? '', /"mail":"alarm-burst".*"held":"20"/);

    // Whoever comes now is stored, and waits like the others.
    assert.equal(await subscribe(320), 202);
    await worker.runOnce();
    assert.equal((await outbox(store, 'confirm')).count('held'), 21);
    assert.equal(smtp.received.length, 300);

    clock.time += HOUR;
    await worker.runOnce();
    assert.equal(smtp.received.length, 300, 'without the word of the owner');
    await store.query
      .updateTable('outbox')
      .set({ state: 'queued', due_at: clock.time, finished_at: null })
      .where('state', '=', 'held')
      .execute();
    await worker.runOnce();
    assert.equal(smtp.received.length, 321);
    assert.equal(new Set(smtp.received.map(({ to }) => to[0])).size, 321);
  },
);

testOnEach(
  'mails from before the clock was put back use up nothing (fault: all later ones count as this hour)',
  async (_t, open) => {
    const { query } = await open();
    const started = (at: number, count: number) =>
      query
        .insertInto('outbox')
        .values(
          Array.from({ length: count }, () => ({
            kind: 'confirm' as const,
            state: 'sent' as const,
            due_at: at,
            created_at: at,
            started_at: at,
          })),
        )
        .execute();
    await started(NOW, 1000);
    const allowanceAt = (time: number) => createConfirmBrake(query, () => time)(10_000);
    assert.equal(await allowanceAt(NOW), 0);
    assert.equal(await allowanceAt(NOW - 24 * HOUR), 300);
    assert.equal(await allowanceAt(NOW + HOUR), Math.floor((10 * 1000) / 23));
    await started(NOW + HOUR, 30);
    assert.equal(await allowanceAt(NOW + HOUR), Math.floor((10 * 1000) / 23) - 30);
  },
);

test('the brake does not walk through mails long sent', async () => {
  const { db, query, plans } = openExplained();
  const n = (count: number) =>
    `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})`;
  db.exec(
    `${n(300)} INSERT INTO outbox (kind, due_at, created_at, started_at) SELECT 'confirm', 0, 0, ${NOW} FROM n`,
  );
  db.exec(`${n(301)} INSERT INTO subscription (key, address, language, state, created_at)
    SELECT i, i, 'en', 'pending', ${NOW} FROM n`);
  assert.equal(await createConfirmBrake(query, () => NOW)(10), 0);
  const held = plans.pop()?.plan ?? '';
  assert.match(held, /^SEARCH outbox USING INDEX outbox_open \(due_at<\?\)/);
  const came = plans.pop()?.plan ?? '';
  assert.match(came, /SCAN subscription/);
  assert.doesNotMatch(came, /TEMP B-TREE/);
  assert.ok(plans.length > 0);
  for (const { plan } of plans)
    assert.match(plan, /outbox_started \(kind=\? AND started_at>\? AND started_at<\?\)/);
});

testOnEach(
  'what an outage of the mail server leaves behind goes out hour by hour (D15; fault: it is held for good)',
  async (_t, open) => {
    const clock = { time: NOW };
    const store = await open({ now: () => clock.time });
    let sent = 0;
    const send = async (): Promise<Delivery> =>
      clock.time < NOW + 3 * HOUR
        ? { outcome: 'retry', reply: 'The mail server does not answer.' }
        : (sent++, { outcome: 'sent', reply: '250' });
    const worker = createWorker({
      queue: createQueue(
        store.database,
        () => clock.time,
        () => 0.5,
      ),
      handlers: { confirm: async () => send },
      atOnce: 50,
      allowance: createConfirmBrake(store.query, () => clock.time),
      log: createLog(
        () => {},
        () => new Date(0),
      ),
    });
    let people = 0;
    const hourly: number[] = [];
    for (let minute = 0; minute < 12 * 60; minute += 10) {
      clock.time = NOW + minute * 60_000;
      // 240 an hour, which nobody would hold.
      if (minute < 6 * 60)
        await Promise.all(Array.from({ length: 40 }, () => store.add(subscription(`p${people++}`))));
      await worker.runOnce();
      const hour = Math.floor(minute / 60);
      hourly[hour] = (hourly[hour] ?? 0) + sent;
      sent = 0;
    }
    const { count } = await outbox(store, 'confirm');
    assert.deepEqual([count('held'), count('sent')], [0, people]);
    // 300, and later ten times what was usual by then.
    assert.ok(Math.max(...hourly) <= 450, `${hourly.join()} mails an hour`);
  },
);

testOnEach(
  'a mail that could not leave for longer than its link lasts carries one that works (fault: links count from the sign-up)',
  async (t, open) => {
    const clock = { time: NOW };
    const store = await open({ now: () => clock.time });
    const { smtp, worker, secrets } = await startMailing(t, store, () => clock.time);
    await store.add(subscription('ana'));
    clock.time += 8 * 24 * HOUR;
    await worker.runOnce();
    const [mail] = smtp.received;
    const raw = mail?.raw.replaceAll('=\r\n', '') ?? '';
    const token = /confirm=3D([\w-]+)/.exec(raw)?.[1] ?? '';
    assert.equal(readLinkToken(secrets, 'confirm', token, clock.time + 6 * 24 * HOUR).ok, true);
    assert.match(raw, /^Date: Sun, 29 Nov 2026/m);
  },
);
