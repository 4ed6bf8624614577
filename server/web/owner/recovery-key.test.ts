import assert from 'node:assert/strict';
import { test } from 'node:test';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import type { ServerSettings } from '#contract/owner/server-settings.ts';
import type { Today } from '#contract/owner/today.ts';
import { beginKey } from '#server/copies/recovery-key.ts';
import { KEY } from '#test/fixtures/copies.ts';
import { folderOf } from '#test/fixtures/folder.ts';
import { codeOf, jsonOf, signedIn, startOwnerApp } from '#test/fixtures/owner.ts';
import { openTestStore } from '#test/fixtures/store.ts';

const DAY = 86_400_000;

test('once a quarter owners are asked whether they have the recovery key, until one shows it (faults: at once; each start counts anew; a new key is asked for early; another key is an answer; no trace)', async (t) => {
  const start = Date.now();
  let time = start;
  const now = () => time;
  const store = await openTestStore(t, { now });
  const env = { COPY_TO: folderOf(t), COPY_KEY: KEY };
  const { port } = await startOwnerApp(t, store, { env, now });
  const owner = () => signedIn(port, store.write, { now: time });
  const isAsked = async () => {
    const { get } = await owner();
    const { needs } = jsonOf<Today>(await get('/today'));
    const { copies } = jsonOf<ServerSettings>(await get('/server-settings'));
    const inToday = needs.some(({ is }) => is === 'key');
    assert.equal(inToday, copies?.isKeyAsked);
    return inToday;
  };
  const other = await identityToRecipient(await generateX25519Identity());
  assert.equal(await isAsked(), false, 'before anything is copied');
  await beginKey(store.write, other, start - 200 * DAY);
  assert.equal(await isAsked(), false, 'another key was the old one');
  await beginKey(store.write, KEY, start);
  time += 91 * DAY - 1;
  await beginKey(store.write, KEY, time);
  assert.equal(await isAsked(), false, 'a moment before');
  time += 1;
  assert.equal(await isAsked(), true);
  const answer = await (await owner()).post('/recovery-key', { recipient: other });
  assert.equal(codeOf(answer), 'invalid-fields');
  assert.equal(await isAsked(), true);
  jsonOf(await (await owner()).post('/recovery-key', { recipient: KEY }));
  assert.equal(await isAsked(), false);
  const audit = store.write.selectFrom('audit_event').select('id').where('action', '=', 'key-confirmed');
  assert.equal((await audit.execute()).length, 1);
  time += 91 * DAY;
  assert.equal(await isAsked(), true);
});
