import assert from 'node:assert/strict';
import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import { type ConfigError, readConfig } from '#server/base/config.ts';
import { startDns } from '#test/fixtures/dns.ts';
import { folderOf } from '#test/fixtures/folder.ts';
import { startSmtp, testMail } from '#test/fixtures/smtp.ts';
import { createMailer } from './deliver.ts';

function keyFile(t: TestContext, modulusLength = 2048): { file: string; pem: string } {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength });
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const file = join(folderOf(t), 'dkim.pem');
  writeFileSync(file, pem);
  return { file, pem };
}

function publicPart(pem: string): string {
  return createPublicKey(pem).export({ type: 'spki', format: 'der' }).toString('base64');
}

const SETTINGS = { DKIM_SELECTOR: 'embreve', MAIL_FROM: 'The Agency <hello@example.com>' };

test('a mail is signed so that receivers believe it, the ways out too (catches: h= leaves them out)', async (t) => {
  const server = await startSmtp(t);
  const { file, pem } = keyFile(t);
  const config = readConfig({ ...SETTINGS, SMTP_URL: server.url, DKIM_KEY_FILE: file });
  const mailer = createMailer(config);
  t.after(mailer.close);
  const mail = testMail({ unsubscribeUrl: 'https://example.com/soon?unsubscribe=a', campaign: 'launch' });
  mail.subject = 'Já abrimos, é hoje';
  for (let n = 0; n < 2; n += 1) assert.equal((await mailer.send(mail)).outcome, 'sent');
  const records = { TXT: [`v=DKIM1; k=rsa; p=${publicPart(pem)}`] };
  const dns = await startDns(t, { 'embreve._domainkey.example.com': records });
  const resolver = (name: string) => dns.resolveTxt(name);
  for (const { raw } of server.received) {
    const { results } = await dkimVerify(raw, { resolver });
    assert.deepEqual(
      results.map(({ status, signingDomain, selector }) => [status.result, signingDomain, selector]),
      [['pass', 'example.com', 'embreve']],
    );
    const signed = results[0]?.signingHeaders?.keys.toLowerCase().split(/\s*:\s*/) ?? [];
    for (const name of ['from', 'subject', 'list-unsubscribe', 'list-unsubscribe-post', 'feedback-id'])
      assert.ok(signed.includes(name), name);
    const { results: changed } = await dkimVerify(raw.replace('One-Click', 'Two-Click'), { resolver });
    assert.notEqual(changed[0]?.status.result, 'pass');
  }
});

test('a refusal before a signed message began is tried again (catches: its end is unknown)', async (t) => {
  const server = await startSmtp(t);
  server.atRecipient.set('jo@example.org', 'cut');
  const { file } = keyFile(t);
  const config = readConfig({ ...SETTINGS, SMTP_URL: server.url, DKIM_KEY_FILE: file });
  const mailer = createMailer(config);
  t.after(mailer.close);
  assert.equal((await mailer.send(testMail())).outcome, 'retry');
});

test('a key that cannot sign is refused, and never repeated (catches: it is in the message)', (t) => {
  const { pem } = keyFile(t);
  const folder = folderOf(t);
  const other = join(folder, 'other.pem');
  const { privateKey } = generateKeyPairSync('ed25519');
  writeFileSync(other, privateKey.export({ type: 'pkcs8', format: 'pem' }));
  for (const value of [
    pem,
    pem.replaceAll('\n', '\\n'),
    other,
    join(folder, 'none.pem'),
    keyFile(t, 512).file,
  ])
    assert.throws(
      () => readConfig({ ...SETTINGS, DKIM_KEY_FILE: value }),
      ({ message }: ConfigError) => {
        assert.match(message, /^DKIM_KEY_FILE must be the path of a file with an RSA key/);
        assert.doesNotMatch(message, /PRIVATE|not "/);
        return true;
      },
    );
});

test('a key needs its selector; its domain is that of MAIL_FROM unless told otherwise', (t) => {
  const { file, pem } = keyFile(t);
  assert.throws(() => readConfig({ DKIM_KEY_FILE: file }), /DKIM_SELECTOR must be set together/);
  const { dkim } = readConfig({ ...SETTINGS, DKIM_KEY_FILE: file });
  assert.deepEqual([dkim?.domain, dkim?.selector], ['example.com', 'embreve']);
  assert.ok(!JSON.stringify(dkim).includes(pem.slice(40, 80)), 'no log can show it');
  const alone = readConfig({ DKIM_SELECTOR: 's1', DKIM_DOMAIN: 'mail.example.com' }).dkim;
  assert.deepEqual(alone, { domain: 'mail.example.com', selector: 's1', key: null });
});
