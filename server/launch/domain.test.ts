import assert from 'node:assert/strict';
import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { test, type TestContext } from 'node:test';
import { startDns, type Zone } from '#test/fixtures/dns.ts';
import { type DomainReport, examineDomain } from './domain.ts';

const MAIL_FROM = 'The Agency <hello@news.Example.com>';
const DKIM = { selector: 's1', domain: 'example.com', key: null };

async function examined(
  t: TestContext,
  zone: Zone,
  dkim: Parameters<typeof examineDomain>[1]['dkim'] = DKIM,
) {
  return examineDomain(await startDns(t, zone), { mailFrom: MAIL_FROM, dkim });
}

test('a domain that is well', async (t) => {
  const zone: Zone = {
    'news.example.com': {
      TXT: ['other=1', 'v=spf1 mx include:_spf.example.net ~all'],
      MX: ['mx.example.com'],
    },
    '_spf.example.net': { TXT: ['v=spf1 ip4:192.0.2.0/24 ip6:2001:db8::/32 -all'] },
    's1._domainkey.example.com': { TXT: [`v=DKIM1; k=rsa; p=${'A'.repeat(400)}`] },
    '_dmarc.example.com': { TXT: ['v=DMARC1; p=none; sp=reject'] },
  };
  assert.deepEqual(await examined(t, zone), {
    domain: 'news.example.com',
    spf: { is: 'there', lookUps: 2 },
    dkim: 'there',
    dmarc: 'reject',
    mx: 'there',
  });
  assert.equal((await examined(t, zone, null)).dkim, 'unnamed');
});

test('a domain of which DNS knows nothing, and one that cannot be asked', async (t) => {
  const missing = await examined(t, {});
  assert.deepEqual(missing, {
    domain: 'news.example.com',
    spf: { is: 'missing' },
    dkim: 'missing',
    dmarc: 'missing',
    mx: 'missing',
  });
  const names = ['news.example.com', '_dmarc.news.example.com', 's1._domainkey.example.com'];
  const away = await examined(t, Object.fromEntries(names.map((name) => [name, 'SERVFAIL'])));
  assert.deepEqual(away, {
    domain: 'news.example.com',
    spf: { is: 'unasked' },
    dkim: 'unasked',
    dmarc: 'unasked',
    mx: 'unasked',
  });
});

/** A chain of nested includes of this length, each one more lookup. */
function chain(length: number): Zone {
  const names = Array.from({ length }, (_, n): [string, Zone[string]] => [
    n === 0 ? 'news.example.com' : `n${n}.example.net`,
    { TXT: [n === length - 1 ? 'v=spf1 a -all' : `v=spf1 ?include:n${n + 1}.example.net -all`] },
  ]);
  return Object.fromEntries(names);
}

const SPF: [what: string, zone: Zone, spf: DomainReport['spf']][] = [
  ['ten look-ups', chain(10), { is: 'there', lookUps: 10 }],
  ['eleven look-ups', chain(11), { is: 'too-many' }],
  [
    'one that includes itself',
    { 'news.example.com': { TXT: ['v=spf1 include:news.example.com -all'] } },
    { is: 'too-many' },
  ],
  [
    'each kind that asks, and none that does not',
    {
      'news.example.com': {
        TXT: ['v=spf1 a a:x.example mx/24 ptr exists:%{i}.x.example ip4:192.0.2.1 -all'],
      },
    },
    { is: 'there', lookUps: 5 },
  ],
  [
    'a redirect',
    {
      'news.example.com': { TXT: ['v=spf1 redirect=_spf.example.net'] },
      '_spf.example.net': { TXT: ['v=spf1 mx -all'] },
    },
    { is: 'there', lookUps: 2 },
  ],
  [
    'a redirect that never counts',
    { 'news.example.com': { TXT: ['v=spf1 a -all redirect=nowhere.example'] } },
    { is: 'there', lookUps: 1 },
  ],
  [
    'an include that leads nowhere',
    { 'news.example.com': { TXT: ['v=spf1 include:nowhere.example -all'] } },
    { is: 'broken', at: 'nowhere.example' },
  ],
  ['two records', { 'news.example.com': { TXT: ['v=spf1 -all', 'v=spf1 mx -all'] } }, { is: 'several' }],
  ['one of another version', { 'news.example.com': { TXT: ['v=spf10 -all'] } }, { is: 'missing' }],
];

for (const [what, zone, spf] of SPF)
  test(`SPF: ${what}`, async (t) => assert.deepEqual((await examined(t, zone)).spf, spf));

test('DKIM: the key there is ours, was taken back, or is another one', async (t) => {
  const { privateKey: key } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const own = createPublicKey(key).export({ type: 'spki', format: 'der' }).toString('base64');
  const dkimOf = async (record: string, rest = {}) =>
    (await examined(t, { 's1._domainkey.example.com': { TXT: [record] } }, { ...DKIM, key, ...rest })).dkim;
  assert.equal(await dkimOf(`v=DKIM1; k=rsa; p=${own.slice(0, 60)} ${own.slice(60)}`), 'there');
  assert.equal(await dkimOf('v=DKIM1; k=rsa; p='), 'revoked');
  assert.equal(await dkimOf(`v=DKIM1; p=${own.replace('A', 'B')}`), 'other-key');
  assert.equal(await dkimOf(`p=${own}`, { domain: 'example.net' }), 'other-domain');
  assert.equal(await dkimOf('v=spf1 -all'), 'missing');
});

test('DMARC: its own record comes before that above; what it does not know is none', async (t) => {
  const above = { '_dmarc.example.com': { TXT: ['v=DMARC1; p=reject'] } };
  assert.equal((await examined(t, above)).dmarc, 'reject');
  const both = { ...above, '_dmarc.news.example.com': { TXT: ['v=DMARC1;p=quarantine; sp=none'] } };
  assert.equal((await examined(t, both)).dmarc, 'quarantine');
  const odd = { '_dmarc.news.example.com': { TXT: ['v=DMARC1; p=maybe'] } };
  assert.equal((await examined(t, odd)).dmarc, 'none');
});

test('MX: a domain that takes no mail says so', async (t) => {
  assert.equal((await examined(t, { 'news.example.com': { MX: ['.'] } })).mx, 'missing');
});
