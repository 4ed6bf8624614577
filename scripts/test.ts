import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { NO_POSTGRES, startPostgres } from '#test/fixtures/postgres.ts';
import { chromiumPath, headlessShellPath } from '#test/browser/support/chromium.ts';
import { ROOT } from './build/root.ts';
import { installFromDebian, missingPackages } from './debian.ts';

// Everything: unit, HTTP, store and durability tests by node:test, then the built site in a real browser by Playwright.
// usage: test.ts [--browser] [Playwright's arguments]; --browser leaves out node:test
const playwright = join(ROOT, 'node_modules/@playwright/test/cli.js');
const UNIT = ['contract', 'ui', 'site', 'server', 'cli', 'scripts', 'test'].map(
  (room) => `${room}/**/*.test.ts`,
);

const REPORT = join(ROOT, 'test-results/node-tests.txt');

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
async function withPostgres(work: (env: NodeJS.ProcessEnv) => Promise<boolean>): Promise<boolean> {
  if (NO_POSTGRES !== false) return work({});
  const cleanup: (() => Promise<void>)[] = [];
  const { url } = await startPostgres({ after: (end) => void cleanup.push(end) });
  try {
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
const unit = browserOnly || (await withPostgres(nodeTests));
const browser = await run(process.execPath, [
  playwright,
  'test',
  '-c',
  'test/browser',
  ...(browserOnly ? rest : process.argv.slice(2)),
]);
process.exitCode = unit && browser ? 0 : 1;
if (!unit) console.error(`Tests by node:test failed:\n${failuresOf(REPORT)}`);

function nodeTests(env: NodeJS.ProcessEnv): Promise<boolean> {
  mkdirSync(dirname(REPORT), { recursive: true });
  const limits = ['--test-timeout=120000', '--test-concurrency=2'];
  const reports = ['stdout', REPORT].flatMap((to) => [
    '--test-reporter=spec',
    `--test-reporter-destination=${to}`,
  ]);
  return run(process.execPath, ['--test', ...limits, ...reports, ...UNIT], env);
}

/** Said again at the very end: the browser's tests have long scrolled them away. */
function failuresOf(report: string): string {
  const text = readFileSync(report, 'utf8');
  return text.slice(Math.max(0, text.lastIndexOf('failing tests:')));
}
