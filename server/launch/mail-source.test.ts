import assert from 'node:assert/strict';
import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { test } from 'node:test';
import { authenticate } from 'mailauth';
import { createMimeWriter } from '#server/deliver/mime.ts';
import { startDns } from '#test/fixtures/dns.ts';
import { testMail } from '#test/fixtures/smtp.ts';
import { readSource } from './mail-source.ts';

const FROM = 'hello@example.com';
/** Folded, as Gmail writes it. */
const HEAD = [
  'Delivered-To: jo@gmail.example',
  'ARC-Authentication-Results: i=1; mx.google.com; spf=fail',
  'Authentication-Results: mx.google.com;',
  '       dkim=pass header.i=@example.com header.s=s1 header.b="abc; dkim=pass";',
  '       spf=pass (google.com: domain of hello@example.com (yes; spf=none) designates 192.0.2.1) smtp.mailfrom=hello@example.com;',
  '       dmarc=pass (p=NONE (sp=NONE); dmarc=pass; dis=NONE) header.from=example.com',
  'Authentication-Results: relay.example; dkim=fail; spf=fail; dmarc=fail',
  'DKIM-Signature: v=1; a=rsa-sha256; d=example.com; s=s1;',
  '\th=from:to:List-Unsubscribe:',
  '\t list-unsubscribe-post; bh=x; b=y',
  'From: The Agency <Hello@Example.com>',
  'Subject: We are open',
].join('\r\n');
const SOURCE = `\n${HEAD}\r\n\r\nAuthentication-Results: x; spf=fail\r\n`;
const WELL = {
  is: 'read',
  by: 'mx.google.com',
  spf: 'pass',
  dkim: 'pass',
  dmarc: 'pass',
  unsubscribeIsSigned: true,
} as const;

test('the word of the last receiver counts, with any ends of lines (catches: comments, quotes or earlier receivers count)', () => {
  assert.deepEqual(readSource(SOURCE, FROM), WELL);
  assert.deepEqual(readSource(SOURCE.replaceAll('\r\n', '\n'), FROM), WELL);
});

test('one receiver may write several lines', () => {
  const split = HEAD.replace(/;\r\n {7}spf/, '\r\nAuthentication-Results: mx.google.com; spf').replace(
    /;\r\n {7}dmarc/,
    '\r\nAuthentication-Results: mx.google.com; dmarc',
  );
  assert.deepEqual(readSource(split, FROM), WELL);
});

const CHANGED: [what: string, source: string, report: object][] = [
  ['no source', 'Hello,\n\nthis is what I see.', { is: 'no-source' }],
  ['a mail of somebody else', SOURCE.replace('Hello@Example.com', 'hello@example.net'), { is: 'other-mail' }],
  [
    'a signature that leaves out the way out',
    SOURCE.replace(/List-Unsubscribe:/, ''),
    { unsubscribeIsSigned: false },
  ],
  [
    'a signature of another domain that covers it',
    SOURCE.replace('d=example.com; s=s1', 'd=relay.example; s=s1'),
    { unsubscribeIsSigned: false },
  ],
  [
    'a signature that did not pass',
    SOURCE.replace('dkim=pass', 'dkim=fail'),
    { dkim: 'fail', unsubscribeIsSigned: false },
  ],
  ['another word of SPF', SOURCE.replace('spf=pass', 'spf=softfail'), { spf: 'softfail' }],
  ['nothing about DMARC', SOURCE.replace('dmarc=pass', 'x=pass'), { dmarc: null }],
];

for (const [what, source, report] of CHANGED)
  test(`${what} is reported`, () => {
    const read = readSource(source, FROM);
    assert.deepEqual(read, 'is' in report ? report : { ...WELL, ...report });
  });

/** Sources of maximum length: each once took ten seconds or more, or failed, and blocked posts meanwhile. */
const LONG = 400_000;
const SPITEFUL: [what: string, source: string][] = [
  ['lines without a name', 'x\n'.repeat(LONG / 2)],
  ['one name all over', 'a:\n'.repeat(LONG / 3)],
  ['blanks before a break', `a:${' '.repeat(LONG / 2)}${'x'.repeat(LONG / 2)}\ry`],
  ['comments in comments', `Authentication-Results: x${'('.repeat(LONG / 2)}${')'.repeat(LONG / 2)}\n`],
  ['signers without an end', `Authentication-Results: x; a=b ${'header.i='.repeat(LONG / 9)}\n`],
  [
    'many signatures, many words about them',
    `Authentication-Results: x${';dkim=pass'.repeat(LONG / 20)}\n${'DKIM-Signature: d=y\n'.repeat(LONG / 40)}`,
  ],
];

test('a spiteful mail is read as fast as another (catches: times that grow with the square of its length)', () => {
  for (const [what, source] of SPITEFUL) {
    const before = performance.now();
    readSource(`${source}From: ${FROM}\n`, FROM);
    assert.ok(performance.now() - before < 2_000, `${what}: ${performance.now() - before} ms`);
  }
});

test('a receiver’s verdict on a mail that we have signed is read', async (t) => {
  const { privateKey: key } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const published = createPublicKey(key).export({ type: 'spki', format: 'der' }).toString('base64');
  const dns = await startDns(t, {
    'example.com': { TXT: ['v=spf1 ip4:192.0.2.1 -all'] },
    's1._domainkey.example.com': { TXT: [`v=DKIM1; p=${published}`] },
    '_dmarc.example.com': { TXT: ['v=DMARC1; p=reject'] },
  });
  const write = await createMimeWriter({ selector: 's1', domain: 'example.com', key });
  const message = await write(testMail({ unsubscribeUrl: 'https://example.com/soon?unsubscribe=a' }));
  const { headers } = await authenticate(message, {
    ip: '192.0.2.1',
    helo: 'mail.example.com',
    sender: FROM,
    mta: 'mx.google.com',
    resolver: (name, type) => dns.resolve(name, type) as Promise<string[][]>,
  });
  assert.deepEqual(readSource(headers + message.toString('latin1'), FROM), WELL);
});
