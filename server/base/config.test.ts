import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { readConfig, SETTING_NAMES } from './config.ts';
import { problemsOf } from '#test/fixtures/config.ts';

const ROOT = new URL('../..', import.meta.url).pathname;

test('without settings the collector listens on port 3000 of this machine only', () => {
  assert.deepEqual(readConfig({}), {
    port: 3000,
    host: '127.0.0.1',
    siteUrl: 'http://localhost:3000',
    dataDir: join(ROOT, 'data'),
    subscribeEndpoint: '/api/subscribe',
    gaId: null,
    gtmId: null,
    databaseUrl: null,
    databaseDirectUrl: null,
    copyTo: null,
    copyKey: null,
    copyDays: 30,
    s3Region: 'us-east-1',
    s3Endpoint: null,
    s3KeyId: null,
    s3Secret: null,
    dnsServer: null,
    smtpUrl: null,
    microsoftTenant: null,
    microsoftClientId: null,
    microsoftClientSecret: null,
    microsoftSecretUntil: null,
    microsoftTokenUrl: null,
    mailbox: null,
    mailRoute: { is: 'none', why: 'unset' },
    sealed: [],
    mailFrom: 'no-reply@localhost',
    idempotencyHeader: null,
    dkim: null,
    mailsAMinute: 600,
    mailsAnHour: null,
    mailsADay: 5000,
    mailConnections: 12,
    sesTopic: null,
    postmarkPassword: null,
    mailgunKey: null,
    brevoToken: null,
    resendSecret: null,
    returnsImapUrl: null,
    ownerEmail: null,
    defaultLanguage: 'en',
    ownerLanguage: 'en',
    ownerZone: 'Europe/Lisbon',
    stage: 'soon',
    optionalFields: ['website'],
    doubleOptIn: true,
    reminderDays: 3,
    unconfirmedDays: 30,
    forward: null,
    rateLimit: true,
    trustedProxies: 0,
    secretKeys: null,
    metricsPort: null,
    given: {},
  });
});

