import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { test, type TestContext } from 'node:test';
import { installedVersion } from '#server/base/version.ts';
import { openTestStore, type TestStore } from '#test/fixtures/store.ts';

const MAIN = new URL('./main.ts', import.meta.url).pathname;
const HEADER =
  '\uFEFFaddress,language,subscribed_at,consent_version,utm_source,utm_medium,utm_campaign,utm_term,utm_content,referrer,path,state,confirmed_at,left_at,disposable,newsletter\r\n';

function folder(t: TestContext): string {
  const path = mkdtempSync(join(tmpdir(), 'embreve-cli-'));
  t.after(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

function openStore(t: TestContext, dataDir: string): Promise<TestStore> {
  const consentTexts = [
    { version: 'v1', language: 'pt' as const, text: 'Guardamos o e-mail, "só" para avisar.' },
  ];
  return openTestStore(t, { dataDir, consentTexts });
}

function add(store: TestStore, address: string): Promise<unknown> {
  const rest = {
    utmMedium: null,
    utmCampaign: null,
    utmTerm: null,
    utmContent: null,
    referrer: null,
    path: '/',
  };
  const source = { utmSource: '=1+1', ...rest };
  return store.add({ address, key: address, language: 'pt', consent: 'v1', source, suspect: null });
}

type Run = { code: number | null; out: string; err: string };

function run(dataDir: string, ...args: string[]): Promise<Run> {
  // As started by `npm run -s`.
  return runIn({ DATA_DIR: dataDir, npm_config_loglevel: 'silent' }, ...args);
}

async function runIn(env: NodeJS.ProcessEnv, ...args: string[]): Promise<Run> {
  const child = spawn(process.execPath, [MAIN, ...args], { env: { ...process.env, ...env } });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [out, err, code] = await Promise.all([buffer(child.stdout), text(child.stderr), ended]);
  // Not `text`, which strips the byte order mark.
  return { code, out: out.toString(), err };
}

test('the list is exported while the server has it open, and the store stays as it is', async (t) => {
  const dataDir = folder(t);
  const store = await openStore(t, dataDir);
  await add(store, 'ana@example.com');
  const row = "ana@example.com,pt,1970-01-01T00:00:00.000Z,v1,'=1+1,,,,,,/,pending,,,no,no\r\n";
  assert.deepEqual(await run(dataDir, 'subscribers', 'export'), { code: 0, out: HEADER + row, err: '' });
  await store.close();
  assert.deepEqual((await run(dataDir, 'subscribers', 'export')).out, HEADER + row);
});

test('a list of many chunks is complete and in order, and rows of the last moment do not prolong it', async (t) => {
  const dataDir = folder(t);
  const store = await openStore(t, dataDir);
  await Promise.all(Array.from({ length: 2500 }, (_, i) => add(store, `${i}@example.com`)));
  const { out, code } = await run(dataDir, 'subscribers', 'export');
  assert.equal(code, 0);
  const addresses = out
    .slice(HEADER.length)
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(',')[0]);
  assert.deepEqual(
    addresses,
    Array.from({ length: 2500 }, (_, i) => `${i}@example.com`),
  );
});

test('exports the text of each consent version are exported', async (t) => {
  const dataDir = folder(t);
  await openStore(t, dataDir);
  const { out } = await run(dataDir, 'consent-texts', 'export');
  const words = '"Guardamos o e-mail, ""só"" para avisar."';
  assert.equal(out, `\uFEFFversion,language,first_seen,text\r\nv1,pt,1970-01-01T00:00:00.000Z,${words}\r\n`);
});

test('a file is written for its owner only and not replaced unless asked', async (t) => {
  const dataDir = folder(t);
  await add(await openStore(t, dataDir), 'ana@example.com');
  const output = join(folder(t), 'list.csv');
  assert.equal((await run(dataDir, 'subscribers', 'export', '--output', output)).code, 0);
  assert.equal(statSync(output).mode & 0o777, 0o600);
  assert.match(readFileSync(output, 'utf8'), /ana@example\.com/);
  writeFileSync(output, 'mine');
  const refused = await run(dataDir, 'subscribers', 'export', '--output', output);
  assert.equal(refused.code, 1);
  assert.match(refused.err, /already exists.*--force/);
  assert.equal(readFileSync(output, 'utf8'), 'mine');
  assert.equal((await run(dataDir, 'subscribers', 'export', '--output', output, '--force')).code, 0);
  assert.match(readFileSync(output, 'utf8'), /ana@example\.com/);
});

test('without a store it says so, and makes none', async (t) => {
  const dataDir = folder(t);
  const { code, out, err } = await run(dataDir, 'subscribers', 'export');
  assert.equal(code, 1);
  assert.equal(out, '');
  assert.match(err, /^There is no database yet: .*embreve\.sqlite/);
  assert.deepEqual(readdirSync(dataDir), []);
});

test('a damaged store is named in one sentence, not in a stack trace', async (t) => {
  const dataDir = folder(t);
  writeFileSync(join(dataDir, 'embreve.sqlite'), 'garbage '.repeat(1000));
  const { code, err } = await run(dataDir, 'subscribers', 'export');
  assert.equal(code, 1);
  assert.match(err, /is damaged/);
  assert.doesNotMatch(err, /\n./);
});

test('an unknown command gets the usage and another exit code', async (t) => {
  const dataDir = folder(t);
  for (const args of [[], ['subscribers', 'export', '--nonsense'], ['subscribers', 'export', '--force']]) {
    const { code, err } = await run(dataDir, ...args);
    assert.equal(code, 2, args.join(' '));
    assert.match(err, /Usage: /);
  }
  const help = await run(dataDir, '--help');
  assert.equal(help.code, 0);
  assert.match(help.out, /^Usage: [^]*\nLaunch\n {2}launch check/);
  assert.deepEqual(
    help.out.split('\n').filter((line) => line.length > 80),
    [],
    'lines that a terminal breaks',
  );
  assert.equal((await run(dataDir, '--version')).out, `${installedVersion()}\n`);
});

test('an unknown command is named with the nearest one (catches: the whole help)', async (t) => {
  const dataDir = folder(t);
  for (const [words, hint] of [
    ['imprt list.csv', ' Did you mean "import"?'],
    ['messages exprot', ' Did you mean "messages export"?'],
    ['suscribers export --all', ' Did you mean "subscribers export"?'],
    ['secrets', ' Did you mean "secrets rotate"?'],
    ['nonsense', ''],
  ] as const) {
    const { code, out, err } = await run(dataDir, ...words.split(' '));
    const said = words.replace(' --all', '');
    const wanted = `Unknown command "${said}".${hint}\n\n--help lists all commands.\n`;
    assert.deepEqual([code, out, err], [2, '', wanted]);
  }
});

test('a word that is none of those a command takes is not understood (catches: it counts as not done)', async (t) => {
  const dataDir = folder(t);
  await openStore(t, dataDir);
  for (const args of [
    ['stage', 'Live'],
    ['launch', 'open', '--wave', 'abc'],
    ['launch', 'open', '--wave=10001'],
  ]) {
    const { code, err } = await run(dataDir, ...args);
    assert.equal(code, 2, args.join(' '));
    assert.match(
      err,
      /^(The stage must be "soon" or "live"|--wave takes a whole number from 0 to 10000)\.\n\nUsage: /,
    );
  }
});

test('a reader that goes away ends the export without a word', async (t) => {
  const dataDir = folder(t);
  const store = await openStore(t, dataDir);
  await Promise.all(Array.from({ length: 5000 }, (_, i) => add(store, `${'x'.repeat(60)}${i}@example.com`)));
  const child = spawn(process.execPath, [MAIN, 'subscribers', 'export'], {
    env: { ...process.env, DATA_DIR: dataDir, npm_config_loglevel: 'silent' },
  });
  const err = text(child.stderr);
  child.stdout.once('data', () => child.stdout.destroy());
  assert.equal(await new Promise((resolve) => child.once('close', resolve)), 141);
  assert.equal(await err, '');
});

test('an import goes on when nobody reads what it refuses (catches: it ends in the middle)', async (t) => {
  const dataDir = folder(t);
  const store = await openStore(t, dataDir);
  const list = join(folder(t), 'list.csv');
  // Read in several parts: an error in one is noticed before the next.
  const lines = Array.from(
    { length: 50_000 },
    (_, n) => `nobody\n${n % 100 === 0 ? `${n}@example.com\n` : ''}`,
  );
  writeFileSync(list, `email\n${lines.join('')}`);
  const piped = ['-c', '"$0" "$1" import "$2" 2>&1 | head -1', process.execPath, MAIN, list];
  const { stdout } = spawnSync('sh', piped, { env: { ...process.env, DATA_DIR: dataDir } });
  assert.equal(String(stdout), 'Line 2: not an email address.\n');
  const rows = await store.write.selectFrom('subscription').select('id').execute();
  assert.equal(rows.length, 500);
});

test('an output that takes no more is reported in words (catches: it is thrown)', async (t) => {
  if (!existsSync('/dev/full')) return t.skip('no /dev/full here: a full disk is NOT tested');
  const dataDir = folder(t);
  await add(await openStore(t, dataDir), 'ana@example.com');
  const args = ['-c', '"$0" "$1" subscribers export > /dev/full', process.execPath, MAIN];
  const { status, stderr } = spawnSync('sh', args, {
    env: { ...process.env, DATA_DIR: dataDir, npm_config_loglevel: 'silent' },
  });
  assert.equal(status, 1);
  assert.match(String(stderr), /^Cannot write the output: ENOSPC.*\n$/);
});

test('a list that npm has written its own lines into comes with a warning', async (t) => {
  const dataDir = folder(t);
  await openStore(t, dataDir);
  const env = { DATA_DIR: dataDir, npm_lifecycle_event: 'embreve', npm_config_loglevel: 'notice' };
  const { code, out, err } = await runIn(env, 'subscribers', 'export');
  assert.equal(code, 0);
  assert.equal(out, HEADER);
  assert.match(err, /--output FILE/);
});

test('an option that npm took for its own is refused, not left out (catches: the list is imported instead)', async (t) => {
  const dataDir = folder(t);
  const store = await openStore(t, dataDir);
  const list = join(folder(t), 'list.csv');
  writeFileSync(list, 'email\nana@example.com\n');
  // As started by `npm run -s embreve import list.csv --dry-run`.
  const npm = { DATA_DIR: dataDir, npm_lifecycle_event: 'embreve', npm_config_loglevel: 'silent' };
  const dry = await runIn({ ...npm, npm_config_dry_run: 'true' }, 'import', list);
  assert.equal(dry.code, 2);
  assert.match(dry.err, /^npm took --dry-run\. Put -- before the command to pass it on\.\n\nUsage: /);
  assert.deepEqual(await store.write.selectFrom('subscription').select('id').execute(), []);
  const stated = await runIn({ ...npm, npm_config_state: 'confirmed' }, 'subscribers', 'export');
  assert.deepEqual([stated.code, stated.out], [2, '']);
});

test('the settings of npm are not options of a command (catches: all of npm’s settings are refused)', async (t) => {
  const dataDir = folder(t);
  await openStore(t, dataDir);
  const npmrc = join(folder(t), '.npmrc');
  writeFileSync(npmrc, 'json = true\n');
  const env = { DATA_DIR: dataDir, npm_lifecycle_event: 'embreve', npm_config_loglevel: 'silent' };
  const ofFile = { ...env, npm_config_json: 'true', npm_config_userconfig: npmrc };
  assert.equal((await runIn(ofFile, 'subscribers', 'export')).code, 0);
  const ofAnother = { ...env, npm_config_dry_run: 'true' };
  assert.equal((await runIn(ofAnother, 'subscribers', 'export')).code, 0);
});

test('a list that another user has closed is there (catches: there is no list yet)', async (t) => {
  const dataDir = folder(t);
  await openStore(t, dataDir);
  // Root may read everything: run as nobody then.
  const as = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const options = { env: { ...process.env, DATA_DIR: dataDir }, ...as };
  if (spawnSync(process.execPath, ['--check', MAIN], options).status !== 0)
    return t.skip('no other user can run this program here: a list of another user is NOT tested');
  chmodSync(dataDir, 0o000);
  try {
    for (const args of [['stage'], ['launch', 'status']]) {
      const { status, stderr } = spawnSync(process.execPath, [MAIN, ...args], options);
      assert.equal(status, 1, args.join(' '));
      assert.match(String(stderr), /cannot be (opened|used) \(EACCES/, args.join(' '));
    }
  } finally {
    chmodSync(dataDir, 0o700);
  }
});
