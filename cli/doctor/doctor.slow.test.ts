import assert from 'node:assert/strict';
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { gzipSync } from 'node:zlib';
import { Client } from 'pg';
import { ConfigError } from '#server/base/config.ts';
import { databaseFile } from '#server/store/open.ts';
import { startPostgres } from '#test/fixtures/postgres.ts';
import { testOnEach, testOnPostgres } from '#test/fixtures/each-database.ts';
import { folderOf } from '#test/fixtures/folder.ts';
import { startImap } from '#test/fixtures/imap.ts';
import { openTestStore, type TestStore } from '#test/fixtures/store.ts';
import { standing } from '#test/fixtures/outbox.ts';
import { loadBuild } from '#server/base/build.ts';
import { hashSources, SOURCES_FILE } from '#server/base/sources.ts';
import { writeFixtureBuild } from '#test/fixtures/build.ts';
import { createKeyFile, secretsFile } from '#server/store/secrets/key-file.ts';
import { NOW, perform, type Performed, person, settingsOf } from '#test/fixtures/command.ts';
import { checkBuild } from '#server/doctor/build.ts';
import { checkDisk, checkModes } from '#server/doctor/files.ts';
import { doctor } from './doctor.ts';
import { examinePostgres } from '#server/store/examine.ts';

function fixtureDist(t: TestContext): string {
  const { dist, remove } = writeFixtureBuild();
  t.after(remove);
  return dist;
}

async function examined(
  t: TestContext,
  store: Pick<TestStore, 'kind' | 'write' | 'dataDir'>,
  env: Record<string, string> = {},
  time = NOW,
): Promise<Performed> {
  const settings = await settingsOf(store, { OWNER_EMAIL: 'owner@example.com', ...env });
  return perform(doctor, ['--dist', fixtureDist(t)], settings, time);
}

function lineOf({ said }: Performed, name: string): string {
  return said.filter((line) => line.slice(9).startsWith(name)).join('\n');
}

testOnEach('where all is well every line is ok', async (t, open) => {
  const store = await open({ now: () => NOW });
  await store.add(person('ana@example.com'));
  createKeyFile(secretsFile(store.dataDir));
  chmodSync(store.dataDir, 0o700);
  const before = readdirSync(store.dataDir);
  const found = await examined(t, store);
  const troubles = found.said.filter((line) => !/^ok {7}/.test(line) && !/ disk /.test(line));
  assert.deepEqual([found.code, troubles], [0, []]);
  for (const name of ['settings', 'store', 'outbox', 'clock', 'disk', 'secrets', 'mail', 'build']) {
    assert.notEqual(lineOf(found, name), '', name);
  }
  assert.deepEqual(readdirSync(store.dataDir), before, 'it changes nothing');
});

testOnEach('mails in trouble and late ones are counted, each with what to do', async (t, open) => {
  const store = await open();
  createKeyFile(secretsFile(store.dataDir));
  for (const state of ['held', 'failed', 'failed', 'unknown', 'queued', 'sent'] as const) {
    const row = { kind: 'confirm' as const, ...standing(state), due_at: NOW - 2 * 3_600_000, created_at: 0 };
    await store.write.insertInto('outbox').values(row).execute();
  }
  const found = await examined(t, store);
  assert.equal(found.code, 0, 'warnings are no problems');
  const outbox = lineOf(found, 'outbox');
  assert.match(outbox, /warning .*1 on hold.*under Emails/);
  assert.match(outbox, /warning .*2 not delivered.*under Emails/);
  assert.match(outbox, /warning .*1 with delivery unknown/);
  assert.match(outbox, /warning .*1 have waited over an hour/);
});

testOnEach('a clock behind the newest address, or before 2025, is a problem', async (t, open) => {
  const store = await open({ now: () => NOW });
  await store.add(person('ana@example.com'));
  const behind = await examined(t, store, {}, NOW - 3_600_000);
  assert.equal(behind.code, 1);
  assert.match(lineOf(behind, 'clock'), /^problem .*newest address/);
  assert.match(lineOf(await examined(t, store, {}, Date.UTC(1970, 1)), 'clock'), /^problem .*in the past/);
});

testOnPostgres('PostgreSQL that may lose what it has confirmed is a problem', async (t) => {
  const postgres = await startPostgres(t);
  const client = new Client({ connectionString: postgres.url });
  await client.connect();
  await client.query('ALTER SYSTEM SET full_page_writes = off');
  await client.end();
  await postgres.restart('fast');
  const found = await examinePostgres(postgres.url);
  assert.match(found[0]?.text ?? '', /Addresses could be lost: PostgreSQL runs with full_page_writes off/);
  assert.deepEqual(
    found.map(({ level }) => level),
    ['problem'],
  );
});

