import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { RefusedError } from '#server/store/refusal.ts';
import { createKeyFile, rotateSecrets, secretsFile } from './key-file.ts';
import { createSecrets, openSecrets, type Secrets } from './secrets.ts';

const OLD = 'old-key-old-key-old-key-old-key-old';
const NEW = 'new-key-new-key-new-key-new-key-new';

test('a signature holds for its data, its purpose and its key only', () => {
  const secrets = createSecrets([OLD]);
  const signature = secrets.sign('link', 'data');
  assert.match(signature, /^[\w-]{43}$/);
  assert.ok(secrets.verify('link', 'data', signature));
  assert.ok(!secrets.verify('form', 'data', signature));
  assert.ok(!secrets.verify('link', 'Data', signature));
  assert.ok(!createSecrets([NEW]).verify('link', 'data', signature));
});

test('a text that merely decodes to the signature, or is none at all, is refused', () => {
  const secrets = createSecrets([OLD]);
  const signature = secrets.sign('link', 'data');
  // The last character has two spare bits.
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const sibling = signature.slice(0, 42) + alphabet[alphabet.indexOf(signature[42] ?? '') ^ 1];
  assert.deepEqual(Buffer.from(sibling, 'base64url'), Buffer.from(signature, 'base64url'));
  for (const wrong of [
    sibling,
    `${signature}=`,
    signature.slice(1),
    '',
    'é'.repeat(43),
    '\u{1F600}'.repeat(5000),
  ]) {
    assert.ok(!secrets.verify('link', 'data', wrong), wrong.slice(0, 50));
  }
});

test('a sealed value is opened with its data, for its purpose and with its key only', () => {
  const secrets = createSecrets([OLD]);
  const [data, other] = [Buffer.from('data'), Buffer.from('Data')];
  const sealed = secrets.seal('link', data, 'ação 🎈');
  assert.equal(secrets.open('link', data, sealed), 'ação 🎈');
  assert.equal(createSecrets([NEW, OLD]).open('link', data, sealed), 'ação 🎈');
  assert.equal(secrets.seal('link', data, 'ação 🎈'), sealed);
  assert.equal(secrets.open('form', data, sealed), null);
  assert.equal(secrets.open('link', other, sealed), null);
  assert.equal(createSecrets([NEW]).open('link', data, sealed), null);
  for (const wrong of [
    '',
    'A'.repeat(37),
    `${sealed}=`,
    sealed.slice(4),
    sealed.slice(0, -4),
    'é'.repeat(50),
  ]) {
    assert.equal(secrets.open('link', data, wrong), null, wrong);
  }
});

test('no two texts are sealed with one nonce, which would give both away (catches: the nonce is of the data alone)', () => {
  const secrets = createSecrets([OLD]);
  const parts = [
    ['ab', 'c'],
    ['ab', 'd'],
    ['a', 'bc'],
    ['', 'abc'],
  ] as const;
  const nonces = parts.map(([data, text]) => secrets.seal('link', Buffer.from(data), text).slice(0, 16));
  assert.equal(new Set([...nonces, secrets.seal('form', Buffer.from('ab'), 'c').slice(0, 16)]).size, 5);
});

test('after a rotation old signatures hold and new ones are made with the new key', () => {
  const before = createSecrets([OLD]);
  const after = createSecrets([NEW, OLD]);
  assert.ok(after.verify('link', 'data', before.sign('link', 'data')));
  assert.equal(after.sign('link', 'data'), createSecrets([NEW]).sign('link', 'data'));
});

test('without a setting a key is made at the first start, for this user alone, and stays the same', (t) => {
  const dataDir = emptyFolder(t);
  const signature = opened(dataDir).sign('link', 'data');
  assert.equal(statSync(secretsFile(dataDir)).mode & 0o777, 0o600);
  assert.deepEqual(readdirSync(dataDir), ['secrets.json']);
  assert.ok(opened(dataDir).verify('link', 'data', signature));
  assert.notEqual(opened(emptyFolder(t)).sign('link', 'data'), signature);
});

test('with keys in the setting no file is made', (t) => {
  const dataDir = emptyFolder(t);
  assert.ok(openSecrets([OLD], dataDir).verify('link', 'data', createSecrets([OLD]).sign('link', 'data')));
  assert.deepEqual(readdirSync(dataDir), []);
});

test('of two processes that both found no key, the first decides (catches: the second writes over it)', (t) => {
  const dataDir = emptyFolder(t);
  const signature = opened(dataDir).sign('link', 'data');
  createKeyFile(secretsFile(dataDir));
  assert.ok(opened(dataDir).verify('link', 'data', signature));
  assert.deepEqual(readdirSync(dataDir), ['secrets.json']);
});

test('a rotation keeps the links before it valid, the one after next does not', (t) => {
  const dataDir = emptyFolder(t);
  const signature = opened(dataDir).sign('link', 'data');
  rotateSecrets(dataDir);
  assert.ok(opened(dataDir).verify('link', 'data', signature));
  assert.notEqual(opened(dataDir).sign('link', 'data'), signature);
  assert.equal(statSync(secretsFile(dataDir)).mode & 0o777, 0o600);
  rotateSecrets(dataDir);
  assert.ok(!opened(dataDir).verify('link', 'data', signature));
  assert.deepEqual(readdirSync(dataDir), ['secrets.json']);
});

test('there is nothing to rotate before the first start', (t) => {
  const dataDir = emptyFolder(t);
  assert.throws(() => rotateSecrets(dataDir), isRefused('missing'));
  assert.deepEqual(readdirSync(dataDir), []);
});

const KEY = 'k'.repeat(43);
for (const [what, text] of [
  ['an empty file', ''],
  ['a cut one', `{"keys":["${KEY}`],
  ['no key', '{"keys":[]}'],
  ['a short key', `{"keys":["${KEY}","short"]}`],
  ['a key that is no text', '{"keys":[42]}'],
  ['another JSON', 'null'],
  ['far too much', `{"keys":["${KEY}"]}${' '.repeat(10_000)}`],
] as const) {
  test(`a damaged file of keys is refused and left as it is: ${what}`, (t) => {
    const dataDir = emptyFolder(t);
    writeFileSync(secretsFile(dataDir), text, { mode: 0o600 });
    assert.throws(() => opened(dataDir), isRefused('corrupt'));
    assert.throws(() => rotateSecrets(dataDir), isRefused('corrupt'));
    assert.equal(readFileSync(secretsFile(dataDir), 'utf8'), text);
  });
}

test('a file of keys that others can read is refused', { skip: process.platform === 'win32' }, (t) => {
  const dataDir = emptyFolder(t);
  opened(dataDir);
  chmodSync(secretsFile(dataDir), 0o640);
  assert.throws(() => opened(dataDir), isRefused('too-open'));
});

test('a folder that is none is refused in words', (t) => {
  const file = join(emptyFolder(t), 'file');
  writeFileSync(file, '');
  assert.throws(() => opened(file), isRefused('io', /DATA_DIR/));
});

const isRefused =
  (code: string, words = /./) =>
  (error: unknown) =>
    error instanceof RefusedError &&
    error.code === code &&
    words.test(error.message) &&
    !error.message.includes(KEY);

function emptyFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'embreve-secrets-'));
  t.after(() => rmSync(folder, { recursive: true }));
  return folder;
}

function opened(dataDir: string): Secrets {
  return openSecrets(null, dataDir);
}
