import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { NO_POSTGRES, startPostgres } from '#test/fixtures/postgres.ts';
import { makeReady } from '#test/fixtures/ready-database.ts';
import { chromiumPath, headlessShellPath } from '#test/browser/support/chromium.ts';
import { ROOT } from './build/root.ts';
import { installFromDebian, missingPackages } from './debian.ts';
import { inMemory, testEnvironment } from './node-tests.ts';

// Everything: unit, HTTP, store and durability tests by node:test, then the built site in a real browser by Playwright.
// usage: test.ts [--browser] [Playwright's arguments]; --browser leaves out node:test
const playwright = join(ROOT, 'node_modules/@playwright/test/cli.js');
/** Beside their code, and those of the tests' own tools. */
const TESTS = [
  'contract',
  'ui',
  'site',
  'dashboard',
  'server',
  'cli',
  'scripts',
  'test/{fixtures,fuzz,browser}',
];
/** They measure how long a collector takes to answer while something is broken: on a machine that has time. */
const DURABILITY = ['test/durability'];
const RESULTS = join(ROOT, 'test-results');

/** Where Debian's packages put them. */
const PROGRAMS: Record<string, string> = { strace: '/usr/bin/strace' };
/** Stand before a collector or its database. Where systemd runs, installing them would also start them. */
const SERVERS: Record<string, string> = {
  pgbouncer: '/usr/sbin/pgbouncer',
  caddy: '/usr/bin/caddy',
  'nginx-light': '/usr/sbin/nginx',
};

function run(command: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<boolean> {
  const child = spawn(command, args, { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...env } });
  return new Promise((resolve) => child.on('close', (code) => resolve(code === 0)));
}

/** One PostgreSQL for all files that only need a database of their own: to make one for each takes minutes. */
async function withPostgres<T>(work: (env: NodeJS.ProcessEnv) => Promise<T>): Promise<T> {
  if (NO_POSTGRES !== false) return work({});
  const cleanup: (() => Promise<void>)[] = [];
  const { url } = await startPostgres({ after: (end) => void cleanup.push(end) });
  try {
    await makeReady(url);
    return await work({ TEST_POSTGRES: url });
  } finally {
    for (const end of cleanup) await end();
  }
}

/**
 * A browser, the same without windows for speed, strace for the proof that every answer comes after its fsync, and what
 * stands before a collector: proxies, a pooler. Debian's own where we may install. One by one: not every Linux has all.
 */
async function installTools(): Promise<void> {
  const missing = [
    ...(chromiumPath() ? [] : ['chromium']),
    ...(headlessShellPath() ? [] : ['chromium-headless-shell']),
    ...missingPackages(PROGRAMS),
    ...(existsSync('/run/systemd/system') ? [] : missingPackages(SERVERS)),
  ];
  await installFromDebian(missing);
  if (!chromiumPath()) await run(process.execPath, [playwright, 'install', 'chromium']);
}

const [first, ...rest] = process.argv.slice(2);
const browserOnly = first === '--browser';
await installTools();
const failures = browserOnly ? [] : await nodeTests();
const browser = await run(process.execPath, [
  playwright,
  'test',
  '-c',
  'test/browser',
  ...(browserOnly ? rest : process.argv.slice(2)),
]);
process.exitCode = failures.length === 0 && browser ? 0 : 1;
// Said again at the very end: the browser's tests have long scrolled them away.
for (const failed of failures) console.error(`Tests by node:test failed:\n${failed}`);

/**
 * Two in three of these wait for a disk, a clock or a mail server most of the time: three at once, and the sites of the
 * browser tests built meanwhile, keep two cores busy. @returns what failed.
 */
async function nodeTests(): Promise<string[]> {
  const sites = run(process.execPath, [join(ROOT, 'test/browser/support/build-sites.ts')]);
  const env = await testEnvironment();
  const ofUnits = (postgres: NodeJS.ProcessEnv) => nodeTestsOf('tests', TESTS, 3, { ...env, ...postgres });
  const failed = [await inMemory(() => withPostgres(ofUnits))];
  // Whatever it was that went wrong, the browser tests build them again and say it.
  await sites;
  failed.push(await nodeTestsOf('durability', DURABILITY, 2, env));
  return failed.filter((report) => report !== null);
}

async function nodeTestsOf(
  name: string,
  folders: string[],
  atOnce: number,
  env: NodeJS.ProcessEnv,
): Promise<string | null> {
  const report = join(RESULTS, `node-${name}.txt`);
  mkdirSync(RESULTS, { recursive: true });
  const limits = ['--test-timeout=120000', `--test-concurrency=${atOnce}`];
  const reports = ['stdout', report].flatMap((to) => [
    '--test-reporter=spec',
    `--test-reporter-destination=${to}`,
  ]);
  const files = folders.map((folder) => `${folder}/**/*.test.ts`);
  const passed = await run(process.execPath, ['--test', ...limits, ...reports, ...files], env);
  if (passed) return null;
  const text = readFileSync(report, 'utf8');
  return text.slice(Math.max(0, text.lastIndexOf('failing tests:')));
}
