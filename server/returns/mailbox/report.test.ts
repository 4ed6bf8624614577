import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSecrets } from '#server/store/secrets/secrets.ts';
import { complaint, deliveryStatus, headOf } from '#test/fixtures/returns.ts';
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

test('a delivery status is read for what it says of our mail', async () => {
  const said = '550 5.1.1 <ana@example.org>: Recipient address    rejected 5.1.1';
  assert.deepEqual(await read(deliveryStatus(head, gone)), [
    { ...mail, kind: 'bounced', how: 'no-such-address', said },
  ]);
  for (const [status, how] of [
    ['Status: 5.7.1', 'refused'],
    ['Status: 5.0.0', 'refused'],
    ['Status: 5.1.10', 'no-such-address'],
    ['Status: 5.0.0\r\nDiagnostic-Code: smtp; 550 5.1.1 unknown', 'no-such-address'],
    ['Status: 5.1.1\r\nDiagnostic-Code: smtp; 550 5.7.1 unknown sender 45.5.1.1', 'refused'],
  ] as const) {
    const [one] = (await read(deliveryStatus(head, [...failed.slice(0, 2), status]))) ?? [];
    assert.equal(one?.kind === 'bounced' && one.how, how, status);
  }
  const [first = ''] = failed;
  const [delayed] = (await read(deliveryStatus(head, [first, 'Action: delayed', 'Status: 4.4.1']))) ?? [];
  assert.deepEqual([delayed?.kind, delayed?.kind === 'bounced' && delayed.how], ['bounced', 'delayed']);
  assert.deepEqual(await read(deliveryStatus(head, [first, 'Action: delivered', 'Status: 2.0.0'])), [
    { ...mail, kind: 'delivered' },
  ]);
  assert.deepEqual(await read(deliveryStatus(head, [first, 'Action: relayed'])), []);
});

test('a report of abuse is a complaint, whoever it says it is about; one that takes it back is none', async () => {
  assert.deepEqual(await read(complaint(head)), [{ ...mail, recipient: null, kind: 'complained' }]);
  assert.deepEqual(await read(complaint(head, 'not-spam')), []);
});

test('who answers, forges or sends something broken says nothing (fault: the mark is not looked at)', async () => {
  const forged = head.replace(/(Mark: .)./, '$1_');
  const whole = deliveryStatus(head, gone);
  for (const source of [
    deliveryStatus(forged, gone),
    deliveryStatus(headOf(ID.replace('17', '18'), secrets).replace('18', '17'), gone),
    deliveryStatus(`Message-ID: ${ID}`, gone),
    complaint(forged),
    // Out of office: the head of our mail, quoted.
    `From: ana@example.org\r\nAuto-Submitted: auto-replied\r\nSubject: Away\r\n\r\n> ${head}\r\nStatus: 5.1.1\r\n`,
    '',
    'Content-Type: multipart/report; boundary=',
    whole.slice(0, whole.indexOf('text/rfc822-headers')),
    whole.replaceAll('=_b', ''),
    `${'Content-Type: multipart/mixed; boundary=a\r\n\r\n--a\r\n'.repeat(300)}`,
    `X: ${'a'.repeat(400_000)}\r\n${whole}`,
    '\0\uFFFD'.repeat(1000),
  ])
    assert.equal(await read(source), null, source.slice(0, 60));
});

test('a mail of very many lines is none: its parser would hold up everybody for seconds (fault: it is parsed)', async () => {
  const endless = deliveryStatus(`${head}${'\r\nx'.repeat(20_000)}`, gone);
  assert.equal(await read(endless), null);
});

test('a report with very many recipients has an end', async () => {
  const many = Array.from({ length: 500 }, () => [...failed, '']).flat();
  assert.equal((await read(deliveryStatus(head, many)))?.length, 20);
});
