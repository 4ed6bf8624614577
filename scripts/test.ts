import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { chromiumPath, headlessShellPath } from '../e2e/support/chromium.ts';
import { ROOT } from './build/root.ts';

// Everything: unit, HTTP, store and durability tests by node:test, then the built site in a real browser by Playwright.
const playwright = join(ROOT, 'node_modules/@playwright/test/cli.js');
const UNIT = ['contract', 'ui', 'site', 'server', 'cli', 'scripts', 'e2e'].map(
  (room) => `${room}/**/*.test.ts`,
);

function run(command: string, args: string[]): boolean {
  return spawnSync(command, args, { cwd: ROOT, stdio: 'inherit' }).status === 0;
}

/**
 * A browser, the same without windows for speed, and strace for the proof that every answer comes after its fsync;
 * Debian's own where we may install. One by one: not every Linux has all three.
 */
function installTools(): void {
  const missing = [
    ...(chromiumPath() ? [] : ['chromium']),
    ...(headlessShellPath() ? [] : ['chromium-headless-shell']),
    ...(existsSync('/usr/bin/strace') ? [] : ['strace']),
  ];
  if (missing.length > 0 && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.error(`Installing ${missing.join(' and ')} ...`);
    run('apt-get', ['update', '-q']);
    for (const tool of missing) run('apt-get', ['install', '-y', '-q', tool]);
  }
  if (!chromiumPath()) run(process.execPath, [playwright, 'install', 'chromium']);
}

installTools();
const unit = run(process.execPath, [
  '--test',
  '--test-timeout=120000',
  '--test-concurrency=2',
  '--test-reporter=spec',
  ...UNIT,
]);
const browser = run(process.execPath, [playwright, 'test', '-c', 'e2e', ...process.argv.slice(2)]);
process.exitCode = unit && browser ? 0 : 1;
if (!unit) console.error('Tests by node:test failed; see above.');
