import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { buffer } from 'node:stream/consumers';
import { test, type TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { COMMANDS, SERVER } from '#test/fixtures/compiled.ts';
import { databaseFile } from '#server/store/open.ts';
import { folderOf } from '#test/fixtures/folder.ts';
import { openTestStore } from '#test/fixtures/store.ts';
import { writeFixtureBuild } from '#test/fixtures/build.ts';
import { createKeyFile, keysOf, secretsFile } from '#server/store/secrets/key-file.ts';
import { perform, person, settingsOf } from '#test/fixtures/command.ts';
import { backup } from './backup.ts';
import { checkBackup } from '#server/store/backup.ts';

/** Starts a real server on `dataDir`; returns its port. Killed after the test. */
async function startServer(t: TestContext, dataDir: string): Promise<number> {
  const build = writeFixtureBuild();
  const env = { ...process.env, PORT: '0', DATA_DIR: dataDir, RATE_LIMIT: 'off' };
  const args = [SERVER, build.dist];
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  t.after(async () => {
    child.kill('SIGKILL');
    await ended;
    build.remove();
  });
  let output = '';
  return new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (text) => {
        output += String(text);
        const found = /"address":"http:\/\/[^"]*:(\d+)"/.exec(output);
        if (found) resolve(Number(found[1]));
      });
    }
    void ended.then(() => reject(new Error(`The server ended: ${output}`)));
  });
}

function post(port: number, email: string, agent: Agent): Promise<number> {
  const body = JSON.stringify({ email });
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, method: 'POST', path: '/api/subscribe', headers, agent };
    const sent = request(options, (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode ?? 0));
    });
    sent.once('error', reject);
    sent.end(body);
  });
}

/** Posts about 200 addresses a second until stopped, for at most 20 s. */
function startLoad(port: number): { acked: string[]; stop(): Promise<void> } {
  const agent = new Agent({ keepAlive: true });
  const acked: string[] = [];
  const stopping = new AbortController();
  async function client(name: number): Promise<void> {
    for (let turn = 0; !stopping.signal.aborted && turn < 1000; turn += 1) {
      const address = `load-${name}-${turn}@example.com`;
      if ((await post(port, address, agent)) === 202) acked.push(address);
      await pause(18);
    }
  }
  const clients = [0, 1, 2, 3].map(client);
  async function stop(): Promise<void> {
    stopping.abort();
    await Promise.all(clients);
    agent.destroy();
  }
  return { acked, stop };
}

async function until(holds: () => boolean): Promise<void> {
  for (let tries = 0; !holds(); tries += 1) {
    assert.ok(tries < 2000, 'it took too long');
    await pause(10);
  }
}

async function runBackup(dataDir: string, file: string): Promise<{ code: number | null; err: string }> {
  const env = { ...process.env, DATA_DIR: dataDir };
  const child = spawn(process.execPath, [COMMANDS, 'backup', file], { env });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  child.stdout.resume();
  return { err: (await buffer(child.stderr)).toString(), code: await ended };
}

function addressesIn(file: string): Set<string> {
  const db = new DatabaseSync(file, { readOnly: true });
  const rows = db.prepare('SELECT address FROM subscription').all();
  assert.equal(db.prepare('PRAGMA integrity_check').get()?.integrity_check, 'ok');
  db.close();
  return new Set(rows.map(({ address }) => String(address)));
}

test('a backup under load is whole and holds all that was acknowledged before it (D17); a bare copy is not', async (t) => {
  const dataDir = join(folderOf(t), 'data');
  const store = await openTestStore(t, { dataDir });
  await store.close();
  createKeyFile(secretsFile(dataDir));
  const db = new DatabaseSync(databaseFile(dataDir));
  db.exec(`WITH RECURSIVE i(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM i WHERE n < 100000)
    INSERT INTO subscription (key, address, language, state, path, created_at)
    SELECT n || '@example.com', n || '@example.com', 'en', 'confirmed', hex(randomblob(90)), n FROM i`);
  db.close();
  const port = await startServer(t, dataDir);
  // A reader keeps later writes in the WAL: no checkpoint moves them into the file that is copied.
  const reader = new DatabaseSync(databaseFile(dataDir), { readOnly: true });
  reader.exec('BEGIN; SELECT count(*) FROM subscription');
  const load = startLoad(port);
  await until(() => load.acked.length > 200);
  const before = [...load.acked];
  const bare = join(dataDir, 'bare-copy');
  copyFileSync(databaseFile(dataDir), bare);
  reader.close();

  const file = join(dataDir, 'backup.sqlite');
  const { code, err } = await runBackup(dataDir, file);
  const meanwhile = load.acked.length - before.length;
  await load.stop();

  assert.deepEqual([code, err], [0, '']);
  t.diagnostic(`${before.length} acknowledged before, ${meanwhile} meanwhile`);
  assert.ok(meanwhile > 20, 'there was a load');
  const missingIn = (found: Set<string>) => before.filter((address) => !found.has(address)).length;
  assert.equal(missingIn(addressesIn(file)), 0);
  assert.equal(missingIn(addressesIn(bare)), before.length, 'this test can fail');
  assert.equal(statSync(file).mode & 0o777, 0o600);
});

