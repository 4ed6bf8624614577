import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Settings } from '#contract/owner/settings.ts';
import { createKeyFile, secretsFile } from '#server/store/secrets/key-file.ts';
import { perform, settingsOf } from '#test/fixtures/command.ts';
import { folderOf } from '#test/fixtures/folder.ts';
import { codeOf, jsonOf, signedIn, startOwnerApp } from '#test/fixtures/owner.ts';
import { askRaw } from '#test/fixtures/requests.ts';
import { openTestStore } from '#test/fixtures/store.ts';
import { subscription } from '#test/fixtures/subscription.ts';
import { restore } from './restore.ts';

test('a person who leaves before a backup comes leaves no copy of the list behind (catches: only what was begun is cleared away)', async (t) => {
  const store = await openTestStore(t);
  await store.add(subscription('ana'));
  const { port } = await startOwnerApp(t, store);
  const { cookie, post } = await signedIn(port, store.write);
  const body = JSON.stringify({ passphrase: 'nine teeth in the sand' });
  const head = [
    'POST /api/owner/backup HTTP/1.1',
    'Host: localhost:3000',
    `Cookie: ${cookie}`,
    'Sec-Fetch-Site: same-origin',
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
  ].join('\r\n');
  const copies = () => readdirSync(store.dataDir).filter((name) => name.startsWith('backup-'));
  const { socket } = askRaw(port, `${head}\r\n\r\n${body}`);
  while (copies().length === 0) await new Promise((resolve) => setImmediate(resolve));
  socket.destroy();
  const made = () =>
    store.write.selectFrom('audit_event').select('id').where('action', '=', 'backup-made').execute();
  while ((await made()).length === 0);
  assert.equal((await post('/backup', JSON.parse(body))).status, 200);
  assert.deepEqual(copies(), []);
});

test('a backup from the browser is restored by the command line with its passphrase, and with no other', async (t) => {
  const store = await openTestStore(t);
  createKeyFile(secretsFile(store.dataDir));
  for (const name of ['ana', 'eva']) await store.add(subscription(name));
  const { port } = await startOwnerApp(t, store);
  const hasty = await signedIn(port, store.write, { begun: 'mailed' });
  const passphrase = 'nine teeth in the sand';
  assert.equal(codeOf(await hasty.post('/backup', { passphrase })), 'needs-passkey');
  const owner = await signedIn(port, store.write, { name: 'Eva' });
  assert.equal(codeOf(await owner.post('/backup', { passphrase: 'short' })), 'invalid-fields');
  const { status, headers, body } = await owner.post('/backup', { passphrase });
  assert.equal(status, 200);
  assert.match(String(headers['content-disposition']), /filename="backup-\d{4}-\d\d-\d\d\.sqlite\.age"/);
  assert.ok(!body.includes('ana@example.com') && body.includes('age-encryption.org/v1'));
  // The server keeps nothing of it.
  assert.deepEqual(
    readdirSync(store.dataDir).filter((name) => name.startsWith('backup-')),
    [],
  );
  const { backup } = jsonOf<Settings>(await owner.get('/settings'));
  assert.ok(backup !== 'by-hand' && backup.last?.bytes === body.length);

  const folder = folderOf(t);
  const file = join(folder, 'embreve.sqlite.age');
  const [right, wrong] = [join(folder, 'right'), join(folder, 'wrong')];
  writeFileSync(file, body);
  writeFileSync(right, `${passphrase}\n`);
  writeFileSync(wrong, 'ten teeth in the sand\n');
  const dataDir = join(folder, 'data');
  const settings = await settingsOf({ ...store, dataDir });
  const refused = await perform(restore, [file, '--passphrase', wrong], settings);
  assert.deepEqual(
    [refused.code, refused.warned],
    [1, [`Wrong passphrase, or the beginning of ${file} is damaged.`]],
  );
  assert.deepEqual(readdirSync(dataDir), []);
  const { code, said } = await perform(restore, [file, '--passphrase', right], settings);
  assert.equal(code, 0, said.join());
  assert.match(said[0] ?? '', /2 subscribers, 0 messages, verified/);
  assert.deepEqual(readFileSync(secretsFile(dataDir)), readFileSync(secretsFile(store.dataDir)));
  assert.deepEqual(readdirSync(dataDir).toSorted(), ['embreve.sqlite', 'secrets.json']);
});
