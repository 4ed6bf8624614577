import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSecrets } from '#server/store/secrets/secrets.ts';
import { complaint, deliveryStatus, headOf } from '#test/fixtures/delivery-events.ts';
import { readReport } from './report.ts';

const AT = 1_795_000_000_000;
const ID = '<launch.3-17.1a2b3c4d@example.com>';
const TO = 'ana@example.org';
const secrets = createSecrets(['k'.repeat(32)]);
const head = headOf(ID, secrets);
const failed = ['Final-Recipient: rfc822; ana@example.org', 'Action: failed', 'Status: 5.1.1'];
const gone = [
  ...failed,
  'Diagnostic-Code: smtp; 550 5.1.1 <ana@example.org>: Recipient address',
  '    rejected',
];
const mail = { messageId: ID, recipient: TO, at: AT };

const read = (source: string) => readReport(Buffer.from(source), AT, secrets);

test('a delivery status is read for what it says of our mail', () => {
  const said = '550 5.1.1 <ana@example.org>: Recipient address    rejected 5.1.1';
  assert.deepEqual(read(deliveryStatus(head, gone)), [
    { ...mail, kind: 'bounced', how: 'no-such-address', said },
  ]);
  for (const [status, how] of [
    ['Status: 5.7.1', 'refused'],
    ['Status: 5.0.0', 'refused'],
    ['Status: 5.1.10', 'no-such-address'],
    ['Status: 5.0.0\r\nDiagnostic-Code: smtp; 550 5.1.1 unknown', 'no-such-address'],
    ['Status: 5.1.1\r\nDiagnostic-Code: smtp; 550 5.7.1 unknown sender 45.5.1.1', 'refused'],
  ] as const) {
    const [one] = read(deliveryStatus(head, [...failed.slice(0, 2), status])) ?? [];
    assert.equal(one?.kind === 'bounced' && one.how, how, status);
  }
  const [first = ''] = failed;
  const [delayed] = read(deliveryStatus(head, [first, 'Action: delayed', 'Status: 4.4.1'])) ?? [];
  assert.deepEqual([delayed?.kind, delayed?.kind === 'bounced' && delayed.how], ['bounced', 'delayed']);
  assert.deepEqual(read(deliveryStatus(head, [first, 'Action: delivered', 'Status: 2.0.0'])), [
    { ...mail, kind: 'delivered' },
  ]);
  assert.deepEqual(read(deliveryStatus(head, [first, 'Action: relayed'])), []);
  const said552 = read(
    deliveryStatus(head, [
      first,
      'Action: failed',
      'Status: 5.1.1',
      'Diagnostic-Code: smtp; 552 5.1.1 Recipient overquota',
    ]),
  );
  assert.ok(said552?.[0]?.kind === 'bounced' && said552[0].how === 'refused', 'a full mailbox is there');
});

test('a block with a recipient and an action is read wherever it is (catches: only in its usual place)', () => {
  const usual = deliveryStatus(head, failed);
  const bounced = read(usual);
  assert.equal(bounced?.length, 1);
  const about = /Reporting-MTA[^]*?\r\n\r\n/.exec(usual)?.[0] ?? '';
  assert.notEqual(about, '');
  for (const source of [
    usual.replace(about, ''),
    usual.replace('multipart/report', 'multipart/mixed'),
    usual.replace('message/delivery-status', 'text/plain'),
    usual.replace('text/rfc822-headers', 'text/plain'),
    `Content-Type: multipart/mixed; boundary="out"\r\n\r\n--out\r\n${usual}\r\n--out--\r\n`,
  ])
    assert.deepEqual(read(source), bounced, source);
});

test('of a mail that was forwarded, the person is who it was for at first', () => {
  const forwarded = [
    'Original-Recipient: rfc822; ana@example.org',
    'Final-Recipient: rfc822; another@example.net',
    ...failed.slice(1),
  ];
  assert.equal(read(deliveryStatus(head, forwarded))?.[0]?.recipient, TO);
});

test('a report of abuse is a complaint, whoever it says it is about; one that takes it back is none', () => {
  assert.deepEqual(read(complaint(head)), [{ ...mail, recipient: null, kind: 'complained' }]);
  assert.deepEqual(read(complaint(head, 'not-spam')), []);
});

test('an answer, a forgery or something broken reports nothing (catches: the mark is not checked)', () => {
  const forged = head.replace(/(Mark: .)./, '$1_');
  const whole = deliveryStatus(head, gone);
  for (const source of [
    deliveryStatus(forged, gone),
    deliveryStatus(headOf(ID.replace('17', '18'), secrets).replace('18', '17'), gone),
    deliveryStatus(`Message-ID: ${ID}`, gone),
    complaint(forged),
    // Out of office, quoting the headers of our mail.
    `From: ana@example.org\r\nAuto-Submitted: auto-replied\r\nSubject: Away\r\n\r\n> ${head}\r\nStatus: 5.1.1\r\n`,
    '',
    'Content-Type: multipart/report; boundary=',
    whole.slice(0, whole.indexOf('text/rfc822-headers')),
    whole.replaceAll('=_b', ''),
    `${'Content-Type: multipart/mixed; boundary=a\r\n\r\n--a\r\n'.repeat(300)}`,
    `X: ${'a'.repeat(400_000)}\r\n${whole}`,
    '\0\uFFFD'.repeat(1000),
  ])
    assert.equal(read(source), null, source.slice(0, 60));
});

test('a part that travels encoded is read as what it says', () => {
  const encoded = (name: string, text: string) => `Content-Transfer-Encoding: ${name}\r\n\r\n${text}`;
  const whole = deliveryStatus(head, gone);
  const status = /Content-Type: message\/delivery-status\r\n\r\n([^]*?)\r\n--/.exec(whole)?.[1] ?? '';
  assert.notEqual(status, '');
  const quoted = status.replace('Action', '=41ct=\r\nion');
  for (const one of [
    encoded('Base64', Buffer.from(status).toString('base64')),
    encoded('quoted-printable', quoted),
  ])
    assert.deepEqual(read(whole.replace(`\r\n${status}`, one)), read(whole));
});

test('a mail of half a megabyte holds nobody up, whatever is in it (catches: HTML is made text, 28 s)', () => {
  const fill = (text: string) => text.repeat(500_000 / text.length);
  const hostile = (parts: string, of = '') =>
    `${of}Content-Type: multipart/report; boundary="=_b"\r\n\r\n--=_b\r\n${parts}\r\n--=_b--\r\n`;
  const mails = [
    hostile(`Content-Type: text/html\r\n\r\n${fill('<a href="')}`),
    hostile(fill('Content-Type: multipart/mixed; boundary="=_b"\r\n\r\n--=_b\r\n')),
    hostile('', fill('a:\r\n')),
    hostile(`Content-Type: text/rfc822-headers\r\n\r\nTo: ${fill('a:')}`),
    hostile(`Content-Type: message/delivery-status\r\n\r\n${fill('\r\n \t \r\n')}`),
    `Content-Type: multipart/report${fill(';     ')}`,
  ];
  for (const source of mails) {
    const start = performance.now();
    assert.equal(read(source), null);
    // Each takes a few milliseconds.
    assert.ok(performance.now() - start < 500, source.slice(0, 100));
  }
});

test('a report with very many recipients has an end', () => {
  const many = Array.from({ length: 500 }, () => [...failed, '']).flat();
  assert.equal(read(deliveryStatus(head, many))?.length, 20);
});