test('a backup is one file with the keys in it, for its owner only, and replaces nothing', async (t) => {
  const store = await openTestStore(t);
  await store.add(person('ana@example.com'));
  const secrets = secretsFile(store.dataDir);
  createKeyFile(secrets);
  const settings = await settingsOf(store);
  const folder = folderOf(t);
  const file = join(folder, 'b.sqlite');
  const { code, said } = await perform(backup, [file], settings);
  assert.equal(code, 0);
  assert.match(said[0] ?? '', /b\.sqlite: 1 subscriber, 0 messages, verified\.$/);
  assert.match(said[1] ?? '', /includes the keys/);
  assert.deepEqual(readdirSync(folder), ['b.sqlite']);
  const [key = ''] = keysOf(store.dataDir);
  assert.ok(readFileSync(file).includes(key));
  assert.ok(!readFileSync(databaseFile(store.dataDir)).includes(key));
  assert.equal(statSync(file).mode & 0o777, 0o600);
  writeFileSync(file, 'mine');
  const again = await perform(backup, [file], settings);
  assert.equal(again.code, 1);
  assert.match(again.warned[0] ?? '', /already exists/);
  assert.equal(readFileSync(file, 'utf8'), 'mine');
});

test('a backup that cannot be written leaves nothing behind', async (t) => {
  const store = await openTestStore(t);
  const settings = await settingsOf(store);
  const gone = await perform(backup, [join(store.dataDir, 'no-folder', 'b')], settings);
  assert.equal(gone.code, 1);
  assert.match(gone.warned[0] ?? '', /no-folder/);
  const before = readdirSync(store.dataDir);
  const none = await perform(backup, [join(store.dataDir, 'b')], { ...settings, dataDir: folderOf(t) });
  assert.equal(none.code, 1);
  assert.match(none.warned[0] ?? '', /There is no database yet/);
  assert.deepEqual(readdirSync(store.dataDir), before);
});

test('erased data is not in a backup, not even in its free pages', async (t) => {
  const store = await openTestStore(t);
  const path = 'a-path-to-look-for'.repeat(10);
  await store.add(person('ana@example.com', { source: { ...person('').source, path } }));
  await store.write.deleteFrom('subscription').execute();
  const file = join(folderOf(t), 'b.sqlite');
  await perform(backup, [file], await settingsOf(store));
  assert.equal(checkBackup(file).subscriptions, 0);
  assert.ok(!readFileSync(file).includes('a-path-to-look-for'));
  assert.ok(!existsSync(`${file}-wal`));
});

test('a store in PostgreSQL is left to the programs of PostgreSQL', async (t) => {
  const store = await openTestStore(t);
  const databaseUrl = 'postgres://user:hidden@localhost/list';
  const settings = { ...(await settingsOf(store)), databaseUrl };
  const { code, warned } = await perform(backup, ['x'], settings);
  assert.equal(code, 1);
  assert.match(warned[0] ?? '', /pg_dump/);
  assert.doesNotMatch(warned[0] ?? '', /hidden/);
});

test('the command that it names instead backs up the database of .env (catches: no shell reads .env, the address is empty)', async (t) => {
  const store = await openTestStore(t);
  const { warned } = await perform(backup, ['x'], {
    ...(await settingsOf(store)),
    databaseUrl: 'postgres://x',
  });
  const lines = (warned[0] ?? '').split('\n').filter((line) => line.startsWith('  '));
  const [folder, address] = [folderOf(t), 'postgres://user:p%40ss@db.example/list'];
  writeFileSync(join(folder, '.env'), `PORT=3000\nDATABASE_URL="${address}"\n`);
  // Stubs of PostgreSQL's programs.
  const fakes = ['pg_dump() { echo "$4"; }', 'pg_restore() { echo "TABLE DATA public subscription"; }'];
  const run = (env: Record<string, string>) =>
    spawnSync('sh', ['-c', [...fakes, ...lines].join('\n')], { cwd: folder, env, encoding: 'utf8' });
  const { PATH = '' } = process.env;
  assert.equal(run({ PATH }).stdout, `${address}\n1\n`);
  assert.equal(run({ PATH, DATABASE_URL: 'postgres://other' }).stdout, 'postgres://other\n1\n');
  writeFileSync(join(folder, '.env'), '');
  assert.match(run({ PATH }).stderr, /DATABASE_URL/);
});
