import assert from 'node:assert/strict';
import { test } from 'node:test';
import { composeMail, type MailParts } from './message.ts';
import { createSmtp } from './smtp.ts';
import { startSmtp, testMail, type Received } from '#test/fixtures/smtp.ts';

const unsubscribeUrl = `https://example.com/api/unsubscribe?token=${'a1B2_-'.repeat(40)}`;

/** `Name: value` of each header, unfolded, as any reader would parse them. */
function headers({ raw }: Received): string[] {
  const [head = ''] = raw.split('\r\n\r\n', 1);
  return head.replace(/\r\n[ \t]+/g, ' ').split(/\r\n|\r|\n/);
}

function names(mail: Received): string[] {
  return headers(mail).map((header) => header.slice(0, header.indexOf(':')));
}

test('a mail of the list carries what receivers ask for', async (t) => {
  const server = await startSmtp(t);
  const smtp = createSmtp({ url: server.url });
  t.after(() => smtp.close());
  await smtp.send(testMail({ unsubscribeUrl, subject: 'É já: confirme' }));
  const [mail] = server.received;
  assert.ok(mail);
  const found = headers(mail);
  for (const header of [
    'Message-ID: <confirm.17.99d5bbe0@example.com>',
    'Date: Fri, 02 Jan 2026 03:04:05 +0000',
    'From: The Agency <hello@example.com>',
    'To: jo@example.org',
    'Auto-Submitted: auto-replied',
    'List-ID: <subscribers.example.com>',
    `List-Unsubscribe: <${unsubscribeUrl}>`,
    'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
    'MIME-Version: 1.0',
  ]) {
    assert.ok(found.includes(header), `${header}\n${found.join('\n')}`);
  }
  assert.ok(found.some((header) => header.startsWith('Subject: =?UTF-8?')));
  assert.doesNotMatch(mail.raw, /nodemailer\s*\(/i);
});

test('a mail to the owner is not a mail of a list', () => {
  const { headers: own } = testMail({ kind: 'message', auto: 'auto-generated' });
  assert.deepEqual(own, { 'Auto-Submitted': 'auto-generated' });
});

test('the same mail composed again has the same Message-ID', () => {
  assert.match(testMail().messageId, /^<confirm\.17\.[0-9a-f]{8}@example\.com>$/);
  assert.equal(testMail().messageId, testMail({ now: 9 }).messageId);
});

test('a mail for other people never has a Message-ID that was used, whatever its number (catches: id alone)', () => {
  const mails = [
    testMail(),
    testMail({ to: 'ana@example.org' }),
    testMail({ id: '18' }),
    testMail({ kind: 'message' }),
    testMail({ kind: 'message', replyTo: { address: 'vi@example.org' } }),
  ];
  assert.equal(new Set(mails.map(({ messageId }) => messageId)).size, mails.length);
});

test('a visitor without a valid address is not answered to', () => {
  assert.equal(testMail({ replyTo: { name: 'x', address: 'a@b.example, c@d.example' } }).replyTo, undefined);
});

const breaks = [
  '\r\n',
  '\n',
  '\r',
  '%0d%0a',
  '\u2028',
  '\u2029',
  '\0',
  '\v',
  '\f',
  '\u0085',
  '\r\n\r\n',
  '\r\n ',
];
const attacks = breaks.flatMap((end) => [
  `x${end}Bcc: evil@example.net`,
  `x" <evil@example.net>,${end}To: evil@example.net`,
  `${end}X-Evil: 1${end}${end}<script>`,
]);

const fields: [string, (attack: string) => Partial<MailParts>][] = [
  ['subject', (attack) => ({ subject: attack })],
  ['name of the visitor', (attack) => ({ replyTo: { name: attack, address: 'visitor@example.org' } })],
  [
    'address of the visitor',
    (attack) => ({ replyTo: { name: 'x', address: `visitor@example.org${attack}` } }),
  ],
  ['name of the sender', (attack) => ({ from: `${attack.replace(/[<>]/g, '')} <hello@example.com>` })],
  ['address to unsubscribe', (attack) => ({ unsubscribeUrl: `https://example.com/u?t=${attack}` })],
  ['text', (attack) => ({ text: attack })],
  ['HTML', (attack) => ({ html: attack })],
];

for (const [field, inject] of fields) {
  test(`a line break in the ${field} adds no header and no recipient`, async (t) => {
    const server = await startSmtp(t);
    const smtp = createSmtp({ url: server.url });
    t.after(() => smtp.close());
    const plain = { replyTo: { name: 'Vi', address: 'visitor@example.org' }, unsubscribeUrl };
    await smtp.send(testMail(plain));
    const expected = names(server.received[0] as Received);
    const reply = expected.filter((name) => name !== 'Reply-To');
    for (const attack of attacks) {
      server.received.length = 0;
      const { outcome } = await smtp.send(testMail({ ...plain, ...inject(attack) }));
      assert.equal(outcome, 'sent');
      const [mail] = server.received;
      assert.ok(mail);
      assert.deepEqual(mail.to, ['jo@example.org']);
      assert.deepEqual(names(mail), field === 'address of the visitor' ? reply : expected, attack);
      for (const header of headers(mail).filter((line) => /^(From|To|Reply-To):/.test(line))) {
        const unquoted = header.replace(/"(?:[^"\\]|\\.)*"/g, '').replace(/=\?[^ ]*\?=/g, '');
        assert.equal(unquoted.match(/@/g)?.length, 1, header);
      }
    }
  });
}

test('an encoded word of a visitor is text (catches: receivers decode what is filtered)', async (t) => {
  const server = await startSmtp(t);
  const smtp = createSmtp({ url: server.url });
  t.after(() => smtp.close());
  const word = '=?utf-8?B?4oCuZ3BqLmV4ZQ==?=';
  await smtp.send(testMail({ subject: `From ${word}`, replyTo: { name: word, address: 'vi@example.org' } }));
  const [mail] = server.received;
  assert.ok(mail);
  for (const header of headers(mail).filter((line) => /^(Subject|Reply-To):/.test(line)))
    assert.doesNotMatch(header, /=\?utf-8\?B\?4oCu/i, header);
});

test('composing keeps to one line and to a length', () => {
  const { subject, replyTo } = composeMail({
    ...testMail(),
    kind: 'confirm',
    id: '17',
    siteUrl: 'http://localhost:3000',
    from: 'no-reply@localhost',
    to: 'jo@example.org',
    replyTo: { name: `\u202e${'n'.repeat(5000)}`, address: 'visitor@example.org' },
    subject: `a\u2028\u2028b ${'s'.repeat(5000)}\ud800`,
    now: 0,
    auto: 'auto-generated',
  });
  assert.match(subject, /^a b s+$/);
  assert.equal(subject.length, 200);
  assert.equal(replyTo?.name.length, 100);
});
