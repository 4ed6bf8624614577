import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test, type TestContext } from 'node:test';
import { promisify } from 'node:util';
import { folderOf } from '#test/fixtures/folder.ts';
import { ROOT } from '#server/base/root.ts';
import { makePackage } from './release.ts';

const run = promisify(execFile);

/** What `npm install` makes of the package, with the checkout's copy of what it does not bring: no network is needed. */
async function install(t: TestContext): Promise<string> {
  const folder = join(folderOf(t), 'á %25b');
  const modules = join(folder, 'node_modules');
  mkdirSync(folder);
  const tarball = await makePackage(folder);
  mkdirSync(modules);
  await run('tar', ['-xzf', tarball, '-C', modules]);
  renameSync(join(modules, 'package'), join(modules, 'embreve'));
  rmSync(tarball);
  mkdirSync(join(modules, '@napi-rs'));
  symlinkSync(join(ROOT, 'node_modules/@napi-rs/canvas'), join(modules, '@napi-rs/canvas'));
  return folder;
}

const BIN = 'node_modules/embreve/scripts/embreve.mjs';
const ENV = { PATH: process.env['PATH'] };

async function command(folder: string, ...words: string[]): Promise<string> {
  const { stdout } = await run(process.execPath, [BIN, ...words], { cwd: folder, env: ENV });
  return stdout;
}

/** `embreve start`. `logged`: the next line of its log with this message. */
function start(t: TestContext, folder: string) {
  const child = spawn(process.execPath, [BIN, 'start'], {
    cwd: folder,
    env: ENV,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.after(() => child.kill());
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  async function logged(msg: string): Promise<{ address?: string }> {
    for (;;) {
      const { done, value } = await lines.next();
      if (done) assert.fail(`it ended without "${msg}"`);
      const line = JSON.parse(value) as { msg: string; address?: string };
      if (line.msg === msg) return line;
    }
  }
  return { child, logged };
}

/** What the compiled server names of its own, as imports, threads and processes, and is not there. */
function missing(folder: string): string[] {
  const root = join(folder, 'node_modules/embreve/server');
  return globSync('*.mjs', { cwd: root }).flatMap((file) => {
    const named = readFileSync(join(root, file), 'utf8').matchAll(
      /["'`]((?:#\w+|\.{1,2})\/[\w./-]+\.m?[jt]s)["'`]/g,
    );
    return Array.from(named, ([, path = '']) => path).filter((path) => !existsSync(join(root, path)));
  });
}

test('the package serves, changes and takes back its site in an empty folder', async (t) => {
  const folder = await install(t);
  const bundled = join('node_modules/embreve/node_modules', '**');
  const inside = globSync('node_modules/embreve/**', { cwd: folder, exclude: [bundled] });
  assert.ok(inside.length > 500);
  const unwanted = /\.tsx?$|\.test\.|\.env$|\.sqlite|sources\.json|embreve\/(?:bench|test|site|data)\//;
  assert.deepEqual(
    inside.filter((file) => unwanted.test(file)),
    [],
  );
  assert.deepEqual(missing(folder), []);
  for (const file of [
    '.env.example',
    'node_modules/pg/package.json',
    'docs/embreve.service',
    'docs/nginx.conf',
  ])
    assert.ok(existsSync(join(folder, 'node_modules/embreve', file)), file);
  writeFileSync(join(folder, '.env'), 'PORT=0\n');
  const { child, logged } = start(t, folder);
  const { address } = await logged('listening');
  const page = async () => (await fetch(`${address}/soon`)).text();
  await command(folder, 'site', 'export', 'said');
  const file = join(folder, 'said/content.json');
  const said = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
  const before = await page();
  assert.ok(before.includes(said['text.page.privacy.note.en'] as string));
  writeFileSync(file, JSON.stringify({ ...said, 'text.page.privacy.note.en': 'Zebra' }));
  await command(folder, 'site', 'import', 'said', '--publish');
  await logged('edition shown');
  assert.ok((await page()).includes('Zebra'));
  await command(folder, 'site', 'undo');
  await logged('edition shown');
  assert.equal(await page(), before);
  assert.match(await command(folder, 'owner', 'link'), /\/dashboard\/sign-in#/);
  assert.match(await command(folder, 'doctor'), /^ok +build /m);
  assert.match(await command(folder, '--version'), /^\d+\.\d+\.\d+\+[0-9a-f]{8}$/m);
  assert.deepEqual(readdirSync(folder).sort(), ['.env', 'data', 'node_modules', 'said']);
  const end = once(child, 'exit');
  child.kill('SIGTERM');
  await logged('stopped');
  assert.deepEqual(await end, [0, null]);
});
