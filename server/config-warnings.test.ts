import assert from 'node:assert/strict';
import { test } from 'node:test';
import { misnamedSettings, readConfig } from './config.ts';
import { type Brand, isPublic, loadBrand, configWarnings } from './config-warnings.ts';

const OWNER = { OWNER_EMAIL: 'owner@example.com' };
const BRAND: Brand = {
  site: {
    legal: {
      entity: 'A',
      email: 'a@example.com',
      formService: null,
      retentionMonths: 12,
      complaintsBook: null,
    },
  },
  books: { seo: null, ads: null },
};

function found(env: Record<string, string>, brand: Brand = BRAND): string[] {
  const config = readConfig({ ...OWNER, ...env });
  return configWarnings(config, brand, misnamedSettings('/does/not/exist/.env', env)).map(({ text }) => text);
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
  const legal = { ...BRAND.site.legal, formService: 'Formspree' };
  assert.deepEqual(found(env, { ...BRAND, site: { legal } }), []);
});

test('a book without its file is warned of', () => {
  const books = { seo: { en: 'books/none.pdf', pt: 'package.json' }, ads: null };
  assert.match(
    found({}, { ...BRAND, books }).join(),
    /^The book books\/none\.pdf named in site\.config\.ts does not exist/,
  );
});

test('the brand of this folder is found, and a machine alone is not public', async () => {
  assert.equal((await loadBrand())?.site.legal.formService, null);
  assert.equal(isPublic(readConfig({})), false);
  assert.equal(isPublic(readConfig({ HOST: '0.0.0.0' })), true);
  assert.equal(isPublic(readConfig({ SITE_URL: 'https://example.com' })), true);
  const mail = { SMTP_URL: 'smtps://mail.example.com', MAIL_FROM: 'us@example.com' };
  assert.equal(isPublic(readConfig(mail)), true);
});
