import assert from 'node:assert/strict';
import { existsSync, statfsSync } from 'node:fs';
import { test } from 'node:test';
import { readConfig } from '#server/base/config.ts';
import { misnamedSettings } from '#server/base/env-file.ts';
import type { Facts } from '#contract/content/facts.ts';
import { OWN_FACTS } from '#contract/content/own-facts.ts';
import {
  databaseWarnings,
  diskWarnings,
  isPublicSite,
  configWarnings,
  warningsAtStart,
} from './config-warnings.ts';

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

test('a database elsewhere that is not encrypted, or not checked, is warned of by its host (catches: read by a man in the middle in silence; a password in the log)', () => {
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
  assert.equal(isPublicSite(readConfig({})), false);
  assert.equal(isPublicSite(readConfig({ HOST: '0.0.0.0' })), true);
  assert.equal(isPublicSite(readConfig({ SITE_URL: 'https://example.com' })), true);
  const mail = { SMTP_URL: 'smtps://mail.example.com', MAIL_FROM: 'us@example.com' };
  assert.equal(isPublicSite(readConfig(mail)), true);
});

test('a public list on a disk that does not stay is warned of (catches: in silence; a list in PostgreSQL, or on one’s own machine, too)', (t) => {
  const warned = (env: Record<string, string>, type: number) =>
    diskWarnings(readConfig({ SITE_URL: 'https://example.com', DATA_DIR: '/data', ...env }), () => type).map(
      ({ text }) => text,
    );
  const [tmpfs, overlay, ext4] = [0x01021994, 0x794c7630, 0xef53];
  for (const type of [tmpfs, overlay]) assert.match(warned({}, type).join(), /^\/data .*Mount a volume/);
  const database = { DATABASE_URL: 'postgres://a:b@db.example.com/list', SECRET_KEYS: 'x'.repeat(32) };
  for (const env of [database, { SITE_URL: 'http://localhost:3000' }])
    assert.deepEqual(warned(env, tmpfs), []);
  assert.deepEqual(warned({}, ext4), []);
  const memory = '/dev/shm';
  if (!existsSync(memory) || statfsSync(memory).type !== tmpfs) return t.diagnostic('no memory disk here');
  const config = readConfig({ SITE_URL: 'https://example.com', DATA_DIR: `${memory}/embreve/data` });
  assert.ok(warningsAtStart(config, '/does/not/exist').some(({ code }) => code === 'disk-passing'));
});
