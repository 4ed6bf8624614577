import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { ROOT } from '#server/base/root.ts';

/** A checkout with the real setup, a fake npm that records its arguments, and a program that prints `ran`. */
function checkout(t: TestContext, name = ''): string {
  const root = mkdtempSync(join(tmpdir(), `embreve-setup-${name}`));
  t.after(() => rmSync(root, { recursive: true }));
  mkdirSync(join(root, 'scripts'));
  mkdirSync(join(root, 'node_modules'));
  for (const file of ['setup.mjs', 'node-child.mjs', 'node-flags.mjs']) {
    copyFileSync(join(ROOT, 'scripts', file), join(root, 'scripts', file));
  }
  writeFileSync(join(root, 'package-lock.json'), '{}');
  writeFileSync(
    join(root, 'npm.cjs'),
    "require('fs').writeFileSync('asked', process.argv.slice(2).join(' '))",
  );
  writeFileSync(join(root, 'program.mjs'), "console.log('ran')");
  return root;
}

function setUp(root: string, env: Record<string, string>) {
  const { PATH = '' } = process.env;
  return spawnSync(process.execPath, [join(root, 'scripts/setup.mjs'), 'program.mjs'], {
    cwd: root,
    env: { PATH, npm_execpath: join(root, 'npm.cjs'), ...env },
    encoding: 'utf8',
  });
}

test('all that the build needs is installed in production too (catches: npm ci alone)', (t) => {
  const root = checkout(t);
  assert.equal(setUp(root, { NODE_ENV: 'production' }).stdout, 'ran\n');
  assert.equal(readFileSync(join(root, 'asked'), 'utf8'), 'ci --include=dev --include=optional');
});

test('a Node that is too old is reported before anything is installed (catches: 40 lines of a syntax error)', (t) => {
  const root = checkout(t);
  const old = `Object.defineProperty(process,'versions',{value:{...process.versions,node:'18.19.1'}})`;
  const { status, stderr } = setUp(root, { NODE_OPTIONS: `--import="data:text/javascript,${old}"` });
  assert.match(stderr, /^Node 20 or newer is needed, this is 18\.19\.1: \S+\n$/);
  assert.equal(status, 1);
  assert.equal(existsSync(join(root, 'asked')), false);
});

test('a folder that the build cannot work in is named, another odd one is none (catches: a module that is not found)', (t) => {
  const { status, stderr } = setUp(checkout(t, 'a#'), {});
  assert.match(stderr, /^The build cannot work in a folder with # .*a#\S+\n$/);
  assert.equal(status, 1);
  assert.equal(setUp(checkout(t, 'á %25b'), {}).stdout, 'ran\n');
});

const LOCKFILE = JSON.stringify({
  packages: {
    '': { name: 'site' },
    'node_modules/one': { version: '1.0.0' },
    'node_modules/elsewhere': { version: '1.0.0', optional: true, os: ['none'], cpu: ['none'] },
  },
});

test('after npm ci nothing is installed again (catches: a stamp of our own)', (t) => {
  const root = checkout(t);
  writeFileSync(join(root, 'package-lock.json'), LOCKFILE);
  const installed = { 'node_modules/one': { version: '1.0.0' } };
  writeFileSync(join(root, 'node_modules/.package-lock.json'), JSON.stringify({ packages: installed }));
  mkdirSync(join(root, 'node_modules/one'));
  assert.equal(setUp(root, {}).stdout, 'ran\n');
  assert.equal(existsSync(join(root, 'asked')), false);
});

test('a package that only the list of what is installed knows is installed (catches: the list is believed)', (t) => {
  const root = checkout(t);
  writeFileSync(join(root, 'package-lock.json'), LOCKFILE);
  const installed = { 'node_modules/one': { version: '1.0.0' } };
  writeFileSync(join(root, 'node_modules/.package-lock.json'), JSON.stringify({ packages: installed }));
  setUp(root, {});
  assert.equal(existsSync(join(root, 'asked')), true);
});

test('a package of another version is reinstalled', (t) => {
  const root = checkout(t);
  writeFileSync(join(root, 'package-lock.json'), LOCKFILE);
  const older = { 'node_modules/one': { version: '0.9.0' } };
  writeFileSync(join(root, 'node_modules/.package-lock.json'), JSON.stringify({ packages: older }));
  setUp(root, {});
  assert.equal(existsSync(join(root, 'asked')), true);
});
