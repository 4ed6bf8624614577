import assert from 'node:assert/strict';
import { execFileSync, type StdioOptions } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ROOT } from '#server/base/root.ts';

type Locked = {
  version?: string;
  resolved?: string;
  integrity?: string;
  dev?: boolean;
  devOptional?: boolean;
  os?: string[];
  hasInstallScript?: boolean;
};
type Lock = { packages: Record<string, Locked> };

/**
 * The number of packages that operators have to trust; it should only fall: each is third-party code beside
 * their subscribers' addresses. Passkeys bring 25 (authenticator certificates), the mailbox for delivery
 * events 30, the age format of backups 8; the others are 27.
 */
const MOST_IN_PRODUCTION = 91;

/** The registry of packages that name no other source. */
const REGISTRY = 'https://registry.npmjs.org/';

const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as Lock;

/** Packages left without dev and optional ones, as in the Dockerfile. Node binaries do not count. */
function inProduction({ packages }: Lock): [path: string, locked: Locked][] {
  return Object.entries(packages).filter(
    ([path, { dev, devOptional, os }]) => path !== '' && !dev && !devOptional && !os,
  );
}

function withInstallScript(one: Lock): string[] {
  return inProduction(one)
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([path]) => path);
}

/** Reading the sources does not show native code, and its failure ends the process. */
function withNativeCode(root: string, one: Lock): string[] {
  return inProduction(one)
    .map(([path]) => path)
    .filter((path) => existsSync(join(root, path)))
    .filter((path) => globSync(['**/*.node', '**/binding.gyp'], { cwd: join(root, path) }).length > 0);
}

function unpinned({ packages }: Lock): string[] {
  return Object.entries(packages)
    .filter(([path]) => path !== '')
    .filter(([, { resolved = REGISTRY, integrity }]) => !integrity || !resolved.startsWith(REGISTRY))
    .map(([path]) => path);
}

test(`production has at most ${MOST_IN_PRODUCTION} packages, none of which runs anything when installed`, () => {
  const count = inProduction(lock).length;
  assert.ok(count > 10, 'nothing was seen');
  assert.ok(count <= MOST_IN_PRODUCTION, `${count} packages`);
  assert.deepEqual(withInstallScript(lock), []);
});

test('the only native add-on draws pictures, in the publisher’s process', () => {
  const others = withNativeCode(ROOT, lock).filter((path) => !path.includes('@napi-rs/canvas'));
  assert.deepEqual(others, []);
});

test('every package comes from the registry, with its checksum, in one exact version', () => {
  assert.deepEqual(unpinned(lock), []);
  const { dependencies, devDependencies } = JSON.parse(
    readFileSync(join(ROOT, 'package.json'), 'utf8'),
  ) as Record<'dependencies' | 'devDependencies', Record<string, string>>;
  for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies }))
    assert.match(version, /^\d+\.\d+\.\d+(?:-[\w.]+)?$/, name);
});

test('what these look for would be found', () => {
  const found = {
    'node_modules/a': { hasInstallScript: true },
    'node_modules/b': { resolved: 'git+ssh://x', integrity: 'i' },
  };
  const other = {
    'node_modules/c': { dev: true, hasInstallScript: true },
    'node_modules/d': { os: ['linux'] },
    'node_modules/e': { devOptional: true },
  };
  const planted: Lock = { packages: { '': {}, ...found, ...other } };
  assert.equal(inProduction(planted).length, 2);
  assert.deepEqual(withInstallScript(planted), ['node_modules/a']);
  assert.equal(unpinned(planted).length, 5);
  // The linter is a native add-on.
  const native = Object.keys(lock.packages).filter((path) => path.includes('@oxlint/'));
  const taken: Lock = { packages: Object.fromEntries(native.map((path) => [path, {}])) };
  assert.notDeepEqual(withNativeCode(ROOT, taken), []);
});

test('the bill of materials names every production package (catches: --omit=dev leaves out what tools use too)', () => {
  const npm = process.env['npm_execpath'];
  const [command, args] = npm ? [process.execPath, [npm]] : ['npm', []];
  const stdio: StdioOptions = ['ignore', 'pipe', 'ignore'];
  const options = {
    cwd: ROOT,
    // A bundler may have run in this process: with its `production` npm leaves out what tools use too.
    env: { ...process.env, NODE_ENV: '' },
    encoding: 'utf8' as const,
    stdio,
    shell: !npm && process.platform === 'win32',
  };
  const text = execFileSync(command, [...args, 'run', '--silent', 'sbom'], options);
  const { components } = JSON.parse(text) as { components: { name: string; version: string }[] };
  const named = new Set(components.map(({ name, version }) => `${name}@${version}`));
  const wanted = inProduction(lock).map(
    ([path, { version }]) => `${path.replace(/^.*node_modules\//, '')}@${version}`,
  );
  assert.deepEqual(
    wanted.filter((one) => !named.has(one)),
    [],
  );
});