test('a folder that cannot be looked into is a problem (catches: its store and keys are still to be made)', async (t) => {
  const dataDir = join(folderOf(t), 'data');
  // Works for root too, who ignores permissions.
  symlinkSync(dataDir, dataDir);
  const write = null as unknown as TestStore['write'];
  const found = await examined(t, { kind: 'sqlite', write, dataDir });
  assert.equal(found.code, 1);
  assert.match(lineOf(found, 'store'), /^problem .*cannot be used \(ELOOP/);
  assert.match(lineOf(found, 'secrets'), /^problem .*cannot be used \(ELOOP/);
});

for (const [what, spoil, problem] of [
  [
    'a log without its store',
    (dataDir: string) => writeFileSync(`${databaseFile(dataDir)}-wal`, 'log'),
    /is missing beside its log.*Restore a backup/,
  ],
  [
    'an empty store',
    (dataDir: string) => writeFileSync(databaseFile(dataDir), ''),
    /is empty.*[Rr]estore a backup/,
  ],
  [
    'a file in place of the folder',
    (dataDir: string) => {
      rmSync(dataDir, { recursive: true });
      writeFileSync(dataDir, '');
    },
    /cannot be used \(ENOTDIR/,
  ],
] as const) {
  test(`${what} is a problem, as it is for the server (catches: the store is still to be made)`, async (t) => {
    const dataDir = join(folderOf(t), 'data');
    mkdirSync(dataDir);
    spoil(dataDir);
    const write = null as unknown as TestStore['write'];
    const found = await examined(t, { kind: 'sqlite', write, dataDir });
    assert.equal(found.code, 1);
    assert.match(lineOf(found, 'store'), /^problem/);
    assert.match(lineOf(found, 'store'), problem);
  });
}

test('a damaged store is a problem, with what to do', async (t) => {
  const store = await openTestStore(t);
  for (let n = 0; n < 300; n += 1) await store.add(person(`${n}-${'x'.repeat(40)}@example.com`));
  await store.close();
  truncateSync(databaseFile(store.dataDir), 40_960);
  const found = await examined(t, store);
  assert.equal(found.code, 1);
  assert.match(lineOf(found, 'store'), /^problem .*damaged.*backup/);
  assert.match(lineOf(found, 'clock'), /^ok/);
});

test('a PostgreSQL that does not answer is a problem in words without the password', async (t) => {
  const store = await openTestStore(t);
  const env = { DATABASE_URL: 'postgres://me:hidden@127.0.0.1:1/list', SECRET_KEYS: 'k'.repeat(32) };
  const found = await examined(t, store, env);
  assert.equal(found.code, 1);
  assert.match(lineOf(found, 'store'), /^problem .*list on 127\.0\.0\.1:1 cannot be used/);
  assert.doesNotMatch(found.said.join(), /hidden/);
});

test('settings that are wrong or careless are named', async (t) => {
  const store = await openTestStore(t);
  const careless = await examined(t, store, { SITE_URL: 'http://example.com', OWNER_EMAIL: '' });
  assert.equal(careless.code, 1);
  const lines = lineOf(careless, 'settings');
  assert.match(lines, /problem .*SITE_URL.*https/);
  assert.match(lines, /warning .*TRUSTED_PROXIES/);
  assert.match(lineOf(careless, 'messages'), /warning .*OWNER_EMAIL/);
  assert.match(lineOf(careless, 'mail'), /^warning /);

  const said: string[] = [];
  const wrong = () => {
    throw new ConfigError(['PORT must be a number', 'HOST must be a name']);
  };
  const context = { settings: wrong, now: () => NOW, say: (line: string) => void said.push(line) };
  const code = await doctor.execute(['--dist', fixtureDist(t)], {
    ...context,
    wait: async () => {},
    warn: assert.fail,
    npmWrites: false,
  });
  assert.equal(code, 1);
  assert.deepEqual(said.slice(0, 2), [
    'problem  settings  PORT must be a number',
    'problem  settings  HOST must be a name',
  ]);
});

test('keys that others can read are a problem, and so are missing ones', async (t) => {
  const store = await openTestStore(t);
  assert.match(lineOf(await examined(t, store), 'secrets'), /^problem .*missing/);
  createKeyFile(secretsFile(store.dataDir));
  chmodSync(secretsFile(store.dataDir), 0o644);
  chmodSync(databaseFile(store.dataDir), 0o640);
  const found = await examined(t, store);
  assert.equal(found.code, 1);
  assert.match(lineOf(found, 'secrets'), /^problem .*chmod 600/);
  assert.match(lineOf(found, 'files'), /warning .*Other users can read .*embreve\.sqlite/);
});

test('settings that anybody can read are a warning, those of the group are none (catches: they are not checked)', (t) => {
  const file = join(folderOf(t), '.env');
  for (const [mode, found] of [
    [0o644, 1],
    [0o640, 0],
    [0o600, 0],
  ] as const) {
    writeFileSync(file, '', { mode });
    chmodSync(file, mode);
    const findings = checkModes('/does/not/exist', file);
    assert.equal(findings.length, found, mode.toString(8));
  }
  assert.deepEqual(checkModes('/does/not/exist', '/does/not/exist/.env'), []);
});

test('little space is a warning, next to none a problem', () => {
  const levelFor = (freeMb: number, totalMb: number) =>
    checkDisk('/', () => ({ bavail: freeMb, blocks: totalMb, bsize: 1e6 })).level;
  assert.equal(levelFor(10_000, 100_000), 'ok');
  assert.equal(levelFor(9_999, 100_000), 'warning');
  assert.equal(levelFor(1_000, 2_000), 'ok');
  assert.equal(levelFor(999, 2_000), 'warning');
  assert.equal(levelFor(100, 2_000), 'warning');
  assert.equal(levelFor(99, 2_000), 'problem');
  assert.match(checkDisk('/does/not/exist/yet').text, /GB left for/);
  const full = { bavail: 1e5, blocks: 1e5, bsize: 1e6, files: 1e6, ffree: 7 };
  assert.match(checkDisk('/', () => full).text, /^Only 7 more files fit on the disk of \/ \(inodes\)/);
});

test('a mail server that does not answer is a problem', async (t) => {
  const store = await openTestStore(t);
  const silent = createTcpServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
  t.after(() => silent.close());
  await new Promise((resolve) => silent.once('listening', resolve));
  const { port } = silent.address() as AddressInfo;
  const env = { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'us@example.com' };
  const found = await examined(t, store, env);
  assert.equal(found.code, 1);
  assert.match(lineOf(found, 'mail'), /^problem .*Check SMTP_URL/);
});

test('a mailbox that cannot be read is a problem, in words without the password (catches: nobody looks)', async (t) => {
  const store = await openTestStore(t);
  const imap = await startImap(t);
  const looked = await examined(t, store, { RETURNS_IMAP_URL: imap.url });
  assert.match(lineOf(looked, 'returns'), /^ok /);
  const refused = await examined(t, store, { RETURNS_IMAP_URL: imap.url.replace('testpass', 'other') });
  assert.equal(refused.code, 1);
  assert.match(lineOf(refused, 'returns'), /^problem .*refuses user or password.*Check RETURNS_IMAP_URL/);
  assert.doesNotMatch(refused.said.join(), /other@/);
});

test('form services are asked whether they answer, and get nothing posted', async (t) => {
  const store = await openTestStore(t);
  const methods: (string | undefined)[] = [];
  const service = createServer((asked, answer) => {
    methods.push(asked.method);
    answer.writeHead(405).end();
  }).listen(0, '127.0.0.1');
  t.after(() => service.close());
  await new Promise((resolve) => service.once('listening', resolve));
  const { port } = service.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/f`;
  const found = await examined(t, store, { FORWARD_URL: url, SUBSCRIBE_ENDPOINT: url });
  assert.match(lineOf(found, 'forward'), /^ok .*127\.0\.0\.1:\d+ answers/);
  assert.match(lineOf(found, 'endpoint'), /^ok /);
  assert.deepEqual(methods, ['HEAD', 'HEAD']);
  const nobody = 'http://127.0.0.1:1/f';
  const alone = await examined(t, store, { FORWARD_URL: nobody, SUBSCRIBE_ENDPOINT: nobody });
  assert.equal(alone.code, 1);
  assert.match(lineOf(alone, 'forward'), /^problem .*Check FORWARD_URL/);
  assert.match(lineOf(alone, 'endpoint'), /^warning .*Check SUBSCRIBE_ENDPOINT/);
});

test('pages that are missing, made for another address or from other sources are named (catches: a mere touch counts; a new file does not)', (t) => {
  const site = 'https://example.com';
  assert.match(checkBuild(join(folderOf(t), 'none'), site).text, /npm run build/);
  const dist = fixtureDist(t);
  assert.equal(checkBuild(dist, site).level, 'ok');
  const root = folderOf(t);
  mkdirSync(join(root, 'site'));
  const source = join(root, 'site/page.ts');
  writeFileSync(source, '');
  writeFileSync(join(dist, SOURCES_FILE), JSON.stringify(hashSources(root)));
  const later = new Date(Date.now() + 120_000);
  utimesSync(source, later, later);
  assert.equal(checkBuild(dist, site, root).level, 'ok');
  writeFileSync(join(root, 'site/other.ts'), '');
  assert.match(checkBuild(dist, site, root).text, /^site has changed since the pages were built/);
  // A container image has none of them.
  rmSync(join(root, 'site'), { recursive: true });
  assert.equal(checkBuild(dist, site, root).level, 'ok');
  rmSync(join(dist, SOURCES_FILE));
  const { manifest } = loadBuild(dist);
  const idle = manifest.documents.find(({ page, state }) => page === 'soon' && state === 'idle');
  assert.ok(idle);
  const page = '<link rel="canonical" href="https://other.example/soon"/>';
  writeFileSync(join(dist, `${idle.file}.gz`), gzipSync(page));
  assert.match(checkBuild(dist, site).text, /built for https:\/\/other\.example, but SITE_URL/);
  // Servers on several ports share one build, so that none rebuilds what another one serves.
  writeFileSync(
    join(dist, `${idle.file}.gz`),
    gzipSync(page.replace('https://other.example', 'http://localhost:3000')),
  );
  assert.equal(checkBuild(dist, 'http://localhost:4000').level, 'ok');
});
