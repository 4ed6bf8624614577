import assert from 'node:assert/strict';
import { test } from 'node:test';
import { problemsOf } from '#test/fixtures/config.ts';
import { APP } from '#test/fixtures/token-server.ts';

test('settings that do not go together are refused', () => {
  assert.deepEqual(problemsOf({ SMTP_URL: 'smtp://mail.example' }), [
    'MAIL_FROM must be set together with SMTP_URL',
  ]);
  assert.match(problemsOf({ DATABASE_URL: 'postgres://db.example/embreve' })[0] ?? '', /^SECRET_KEYS must/);
  assert.match(
    problemsOf({ RATE_LIMIT: 'off', SITE_URL: 'https://example.com' })[0] ?? '',
    /^RATE_LIMIT=off/,
  );
  assert.deepEqual(problemsOf({ SMTP_IDEMPOTENCY_HEADER: 'Idempotency-Key' }), [
    'SMTP_URL must be set together with SMTP_IDEMPOTENCY_HEADER',
  ]);
  assert.deepEqual(problemsOf({ RATE_LIMIT: 'off' }), []);
  assert.deepEqual(problemsOf({ MICROSOFT_TENANT: 'agency.example', MICROSOFT_CLIENT_ID: 'app-1' }), [
    'MICROSOFT_TENANT, MICROSOFT_CLIENT_ID, MICROSOFT_CLIENT_SECRET must be set together',
  ]);
  const wrongId = { ...APP, MICROSOFT_CLIENT_ID: 'app one' };
  assert.deepEqual(problemsOf(wrongId), ['MICROSOFT_CLIENT_ID must be the id of an app, not "app one"']);
  const cloud = { MICROSOFT_TOKEN_URL: 'https://login.cloud.example/agency/token' };
  assert.deepEqual(problemsOf(cloud), [], 'owners give the rest');
  const key = 'age183hggtssqutzy8rp0dt7q0qlj8asakcwqsnlfgnuxknghjvevpfsxa63h4';
  assert.match(problemsOf({ COPY_TO: '/mnt/copies' })[0] ?? '', /^COPY_KEY must/);
  assert.match(problemsOf({ COPY_TO: 's3://copies', COPY_KEY: key })[0] ?? '', /^S3_ACCESS_KEY_ID and/);
  assert.deepEqual(problemsOf({ COPY_TO: '/mnt/copies', COPY_KEY: key }), []);
  const apart = ['COPY_TO must be a folder apart from DATA_DIR: what deletes one deletes the other'];
  for (const COPY_TO of ['/srv/data', '/srv/data/copies', '/srv'])
    assert.deepEqual(problemsOf({ COPY_TO, COPY_KEY: key, DATA_DIR: '/srv/data' }), apart, COPY_TO);
  assert.deepEqual(problemsOf({ COPY_TO: '/srv/data-copies', COPY_KEY: key, DATA_DIR: '/srv/data' }), []);
});

test('the figures need a port of their own (catches: the collector would not start; two free ones are refused)', () => {
  assert.deepEqual(problemsOf({ METRICS_PORT: '3000' }), ['METRICS_PORT must differ from PORT']);
  assert.deepEqual(problemsOf({ METRICS_PORT: '0', PORT: '0' }), []);
});
