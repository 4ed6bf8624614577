import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from './config.ts';
import { misnamedSettings } from './env-file.ts';
import type { Facts } from '#contract/content/facts.ts';
import { OWN_FACTS } from '#contract/content/own-facts.ts';
import { databaseWarnings, isPublic, configWarnings } from './config-warnings.ts';

function found(env: Record<string, string>, facts: Facts = OWN_FACTS): string[] {
  const config = readConfig(env);
  return configWarnings(config, facts, misnamedSettings('/does/not/exist/.env', env)).map(({ text }) => text);
}

test('mails with links to localhost are warned of, a mail server of this machine is not', () => {
  const mail = { MAIL_FROM: 'us@example.com' };
  const [text = '', ...more] = found({ ...mail, SMTP_URL: 'smtps://u:secret@mail.example.com' });
  assert.match(text, /SITE_URL is http:\/\/localhost:3000, but mail\.example\.com sends the emails/);
  assert.deepEqual([more, text.includes('secret')], [[], false]);
  assert.deepEqual(found({ ...mail, SMTP_URL: 'smtp://127.0.0.1:1025' }), []);
});

test('a foreign form service that the notice does not name is warned of', () => {
  const env = { SUBSCRIBE_ENDPOINT: 'https://formspree.io/f/abc' };
  assert.match(found(env).join(), /^The form posts to formspree\.io, .*legal\.formService/);
  assert.deepEqual(found(env, { ...OWN_FACTS, 'legal.formService': 'Formspree' }), []);
});

test('a database elsewhere that is not encrypted, or not checked, is warned of by its host (faults: read by a man in the middle in silence; a password in the log)', () => {
  const hosts = (DATABASE_URL: string) =>
    databaseWarnings(readConfig({ DATABASE_URL, SECRET_KEYS: 'x'.repeat(32) })).map(
      ({ values }) => values['host'],
    );
  const at = 'postgres://me:secret@db.example.com/list';
  for (const end of [
    '',
    '?sslmode=disable',
    '?sslmode=no-verify',
    '?sslmode=prefer',
    '?sslmode=require&uselibpqcompat=true',
  ])
    assert.deepEqual(hosts(at + end), ['db.example.com'], end);
  for (const end of ['?sslmode=verify-full', '?sslmode=require', '?ssl=true'])
    assert.deepEqual(hosts(at + end), [], end);
  for (const host of ['127.0.0.1', 'localhost', 'database', '[::1]'])
    assert.deepEqual(hosts(`postgres://me@${host}/list`), [], host);
  assert.deepEqual(hosts('postgres://me@10.0.0.1,10.0.0.2/list?sslmode=disable'), ['10.0.0.1', '10.0.0.2']);
});

test('a machine alone is not public', () => {
  assert.equal(isPublic(readConfig({})), false);
  assert.equal(isPublic(readConfig({ HOST: '0.0.0.0' })), true);
  assert.equal(isPublic(readConfig({ SITE_URL: 'https://example.com' })), true);
  const mail = { SMTP_URL: 'smtps://mail.example.com', MAIL_FROM: 'us@example.com' };
  assert.equal(isPublic(readConfig(mail)), true);
});
