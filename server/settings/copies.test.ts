import assert from 'node:assert/strict';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readFixedConfig } from '#server/base/config.ts';
import { createSecrets } from '#server/store/secrets/secrets.ts';
import { readSettings } from '#server/store/stored-setting.ts';
import { environmentOf } from '#test/fixtures/command.ts';
import { KEY } from '#test/fixtures/copies.ts';
import { folderOf } from '#test/fixtures/folder.ts';
import { startS3 } from '#test/fixtures/s3.ts';
import { startListener } from '#test/fixtures/smtp.ts';
import { openTestStore, type TestStore } from '#test/fixtures/store.ts';
import { changeSettings, type SettingChanges } from './change.ts';
import { tryOutside } from './trial.ts';

const KEYS = 'k'.repeat(32);

async function change(
  { write, ...store }: TestStore,
  changes: SettingChanges,
  env: Record<string, string> = {},
) {
  const fixed = readFixedConfig({ ...(await environmentOf({ write, ...store })), SECRET_KEYS: KEYS, ...env });
  const done = await changeSettings(fixed, changes, { write, secrets: createSecrets([KEYS]), anyway: false });
  return done.ok ? [] : done.problems.map(({ name, code }) => `${name} ${code}`);
}

test('storage is tried before it is stored, and its secret is sealed (catches: a wrong key is stored; the secret is readable)', async (t) => {
  const store = await openTestStore(t);
  const { settings, objects, fault } = await startS3(t);
  const { to, endpoint, region, keyId, secret } = settings;
  const right = {
    COPY_TO: to,
    COPY_KEY: KEY,
    S3_REGION: region,
    S3_ACCESS_KEY_ID: keyId,
    S3_SECRET_ACCESS_KEY: secret,
  };
  // Only the environment may name a storage on this machine.
  const set = (changes: SettingChanges, at = String(endpoint)) => change(store, changes, { S3_ENDPOINT: at });
  assert.deepEqual(await set({ ...right, S3_SECRET_ACCESS_KEY: 'wrong'.repeat(8) }), ['COPY_TO not-taken']);
  assert.deepEqual(await set({ ...right, COPY_TO: 's3://another' }), ['COPY_TO not-there']);
  assert.deepEqual(await set(right, 'http://127.0.0.1:9'), ['COPY_TO no-answer']);
  assert.deepEqual(await change(store, { ...right, S3_ENDPOINT: endpoint }), ['COPY_TO refused']);
  fault(({ method }) => (method === 'PUT' ? { status: 507, code: 'InsufficientStorage' } : null));
  assert.deepEqual(await set(right), ['COPY_TO full']);
  fault(() => null);
  assert.deepEqual(await set(right), []);
  assert.equal(objects.size, 0, 'nothing is left of trying');
  const stored = await readSettings(store.write, ['COPY_TO', 'S3_SECRET_ACCESS_KEY']);
  assert.equal(stored.get('COPY_TO'), to);
  assert.ok(!String(stored.get('S3_SECRET_ACCESS_KEY')).includes(String(secret)));
});

test('a folder must exist, and what is missing is said', async (t) => {
  const store = await openTestStore(t);
  const folder = folderOf(t);
  assert.deepEqual(await change(store, { COPY_TO: `${folder}/none`, COPY_KEY: KEY }), ['COPY_TO not-there']);
  assert.deepEqual(await change(store, { COPY_TO: folder }), ['COPY_KEY missing']);
  assert.deepEqual(await change(store, { COPY_TO: 's3://copies', COPY_KEY: KEY }), [
    'S3_ACCESS_KEY_ID missing',
  ]);
  assert.deepEqual(await change(store, { COPY_TO: 'here', COPY_KEY: KEY }), ['COPY_TO invalid']);
  writeFileSync(join(folder, 'probe'), 'somebody else’s');
  assert.deepEqual(await change(store, { COPY_TO: folder, COPY_KEY: KEY }), []);
  assert.deepEqual(readdirSync(folder), ['probe'], 'more or less is there');
});

test('a server that does not answer is given up, with its process (catches: it goes on)', async (t) => {
  const closed = Promise.withResolvers<void>();
  const url = await startListener(t, (socket) => void socket.once('close', () => closed.resolve()));
  const tried = await tryOutside(
    { of: 'mail', server: { url }, envelope: { from: 'us@example.com', to: 'us@example.com' } },
    4_000,
  );
  assert.equal(tried?.code, 'no-answer');
  await closed.promise;
});
