import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { parseEnv } from 'node:util';
import { readConfig } from './config.ts';
import { loadEnvFile, misnamedSettings } from './env-file.ts';

const EXAMPLE = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8');

function envFile(t: TestContext, contents: string | Buffer): string {
  const folder = mkdtempSync(join(tmpdir(), 'embreve-'));
  t.after(() => {
    rmSync(folder, { recursive: true });
    delete process.env.EMBREVE_TEST_ONE;
    delete process.env.EMBREVE_TEST_TWO;
  });
  const file = join(folder, '.env');
  writeFileSync(file, contents);
  return file;
}

const textsOf = (found: ReturnType<typeof misnamedSettings>) => found.map(({ text }) => text);

test('a .env file adds settings and never overrides the environment', (t) => {
  const file = envFile(t, 'EMBREVE_TEST_ONE=file\nEMBREVE_TEST_TWO=file\n');
  process.env.EMBREVE_TEST_TWO = 'environment';
  loadEnvFile(file);
  assert.equal(process.env.EMBREVE_TEST_ONE, 'file');
  assert.equal(process.env.EMBREVE_TEST_TWO, 'environment');
});

test('a missing .env file is not a problem', () => {
  loadEnvFile('/does/not/exist/.env');
});

test('a .env file may begin with a byte order mark (catches: its first setting is lost)', (t) => {
  loadEnvFile(envFile(t, '\uFEFFEMBREVE_TEST_ONE=file\n'));
  assert.equal(process.env.EMBREVE_TEST_ONE, 'file');
});

test('a .env file in UTF-16 is refused (catches: all its settings are lost without a word)', (t) => {
  const file = envFile(t, Buffer.from('\uFEFFEMBREVE_TEST_ONE=file\n', 'utf16le'));
  assert.throws(() => loadEnvFile(file), {
    name: 'ConfigError',
    message: `${file} is not plain text. Save it as UTF-8.`,
  });
});

test('.env.example names every setting that is read, and no other', () => {
  const read = new Set<string>();
  const recording = new Proxy({} as Record<string, string>, {
    get: (_, name) => void read.add(String(name)),
  });
  readConfig(recording);
  const named = [...EXAMPLE.matchAll(/^# ([A-Z\d_]+)=/gm)].map((match) => match[1]);
  assert.deepEqual(named.sort(), [...read].sort());
});

test('.env.example shows the values that hold when nothing is set', () => {
  const uncommented = EXAMPLE.replace(/^# ([A-Z\d_]+=)/gm, '$1');
  const { given: _, ...shown } = readConfig(parseEnv(uncommented) as Record<string, string>);
  assert.deepEqual({ ...shown, given: {} }, readConfig({}));
});

test('names in a .env file that no setting has are known, parts of a password are not shown (catches: a misspelt one is passed over; all names count)', (t) => {
  const all = EXAMPLE.replace(/^# ([A-Z\d_]+=)/gm, '$1');
  const others = 'NODE_ENV=production\nPOSTGRES_PASSWORD=x\nCOMPOSE_PROFILES=several\n';
  const file = envFile(t, `${all}${others}SMPT_URL=smtp://a.example\nsmtp://user:pass@b.example?a=b\n`);
  assert.deepEqual(textsOf(misnamedSettings(file, {})), [
    `SMPT_URL in ${file} is not a setting. Did you mean SMTP_URL?`,
  ]);
  assert.deepEqual(misnamedSettings('/does/not/exist/.env', {}), []);
});

test('a misspelt setting of the environment is named with the one that is meant (catches: in silence; others’ names count)', () => {
  const others = 'HOME HOSTNAME PATH HOSTS HTTP_URL XDG_DATA_DIRS BASE_URL NODE_ENV CI_ID'.split(' ');
  const env = Object.fromEntries(
    [...others, 'MAIL_FORM', 'MAIL_FROM', 'SITE_URI'].map((name) => [name, 'x']),
  );
  assert.deepEqual(textsOf(misnamedSettings('/does/not/exist/.env', env)), [
    'MAIL_FORM in the environment is not a setting. Did you mean MAIL_FROM?',
    'SITE_URI in the environment is not a setting. Did you mean SITE_URL?',
  ]);
});
