import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from './config.ts';
import { misnamedSettings } from './env-file.ts';
import type { Facts } from '#contract/content/facts.ts';
import { OWN_FACTS } from '#contract/content/own-facts.ts';
import { isPublic, configWarnings } from './config-warnings.ts';

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

test('a machine alone is not public', () => {
  assert.equal(isPublic(readConfig({})), false);
  assert.equal(isPublic(readConfig({ HOST: '0.0.0.0' })), true);
  assert.equal(isPublic(readConfig({ SITE_URL: 'https://example.com' })), true);
  const mail = { SMTP_URL: 'smtps://mail.example.com', MAIL_FROM: 'us@example.com' };
  assert.equal(isPublic(readConfig(mail)), true);
});
