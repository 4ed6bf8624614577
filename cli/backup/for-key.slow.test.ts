import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { generateX25519Identity } from 'age-encryption';
import { readConfig } from '#server/base/config.ts';
import { openForReading } from '#server/store/open.ts';
import { createKeyFile, secretsFile } from '#server/store/secrets/key-file.ts';
import { perform, person } from '#test/fixtures/command.ts';
import { IDENTITY, KEY } from '#test/fixtures/copies.ts';
import { folderOf } from '#test/fixtures/folder.ts';
import { codeOf, signedIn, startOwnerApp } from '#test/fixtures/owner.ts';
import { openTestStore } from '#test/fixtures/store.ts';
import { restore } from './restore.ts';

const peopleIn = (dataDir: string) => {
  using db = openForReading(dataDir);
  return db.prepare('SELECT address FROM subscription ORDER BY id').all();
};

test('the download for the recovery key is the whole list on an empty machine, with that key alone (catches: without the keys of links; readable; a passphrase is asked for; anybody signed in gets it)', async (t) => {
  const store = await openTestStore(t);
  createKeyFile(secretsFile(store.dataDir));
  for (const name of ['ana', 'eva']) await store.add(person(`${name}@example.com`));
  const folder = folderOf(t);
  const env = { COPY_TO: folder, COPY_KEY: KEY };
  const { port } = await startOwnerApp(t, store, { env });
  const hasty = await signedIn(port, store.write, { begun: 'mailed' });
  assert.equal(codeOf(await hasty.post('/backup/for-key')), 'needs-passkey');
  const owner = await signedIn(port, store.write, { name: 'Eva' });
  const { status, headers, body } = await owner.post('/backup/for-key');
  assert.equal(status, 200);
  assert.match(String(headers['content-disposition']), /filename="copy-\d{4}-\d\d-\d\d\.sqlite\.age"/);
  assert.ok(!body.includes('ana@example.com'));
  assert.deepEqual(
    readdirSync(store.dataDir).filter((name) => name.startsWith('backup-')),
    [],
  );
  const { port: without } = await startOwnerApp(t, store);
  const other = await signedIn(without, store.write, { name: 'Rui' });
  assert.equal(codeOf(await other.post('/backup/for-key')), 'not-now');

  const file = join(folder, 'copy.sqlite.age');
  writeFileSync(file, body);
  const [right, wrong] = [join(folder, 'right.txt'), join(folder, 'wrong.txt')];
  writeFileSync(right, `# a comment\n${IDENTITY}\n`);
  writeFileSync(wrong, await generateX25519Identity());
  const dataDir = join(folder, 'data');
  const settings = readConfig({ DATA_DIR: dataDir });
  const warned = async (...args: string[]) => (await perform(restore, [file, ...args], settings)).warned;
  assert.deepEqual(await warned(), ['Missing --key FILE: the recovery key.']);
  assert.deepEqual(await warned('--key', wrong), [
    `Another recovery key opens ${file}, or its beginning is damaged.`,
  ]);
  const cut = join(folder, 'cut.sqlite.age');
  writeFileSync(cut, body.subarray(0, -1));
  const refused = await perform(restore, [cut, '--key', right], settings);
  assert.deepEqual(refused.warned, [`${cut} was changed or is incomplete. Copy it again.`]);
  const { code, said } = await perform(restore, [file, '--key', right], settings);
  assert.equal(code, 0, said.join());
  assert.deepEqual(peopleIn(dataDir), peopleIn(store.dataDir));
  assert.deepEqual(readFileSync(secretsFile(dataDir)), readFileSync(secretsFile(store.dataDir)));
  assert.deepEqual(readdirSync(dataDir).toSorted(), ['embreve.sqlite', 'secrets.json']);
});
