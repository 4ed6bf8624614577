import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTestStore } from '#test/fixtures/store.ts';
import { openSecrets } from '#server/store/secrets/secrets.ts';
import { perform, settingsOf } from '#test/fixtures/command.ts';
import { secretsRotate } from './secrets-rotate.ts';

test('after a rotation links are signed again, and those already sent still work', async (t) => {
  const store = await openTestStore(t);
  const open = () => {
    return openSecrets(null, store.dataDir);
  };
  const old = open().sign('link', 'x');
  const settings = await settingsOf(store);
  assert.equal((await perform(secretsRotate, [], settings)).code, 0);
  assert.notEqual(open().sign('link', 'x'), old);
  assert.ok(open().verify('link', 'x', old));
});

test('keys in the settings, or none, are refused in words', async (t) => {
  const store = await openTestStore(t);
  const settings = await settingsOf(store);
  const none = await perform(secretsRotate, [], settings);
  assert.equal(none.code, 1);
  assert.match(none.warned[0] ?? '', /There is no .*secrets\.json/);
  const set = await perform(secretsRotate, [], { ...settings, secretKeys: ['k'.repeat(32)] });
  assert.equal(set.code, 1);
  assert.match(set.warned[0] ?? '', /SECRET_KEYS/);
});