test('every setting can be changed', () => {
  const { given, ...config } = readConfig({
    PORT: '0',
    HOST: '::',
    SITE_URL: 'https://example.com/',
    DATA_DIR: '/var/lib/embreve',
    SUBSCRIBE_ENDPOINT: 'https://forms.example/f/abc?x=1',
    GA_ID: 'G-ABC1234567',
    GTM_ID: 'GTM-ABC1234',
    DATABASE_URL: 'postgres://embreve@pooler.example/embreve',
    DATABASE_DIRECT_URL: 'postgres://embreve@db.example/embreve',
    COPY_TO: 's3://copies/embreve/',
    COPY_KEY: 'age183hggtssqutzy8rp0dt7q0qlj8asakcwqsnlfgnuxknghjvevpfsxa63h4',
    COPY_DAYS: '90',
    S3_REGION: 'eu-west-1',
    S3_ENDPOINT: 'https://s3.example.com',
    S3_ACCESS_KEY_ID: 'account:user',
    S3_SECRET_ACCESS_KEY: 's'.repeat(40),
    DNS_SERVER: '192.0.2.53',
    MAILS: 'files',
    SMTP_URL: 'smtps://user:pass@mail.example',
    MICROSOFT_TENANT: 'agency.example',
    MICROSOFT_CLIENT_ID: 'app-1',
    MICROSOFT_CLIENT_SECRET: 's'.repeat(40),
    MICROSOFT_SECRET_UNTIL: '2028-11-30',
    MICROSOFT_TOKEN_URL: 'https://login.microsoftonline.com/agency.example/oauth2/v2.0/token',
    MAIL_FROM: 'Embreve <hello@example.com>',
    SMTP_IDEMPOTENCY_HEADER: 'Resend-Idempotency-Key',
    DKIM_SELECTOR: 's1',
    DKIM_DOMAIN: 'mail.example.com',
    MAILS_PER_MINUTE: '30',
    MAILS_PER_HOUR: '100',
    MAILS_PER_DAY: '900',
    MAIL_CONNECTIONS: '3',
    RETURNS_SES_TOPIC: 'arn:aws:sns:eu-west-1:123456789012:returns',
    RETURNS_POSTMARK_PASSWORD: 'p'.repeat(16),
    RETURNS_MAILGUN_KEY: 'm'.repeat(32),
    RETURNS_BREVO_TOKEN: 'b'.repeat(16),
    RETURNS_IMAP_URL: 'imaps://user:pass@mail.example/Bounces',
    RETURNS_RESEND_SECRET: `whsec_${'A/+a'.repeat(5)}A/+=`,
    OWNER_EMAIL: 'owner@example.com',
    DEFAULT_LANGUAGE: 'browser',
    OWNER_LANGUAGE: 'pt',
    OWNER_ZONE: 'America/Sao_Paulo',
    STAGE: 'live',
    CONTACT_COMPANY: 'optional',
    CONTACT_PHONE: 'optional',
    DOUBLE_OPT_IN: 'off',
    REMINDER_DAYS: '0',
    UNCONFIRMED_DAYS: '7',
    FORWARD_URL: 'https://forms.example/f/abc',
    FORWARD_FIELD: 'mail',
    FORWARD_EXTRA: 'list=launch&source=site',
    TRUSTED_PROXIES: '1',
    SECRET_KEYS: `${'a'.repeat(32)},${'b'.repeat(32)}`,
    METRICS_PORT: '9464',
  });
  assert.deepEqual(config, {
    port: 0,
    host: '::',
    siteUrl: 'https://example.com',
    dataDir: '/var/lib/embreve',
    subscribeEndpoint: 'https://forms.example/f/abc?x=1',
    gaId: 'G-ABC1234567',
    gtmId: 'GTM-ABC1234',
    databaseUrl: 'postgres://embreve@pooler.example/embreve',
    databaseDirectUrl: 'postgres://embreve@db.example/embreve',
    copyTo: 's3://copies/embreve',
    copyKey: 'age183hggtssqutzy8rp0dt7q0qlj8asakcwqsnlfgnuxknghjvevpfsxa63h4',
    copyDays: 90,
    s3Region: 'eu-west-1',
    s3Endpoint: 'https://s3.example.com',
    s3KeyId: 'account:user',
    s3Secret: 's'.repeat(40),
    dnsServer: '192.0.2.53',
    smtpUrl: 'smtps://user:pass@mail.example',
    microsoftTenant: 'agency.example',
    microsoftClientId: 'app-1',
    microsoftClientSecret: 's'.repeat(40),
    microsoftSecretUntil: '2028-11-30',
    microsoftTokenUrl: 'https://login.microsoftonline.com/agency.example/oauth2/v2.0/token',
    mailbox: { url: 'imaps://user:pass@mail.example/Bounces' },
    mailRoute: { is: 'server', url: 'smtps://user:pass@mail.example' },
    sealed: [],
    mailFrom: 'Embreve <hello@example.com>',
    idempotencyHeader: 'Resend-Idempotency-Key',
    dkim: { selector: 's1', domain: 'mail.example.com', key: null },
    mailsAMinute: 30,
    mailsAnHour: 100,
    mailsADay: 900,
    mailConnections: 3,
    sesTopic: 'arn:aws:sns:eu-west-1:123456789012:returns',
    postmarkPassword: 'p'.repeat(16),
    mailgunKey: 'm'.repeat(32),
    brevoToken: 'b'.repeat(16),
    resendSecret: `whsec_${'A/+a'.repeat(5)}A/+=`,
    returnsImapUrl: 'imaps://user:pass@mail.example/Bounces',
    ownerEmail: 'owner@example.com',
    defaultLanguage: 'browser',
    ownerLanguage: 'pt',
    ownerZone: 'America/Sao_Paulo',
    stage: 'live',
    optionalFields: ['company', 'phone', 'website'],
    doubleOptIn: false,
    reminderDays: 0,
    unconfirmedDays: 7,
    forward: { url: 'https://forms.example/f/abc', field: 'mail', extra: { list: 'launch', source: 'site' } },
    rateLimit: true,
    trustedProxies: 1,
    secretKeys: ['a'.repeat(32), 'b'.repeat(32)],
    metricsPort: 9464,
  });
  assert.deepEqual(
    Object.keys(given).sort(),
    [...SETTING_NAMES].sort().filter((name) => !['DKIM_KEY_FILE', 'RATE_LIMIT'].includes(name)),
  );
});

test('the public address follows the port', () => {
  assert.equal(readConfig({ PORT: '8080' }).siteUrl, 'http://localhost:8080');
});

test('an empty setting counts as not set', () => {
  const names = ['PORT', 'HOST', 'SITE_URL', 'DATA_DIR', 'SUBSCRIBE_ENDPOINT', 'GA_ID', 'GTM_ID'];
  const empty = Object.fromEntries(names.map((name) => [name, '']));
  assert.deepEqual(readConfig(empty), readConfig({}));
});

test('the settings cannot be changed later', () => {
  assert.ok(Object.isFrozen(readConfig({})));
});

