import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOUR } from '#contract/time.ts';
import {
  brevoPost,
  KEYS,
  mailgunPost,
  NOW,
  type Post,
  postmarkPost,
  PROVIDERS,
  read,
  resendPost,
  snsPost,
} from '#test/fixtures/webhooks.ts';
import { createCertificates } from './amazon.ts';
import { isAmazonSns } from './ses.ts';

const TO = 'ana@example.org';

const delivery = JSON.stringify({ notificationType: 'Delivery', mail: {}, delivery: { recipients: [TO] } });
const FORGED: [provider: string, why: string, post: Post][] = [
  ['ses', 'changed', snsPost({ Message: delivery }, { Message: delivery.replace('ana', 'eva') })],
  ['ses', 'another topic, signed by Amazon', snsPost({ Message: delivery, TopicArn: `${KEYS.sesTopic}2` })],
  ['ses', 'SHA-1', snsPost({ Message: delivery, SignatureVersion: '1' })],
  [
    'ses',
    'a certificate of somebody',
    snsPost(
      { Message: delivery },
      { SigningCertURL: 'https://sns.eu-west-1.amazonaws.com.evil.example/a.pem' },
    ),
  ],
  [
    'ses',
    'no certificate',
    snsPost({ Message: delivery }, { SigningCertURL: 'https://sns.eu-west-1.amazonaws.com/other.pem' }),
  ],
  ['mailgun', 'another key', mailgunPost({ event: 'delivered' }, { key: 'another' })],
  ['mailgun', 'of yesterday', mailgunPost({ event: 'delivered' }, { at: NOW - 13 * HOUR })],
  ['mailgun', 'of tomorrow', mailgunPost({ event: 'delivered' }, { at: NOW + 13 * HOUR })],
  ['mailgun', 'without a time', mailgunPost({ event: 'delivered' }, { at: Number.NaN })],
  ['resend', 'another key', resendPost('email.delivered', {}, { key: `whsec_${'A'.repeat(32)}` })],
  ['resend', 'of an hour ago', resendPost('email.delivered', {}, { at: NOW - HOUR })],
  ['resend', 'changed', { ...resendPost('email.delivered', {}), body: '{"type":"email.complained"}' }],
  ['resend', 'unsigned', { headers: {}, body: '{"type":"email.delivered"}' }],
  ['postmark', 'another password', postmarkPost({ RecordType: 'Delivery' }, 'another')],
  ['postmark', 'no password', { ...postmarkPost({ RecordType: 'Delivery' }), headers: {} }],
  ['brevo', 'another token', brevoPost({ event: 'delivered' }, `${KEYS.brevoToken}x`)],
  ['brevo', 'no token', { ...brevoPost({ event: 'delivered' }), headers: { authorization: 'Bearer' } }],
];

for (const [provider, why, post] of FORGED) {
  test(`${provider}: forged: ${why}`, async () =>
    assert.deepEqual(await read(provider, post), { is: 'forged' }));
}

test('strange bodies are malformed or forged, and throw nothing', async () => {
  const secrets = { authorization: `Bearer ${KEYS.brevoToken}` };
  const posted = { headers: { authorization: `Basic ${btoa(`:${KEYS.postmarkPassword}`)}` } };
  for (const body of [
    '',
    'null',
    '[]',
    '7',
    '"x"',
    '{}',
    '[null]',
    '{"Type":"Notification"}',
    '{"event-data":null}',
    '{',
  ])
    for (const provider of Object.keys(PROVIDERS))
      for (const headers of [{}, secrets, posted.headers]) {
        const said = await read(provider, { headers, body });
        // An empty batch has no events.
        const isNone = said.is === 'events' && said.events.length === 0 && body === '[]';
        assert.ok(
          isNone || said.is === 'malformed' || said.is === 'forged',
          `${provider} ${body} ${said.is}`,
        );
      }
});

test('a subscription of the topic that is set is confirmed at Amazon alone (catches: any address is asked)', async () => {
  const confirm = { Type: 'SubscriptionConfirmation', Message: 'You have chosen', Token: '2336412f37' };
  const SubscribeURL = 'https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription&Token=2336412f37';
  assert.deepEqual(await read('ses', snsPost({ ...confirm, SubscribeURL })), {
    is: 'confirm',
    url: SubscribeURL,
  });
  const evil = 'https://evil.example/?Action=ConfirmSubscription';
  assert.deepEqual(await read('ses', snsPost({ ...confirm, SubscribeURL: evil })), { is: 'malformed' });
  assert.deepEqual(await read('ses', snsPost({ ...confirm, SubscribeURL }, { SubscribeURL: evil })), {
    is: 'forged',
  });
});

test('only SNS itself is Amazon', () => {
  for (const url of [
    'https://sns.us-east-1.amazonaws.com/a.pem',
    'https://sns.us-gov-west-1.amazonaws.com/',
    'https://sns.cn-north-1.amazonaws.com.cn/',
  ])
    assert.ok(isAmazonSns(url), url);
  for (const url of [
    'http://sns.us-east-1.amazonaws.com/a.pem',
    'https://sns.us-east-1.amazonaws.com@evil.example/a.pem',
    'https://sns.us-east-1.amazonaws.com:8443/a.pem',
    'https://sns.us-east-1.amazonaws.com.evil.example/a.pem',
    'https://evil.example/sns.us-east-1.amazonaws.com/a.pem',
    'https://s3.us-east-1.amazonaws.com/sns.pem',
    'https://sns.evil.us-east-1.amazonaws.com/a.pem',
  ])
    assert.ok(!isAmazonSns(url), url);
});

test('a certificate is fetched once, and again where it could not be', async () => {
  let asked = 0;
  const certificates = createCertificates((url) => {
    asked += 1;
    return asked === 1 ? Promise.reject(new Error('away')) : Promise.resolve(url);
  });
  await assert.rejects(certificates('a'));
  assert.deepEqual(await Promise.all([certificates('a'), certificates('a')]), ['a', 'a']);
  assert.equal(await certificates('a'), 'a');
  assert.equal(asked, 2);
});
