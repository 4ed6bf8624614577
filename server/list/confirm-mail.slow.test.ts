import assert from 'node:assert/strict';
import { KINDS } from '#server/kinds/kinds.ts';
import { test } from 'node:test';
import { HOUR } from '#contract/time.ts';
import { openExplained } from '#test/fixtures/query-plans.ts';
import { testOnEach } from '#test/fixtures/each-database.ts';
import type { TestStore } from '#test/fixtures/store.ts';
import { createLog } from '#server/base/log.ts';
import { readLinkToken } from '#server/list/link-token.ts';
import type { Delivery } from '#server/outbox/delivery.ts';
import { createQueue } from '#server/outbox/queue.ts';
import { createHourlyLimit } from '#server/outbox/send-rate.ts';
import { createWorker } from '#server/outbox/worker.ts';
import { subscription } from '#test/fixtures/subscription.ts';
import { startMailing } from '#test/fixtures/mailing.ts';
import { queueReminders } from './reminder.ts';

const NOW = Date.UTC(2026, 10, 21, 12, 30);

async function outbox({ write }: TestStore, kind: 'confirm' | 'alarm') {
  const rows = await write.selectFrom('outbox').selectAll().where('kind', '=', kind).orderBy('id').execute();
  const count = (state: string) => rows.filter((row) => row.state === state).length;
  return { rows, count };
}

testOnEach(
  'mails from before the clock was put back use up nothing (catches: all later ones count as this hour)',
  async (_t, open) => {
    const { write } = await open();
    const started = (at: number, count: number) =>
      write
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
    const roomAt = (time: number) => createHourlyLimit(write, KINDS, () => time)('confirm');
    assert.deepEqual(await roomAt(NOW), { all: 0, others: 0 });
    assert.deepEqual(await roomAt(NOW - 24 * HOUR), { all: 300, others: 200 });
    const usual = (10 * 1000) / 23;
    const others = Math.floor((2 * usual) / 3);
    assert.deepEqual(await roomAt(NOW + HOUR), { all: Math.floor(usual), others });
    await started(NOW + HOUR, 30);
    assert.deepEqual(await roomAt(NOW + HOUR), { all: Math.floor(usual) - 30, others: others - 30 });
  },
);

test('the limit does not walk through mails long sent', async () => {
  const { db, query, plans } = openExplained();
  const n = (count: number) =>
    `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})`;
  db.exec(
    `${n(300)} INSERT INTO outbox (kind, due_at, created_at, started_at) SELECT 'confirm', 0, 0, ${NOW} FROM n`,
  );
  assert.equal((await createHourlyLimit(query, KINDS, () => NOW)('confirm')).all, 0);
  assert.ok(plans.length > 0);
  for (const { plan } of plans)
    assert.match(plan, /outbox_started \(kind=\? AND started_at>\? AND started_at<\?\)/);
});

testOnEach(
  'the mails of an outage of the mail server go out hour by hour (D15; catches: they are held for good)',
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
        KINDS,
        () => clock.time,
        () => 0.5,
      ),
      handlers: () => ({ confirm: async () => send }),
      atOnce: 50,
      mayLeave: createHourlyLimit(store.write, KINDS, () => clock.time),
      log: createLog(
        () => {},
        () => new Date(0),
      ),
    });
    let people = 0;
    const hourly: number[] = [];
    for (let minute = 0; minute < 12 * 60; minute += 10) {
      clock.time = NOW + minute * 60_000;
      // 240 an hour, which is below the limit.
      if (minute < 6 * 60)
        await Promise.all(
          Array.from({ length: 40 }, () => store.add(subscription(`p${people++}`, { mailWait: 'first' }))),
        );
      await worker.runOnce();
      const hour = Math.floor(minute / 60);
      hourly[hour] = (hourly[hour] ?? 0) + sent;
      sent = 0;
    }
    const { count } = await outbox(store, 'confirm');
    assert.deepEqual([count('held'), count('sent')], [0, people]);
    // 300, later ten times what was usual until then.
    assert.ok(Math.max(...hourly) <= 450, `${hourly.join()} mails an hour`);
  },
);

testOnEach(
  'a reminder goes out in words of its own, with a link that works, and not to people who have confirmed meanwhile',
  async (t, open) => {
    const clock = { time: NOW };
    const store = await open({ now: () => clock.time });
    const { smtp, worker, secrets } = await startMailing(t, store, () => clock.time);
    for (const name of ['ana', 'eva']) await store.add(subscription(name));
    await worker.runOnce();
    clock.time += 72 * HOUR;
    assert.equal(await queueReminders(store.write, 3, clock.time), 2);
    const eva = store.write.updateTable('subscription').where('key', '=', 'eva@example.com');
    await eva.set({ state: 'confirmed' }).execute();
    await worker.runOnce();
    // Mails due at the same time leave in any order.
    const [first, reminder] = smtp.received.filter(({ to }) => to.includes('ana@example.com'));
    assert.deepEqual(smtp.received.map(({ to }) => to.join()).toSorted(), [
      'ana@example.com',
      'ana@example.com',
      'eva@example.com',
    ]);
    assert.match(first?.raw ?? '', /^Subject: confirm in en/m);
    assert.match(reminder?.raw ?? '', /^Subject: reminder in en/m);
    const token = /confirm=3D([\w-]+)/.exec(reminder?.raw.replaceAll('=\r\n', '') ?? '')?.[1] ?? '';
    assert.equal(readLinkToken(secrets, 'confirm', token, clock.time + 6 * 24 * HOUR).ok, true);
    assert.equal((await outbox(store, 'confirm')).count('skipped'), 1);
  },
);

/** The subject of a mail, and what each of its parts says was asked for. */
function askedIn({ raw }: { raw: string }): string[] {
  const bytes = raw
    .replaceAll('=\r\n', '')
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(parseInt(hex, 16)));
  const text = Buffer.from(bytes, 'latin1').toString();
  return text.match(/(?<=^Subject: |asked: ).*?(?=<|\r)/gm) ?? [];
}

testOnEach(
  'the mail and the reminder name in both parts what was asked for, in the person’s language (catches: the same mail for all)',
  async (t, open) => {
    const clock = { time: NOW };
    const store = await open({ now: () => clock.time });
    const { smtp, worker } = await startMailing(t, store, () => clock.time);
    await store.add(subscription('ana'));
    await store.add(subscription('eva', { interest: 'seo' }));
    await store.add(subscription('rui', { language: 'pt', interest: 'seo' }));
    clock.time += 1;
    await store.add(subscription('rui', { language: 'pt', interest: 'ads' }));
    await worker.runOnce();
    clock.time += 72 * HOUR;
    await queueReminders(store.write, 3, clock.time);
    await worker.runOnce();
    const none = 'Asked for: the launch.';
    const one = 'Asked for: “SEO: Be found”.';
    const both = 'Pediu: «SEO: Ser encontrado» e «Anúncios: Ser visto».';
    assert.deepEqual(smtp.received.map(askedIn).toSorted(), [
      ['confirm in en', none, none],
      ['confirm in en', one, one],
      ['confirm in pt', both, both],
      ['reminder in en', none, none],
      ['reminder in en', one, one],
      ['reminder in pt', both, both],
    ]);
  },
);

testOnEach(
  'a mail that could not leave for longer than its link lasts carries one that works (catches: links count from the sign-up)',
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