test('all wrong settings are listed at once', () => {
  const problems = problemsOf({
    PORT: '65536',
    HOST: 'localhost:3000',
    SITE_URL: 'example.com',
    SUBSCRIBE_ENDPOINT: '/api/other',
    GA_ID: 'UA-1234',
    GTM_ID: 'G-ABC1234',
  });
  assert.deepEqual(problems, [
    'PORT must be a whole number from 0 to 65535, not "65536"',
    'SITE_URL must be an http or https address without a path, e.g. https://example.com, not "example.com"',
    'HOST must be a host name or an IP address without a port, e.g. 0.0.0.0, not "localhost:3000"',
    'SUBSCRIBE_ENDPOINT must be /api/subscribe or the https address of a form service, not "/api/other"',
    'GA_ID must be of the form G-XXXXXXX, not "UA-1234"',
    'GTM_ID must be of the form GTM-XXXXXXX, not "G-ABC1234"',
  ]);
});

const WRONG: [string, string][] = [
  ['PORT', '3000a'],
  ['PORT', '-1'],
  ['PORT', '1e3'],
  ['HOST', 'a b'],
  ['HOST', 'http://localhost'],
  ['SITE_URL', 'https://example.com/soon'],
  ['SITE_URL', 'https://example.com/?a'],
  ['SITE_URL', 'https://me:secret@example.com'],
  ['SITE_URL', 'ftp://example.com'],
  ['SUBSCRIBE_ENDPOINT', 'http://forms.example/f'],
  ['SUBSCRIBE_ENDPOINT', 'javascript:alert(1)'],
  ['SUBSCRIBE_ENDPOINT', 'https://me:secret@forms.example/f'],
  ['GA_ID', "G-ABC'1234"],
  ['GTM_ID', 'GTM-abc1234'],
  ['DATA_DIR', '~/list'],
  ['DATABASE_URL', 'mysql://db.example/embreve'],
  ['SMTP_URL', 'mail.example'],
  ['MAIL_FROM', 'Embreve <hello@>'],
  ['MAIL_FROM', 'a@example.com\r\nBcc: b@example.com'],
  ['SMTP_IDEMPOTENCY_HEADER', 'List-Unsubscribe'],
  ['SMTP_IDEMPOTENCY_HEADER', 'Idempotency Key'],
  ['DKIM_SELECTOR', 'a; p=b'],
  ['DKIM_DOMAIN', 'a b'],
  ['RETURNS_SES_TOPIC', 'https://sns.eu-west-1.amazonaws.com/123456789012/returns'],
  ['RETURNS_IMAP_URL', 'pop3://mail.example'],
  ['RETURNS_POSTMARK_PASSWORD', 'short'],
  ['RETURNS_BREVO_TOKEN', 'with a space in it'],
  ['RETURNS_RESEND_SECRET', 're_0123456789abcdef0123'],
  ['OWNER_EMAIL', 'owner'],
  ['DEFAULT_LANGUAGE', 'pt-PT'],
  ['OWNER_LANGUAGE', 'de'],
  ['STAGE', 'open'],
  ['CONTACT_COMPANY', 'off'],
  ['CONTACT_PHONE', 'no'],
  ['DOUBLE_OPT_IN', 'yes'],
  ['UNCONFIRMED_DAYS', '0'],
  ['FORWARD_URL', '/api/subscribe'],
  ['FORWARD_URL', 'http://forms.example/f'],
  ['FORWARD_FIELD', 'e mail'],
  ['TRUSTED_PROXIES', '-1'],
  ['SECRET_KEYS', 'short'],
  ['SECRET_KEYS', `${'a'.repeat(32)},short`],
  ['METRICS_PORT', '70000'],
  ['COPY_TO', 'copies'],
  ['COPY_TO', 's3://Copies/a'],
  ['COPY_KEY', 'AGE-SECRET-KEY-1'],
  ['COPY_DAYS', '0'],
  ['S3_ENDPOINT', 's3.example.com'],
];

test('no message repeats a password or a key (catches: addresses with a password are shown)', () => {
  const withPassword = 'https://user:canary@forms.example.com/x';
  const problems = problemsOf({
    DATABASE_URL: 'x:canary',
    SMTP_URL: 'x:canary',
    SECRET_KEYS: 'canary',
    RETURNS_BREVO_TOKEN: 'canary',
    FORWARD_URL: withPassword,
    SITE_URL: withPassword,
  });
  assert.equal(problems.length, 6, problems.join());
  assert.doesNotMatch(problems.join(), /canary/);
});

for (const [name, value] of WRONG) {
  test(`${name}=${value} is refused`, () => {
    assert.equal(problemsOf({ [name]: value }).length, 1);
  });
}

test('a form service without https is allowed on this machine only', () => {
  for (const host of ['localhost:9000', '127.0.0.1:9000', '[::1]:9000']) {
    const endpoint = `http://${host}/f`;
    assert.equal(readConfig({ SUBSCRIBE_ENDPOINT: endpoint }).subscribeEndpoint, endpoint);
  }
});
