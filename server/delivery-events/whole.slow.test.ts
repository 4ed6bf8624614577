import assert from 'node:assert/strict';
import { test } from 'node:test';
import { complaint, deliveryStatus } from '#test/fixtures/delivery-events.ts';
import { ask } from '#test/fixtures/requests.ts';
import { linksIn, startCollector, subscribe, until } from '#test/fixtures/collector.ts';
import { folderOf } from '#test/fixtures/folder.ts';
import { startImap } from '#test/fixtures/imap.ts';
import { startSmtp } from '#test/fixtures/smtp.ts';

test('a sent mail that is reported as spam comes back to the mailbox, and nothing is sent to its address any more (catches: mails carry no mark)', async (t) => {
  const smtp = await startSmtp(t);
  const imap = await startImap(t);
  const clock = { time: Date.now() };
  const env = {
    DATA_DIR: folderOf(t),
    SMTP_URL: smtp.url,
    MAIL_FROM: 'hello@example.com',
    SITE_URL: 'https://example.com',
    RETURNS_IMAP_URL: imap.url,
    SECRET_KEYS: 'k'.repeat(32),
  };
  const first = await startCollector(t, env, () => clock.time);
  await subscribe(first.port, clock, 'ana@example.com');
  const { raw } = await until(() => smtp.received[0]);
  const [head = ''] = raw.split('\r\n\r\n', 1);
  const status = ['Final-Recipient: rfc822; ana@example.com', 'Action: failed', 'Status: 5.1.1'];
  imap.add(deliveryStatus(head, status));
  imap.add(complaint(head));
  const { data } = linksIn(raw);
  // It polled a moment ago: after a restart it polls at once.
  await first.collector.stop();
  const again = await startCollector(t, env, () => clock.time);
  await until(() => (imap.mails().length === 0 ? true : undefined));
  assert.match((await ask(again.port, data)).body.toString(), /STATE=never/);
  // Before its folder is deleted.
  await again.collector.stop(0);
});
