import assert from 'node:assert/strict';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { createMailer } from './deliver.ts';
import { createMailFiles } from './file.ts';
import { startSmtp, testMail } from '#test/fixtures/smtp.ts';

function folder(t: TestContext): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'embreve-mail-'));
  t.after(() => rmSync(dataDir, { recursive: true }));
  return dataDir;
}

test('with a mail server mails go there, without one into files', async (t) => {
  const server = await startSmtp(t);
  const dataDir = folder(t);
  const bySmtp = createMailer({ mailRoute: { is: 'server', url: server.url }, dataDir });
  t.after(bySmtp.close);
  assert.equal((await bySmtp.send(testMail())).outcome, 'sent');
  assert.equal(server.received.length, 1);
  assert.deepEqual(readdirSync(dataDir), []);

  const byFile = createMailer({ mailRoute: { is: 'files' }, dataDir });
  const delivery = await byFile.send(testMail());
  assert.deepEqual(delivery, {
    outcome: 'sent',
    reply: 'written to outbox/2026-01-02T03-04-05.678Z-confirm-17-99d5bbe0.txt',
  });
  assert.equal(server.received.length, 1);
});

test('a mail file is readable as it is: headers, an empty line, the text with whole links', async (t) => {
  const dataDir = folder(t);
  const link = `https://example.com/soon?confirm=${'t0ken'.repeat(50)}`;
  const mail = testMail({
    text: `Olá, é agora:\n${link}\n`,
    replyTo: { name: 'Vi', address: 'vi@example.org' },
    unsubscribeUrl: 'https://example.com/u?t=1',
  });
  await createMailer({ mailRoute: { is: 'files' }, dataDir }).send(mail);
  const text = join(dataDir, 'outbox/2026-01-02T03-04-05.678Z-confirm-17-b6dce86f.txt');
  const html = text.replace('.txt', '.html');
  assert.equal(
    readFileSync(text, 'utf8'),
    `From: The Agency <hello@example.com>
To: jo@example.org
Reply-To: Vi <vi@example.org>
Subject: Please confirm
Date: Fri, 02 Jan 2026 03:04:05 GMT
Message-ID: <confirm.17.b6dce86f@example.com>
Auto-Submitted: auto-replied
List-Id: <subscribers.example.com>
List-Unsubscribe: <https://example.com/u?t=1>
List-Unsubscribe-Post: List-Unsubscribe=One-Click

Olá, é agora:
${link}
`,
  );
  assert.equal(readFileSync(html, 'utf8'), mail.html);
  for (const file of [text, html]) assert.equal(statSync(file).mode & 0o777, 0o600);
  assert.equal(statSync(join(dataDir, 'outbox')).mode & 0o777, 0o700);
});

test('the same mail at a later attempt is the same file', async (t) => {
  const outbox = folder(t);
  const files = createMailFiles(outbox);
  await files.send(testMail());
  await files.send(testMail({ text: 'again' }));
  await files.send(testMail({ id: '7' }));
  assert.deepEqual(
    readdirSync(outbox).filter((file) => file.endsWith('.txt')),
    ['2026-01-02T03-04-05.678Z-confirm-17-99d5bbe0.txt', '2026-01-02T03-04-05.678Z-confirm-7-9e0256f1.txt'],
  );
  assert.match(
    readFileSync(join(outbox, '2026-01-02T03-04-05.678Z-confirm-17-99d5bbe0.txt'), 'utf8'),
    /again$/,
  );
});

test('a mail to somebody else, whose number was given again, is another file (catches: named by its number)', async (t) => {
  const outbox = folder(t);
  const files = createMailFiles(outbox);
  for (const to of ['jo@example.org', 'ana@example.org']) await files.send(testMail({ to }));
  const texts = readdirSync(outbox).filter((file) => file.endsWith('.txt'));
  const recipients = texts.map((file) => /^To: (.*)$/m.exec(readFileSync(join(outbox, file), 'utf8'))?.[1]);
  assert.deepEqual(recipients.toSorted(), ['ana@example.org', 'jo@example.org']);
});

test('a full folder takes no new mail and loses none', async (t) => {
  const outbox = folder(t);
  const files = createMailFiles(outbox, 2);
  for (const id of ['1', '2']) assert.equal((await files.send(testMail({ id }))).outcome, 'sent');
  const refused = await files.send(testMail({ id: '3' }));
  assert.equal(refused.outcome, 'retry');
  assert.match(refused.reply, /full \(2 mails\)/);
  assert.equal((await files.send(testMail({ id: '2' }))).outcome, 'sent');
  assert.equal(readdirSync(outbox).length, 4);
});

test('a folder that cannot be written is a retry, and the reply names no address', async (t) => {
  const dataDir = folder(t);
  // A file in place of the folder stops root, too.
  writeFileSync(join(dataDir, 'outbox'), '');
  const mailer = createMailer({ mailRoute: { is: 'files' }, dataDir });
  const delivery = await mailer.send(testMail());
  assert.deepEqual(delivery, {
    outcome: 'retry',
    reply: 'emails cannot be written to the folder outbox of DATA_DIR (EEXIST)',
  });
});

test('a full disk is a retry and leaves no half mail', { skip: !existsSync('/dev/full') }, async (t) => {
  const outbox = folder(t);
  const unfinished = `2026-01-02T03-04-05.678Z-confirm-17-99d5bbe0.txt.${process.pid}.part`;
  symlinkSync('/dev/full', join(outbox, unfinished));
  const delivery = await createMailFiles(outbox).send(testMail());
  assert.equal(delivery.outcome, 'retry');
  assert.match(delivery.reply, /ENOSPC/);
  assert.deepEqual(readdirSync(outbox), ['2026-01-02T03-04-05.678Z-confirm-17-99d5bbe0.html']);
});

test('a mail to a malformed address is not written', async (t) => {
  const dataDir = folder(t);
  const mailer = createMailer({ mailRoute: { is: 'files' }, dataDir });
  const delivery = await mailer.send(testMail({ to: 'a@example.org\nBcc: b@example.org' }));
  assert.equal(delivery.outcome, 'failed');
  assert.deepEqual(readdirSync(dataDir), []);
});
